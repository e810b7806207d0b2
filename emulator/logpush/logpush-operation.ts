import { type ZoneCall, type ZoneOperation, zoneOperation } from '../service/operation';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What an operation attempts, for its refusal. */
type Doing = 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and the plan of the zone must include log push (docs/internals/service.md 5.1).
 */
export function logpushOperation(
  name: string,
  doing: Doing,
  request: Parameters<typeof zoneOperation>[1],
  run: ZoneOperation['run'],
): ZoneOperation {
  return zoneOperation(name, request, 'logpush:edit', (call) => {
    checkIncludesLogpush(call, doing);
    return run(call);
  });
}

/** Refuses log push to a zone whose plan does not include it. @throws Refusal */
function checkIncludesLogpush({ service, zone }: ZoneCall, doing: Doing): void {
  if (includesLogpush(zone.plan, service.state.settings)) return;
  throw notAllowedForProduct(doing, DEFAULT_DATASET, `the ${zone.plan} plan has no log push`);
}

/** Whether the plan includes log push: Enterprise, and today that of every zone (docs/internals/service.md 1.2). */
export function includesLogpush(plan: Plan, { logpushPlans }: ServiceSettings): boolean {
  return plan === 'enterprise' || logpushPlans === 'all';
}
