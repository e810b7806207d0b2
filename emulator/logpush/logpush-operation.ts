import type { ZoneCall, ZoneOperation } from '../service/operation';
import type { ServiceSettings } from '../service/settings';
import type { Plan } from '../service/zone';
import { DEFAULT_DATASET } from './datasets';
import { notAllowedForProduct } from './errors';

/** What differs between log push operations. */
export type LogpushOperation = Omit<ZoneOperation, 'of' | 'permission'> & {
  /** For the refusal: the attempted action. */
  readonly doing: 'reading' | 'creating' | 'updating' | 'deleting' | 'validating';
};

/**
 * An operation with what all log push operations share: reading needs the permission to edit, because jobs hold
 * secrets, and the plan of the zone must include log push (docs/internals/service.md 5.1).
 */
export function logpushOperation({ doing, ...operation }: LogpushOperation): ZoneOperation {
  return {
    ...operation,
    of: 'zone',
    permission: 'logpush:edit',
    run: (call) => {
      checkIncludesLogpush(call, doing);
      return operation.run(call);
    },
  };
}

/** Refuses log push to a zone whose plan does not include it. @throws Refusal */
export function checkIncludesLogpush({ service, zone }: ZoneCall, doing: LogpushOperation['doing']): void {
  if (includesLogpush(zone.plan, service.state.settings)) return;
  throw notAllowedForProduct(doing, DEFAULT_DATASET, `the ${zone.plan} plan has no log push`);
}

/** Whether the plan includes log push: Enterprise, and today that of every zone (docs/internals/service.md 1.2). */
export function includesLogpush(plan: Plan, { logpushPlans }: ServiceSettings): boolean {
  return plan === 'enterprise' || logpushPlans === 'all';
}
