import { enrolmentRequired } from '../errors/published-rulesets';
import type { Refusal } from '../errors/refusal';
import type { Zone } from '../service/zone';
import type { Phase } from './phases';
import { MANAGED_PHASE } from './phases';

/**
 * Refuses to save enabled rules of the new managed rules on a zone that has not begun to migrate: before, only
 * Enterprise zones may have them (docs/service.md 7.6). It is for every write that does not itself begin the migration.
 */
export function refusedBeforeEnrolment(
  zone: Zone,
  phase: Phase,
  rules: readonly { readonly enabled: boolean }[],
): Refusal | undefined {
  if (phase !== MANAGED_PHASE || zone.plan === 'enterprise' || zone.migration.state !== 'start')
    return undefined;
  return rules.some((rule) => rule.enabled) ? enrolmentRequired() : undefined;
}
