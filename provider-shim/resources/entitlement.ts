import type { Problem } from '../../schema';
import { Records } from './records';

/** The one subscription plan that certainly includes custom log fields, as a zone's `legacy_id` has it. */
const ENTERPRISE = 'enterprise';

/** What a run knows about one zone. */
interface ZoneRecord {
  /** The warning of what its subscription plan may not include; undefined for Enterprise, and while it is not known. */
  warning: Problem | undefined;
  /** Whether a plan creates custom log fields in a zone that has none. */
  createsFields: boolean;
}

/**
 * Which zones may refuse custom log fields (docs/internals/service.md 3.4). The service refuses only their write, so the subscription plan is all that
 * can tell before apply; it costs a request, which a migration sends for its own messages. Whichever of the two is
 * planned second warns.
 */
export class Entitlements {
  readonly #zones = new Records<ZoneRecord>(() => ({ warning: undefined, createsFields: false }));
  readonly #refused = new Set<string>();

  /**
   * Notes a zone's subscription plan.
   *
   * @param zone as messages name it
   * @returns a warning if the plan may not include the fields that are to be created
   */
  markPlan(zoneId: string, zone: string, plan: string | null): Problem | undefined {
    const record = this.#zones.of(zoneId);
    if (plan !== null && plan !== ENTERPRISE) record.warning = notIncluded(zone, plan);
    return record.createsFields ? record.warning : undefined;
  }

  /** Notes that the service does not offer custom log fields to a zone. @returns all such zones so far, by id */
  markRefused(zoneId: string): readonly string[] {
    this.#refused.add(zoneId);
    return [...this.#refused].sort();
  }

  /** Notes that fields are to be created. @returns a warning if the zone's plan is known and may not include them */
  markCreation(zoneId: string): Problem | undefined {
    const record = this.#zones.of(zoneId);
    record.createsFields = true;
    return record.warning;
  }
}

function notIncluded(zone: string, plan: string): Problem {
  return {
    code: 'fields_entitlement',
    path: ['zone_id'],
    message: `The subscription plan of zone ${zone} is ${plan}, which may not include custom log fields.`,
    hint:
      'Only apply shows whether the service accepts them (else 50002, "not entitled to use the phase ' +
      'http_log_custom_fields"), and a migration of the zone may have begun by then. Remove the fields, or let the ' +
      'migration depend on them (depends_on), so that a refusal comes first.',
  };
}
