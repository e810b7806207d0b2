/** The errors of the previous managed rules that are the emulator's own choice (docs/service.md 10). */
import type { Plan } from '../service/plan';
import type { ServiceSettings } from '../service/settings';
import type { Refusal } from './refusal';

/** After the end of the migration the old operations stop working (docs/service.md 1.1); how they answer is not known. */
export function retiredByMigration(status: ServiceSettings['retiredStatus']): Refusal {
  const message =
    'The zone has finished its migration, so this operation of the previous managed rules no longer works; ' +
    'the ruleset API manages the managed rules of this zone';
  return { status, errors: [{ code: 1040, message }] };
}

export function uriOverridesNotIncluded(plan: Plan): Refusal {
  const message = `URI-based overrides are not included in the ${plan} plan; they need the enterprise plan`;
  return { status: 403, errors: [{ code: 1041, message }] };
}

export function noFirewallRule(): Refusal {
  return { status: 404, errors: [{ code: 10001, message: 'firewallrules.api.not_found' }] };
}
