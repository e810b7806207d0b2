import type { Ruleset } from '../service/ruleset';
import { zoneRuleset } from '../service/zone';
import type { Call } from '../http/operation';
import { managedRulesetIsReadOnly } from '../errors/chosen';
import { noRuleset } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { ManagedRuleset } from './managed-rulesets';
import { managedRuleset } from './managed-rulesets';

/** The ruleset that the path names, with its id as sent. */
export function namedRuleset(call: Call): Ruleset | ManagedRuleset | undefined {
  const id = rulesetId(call);
  return zoneRuleset(call.zone, id) ?? managedRuleset(call.zone.plan, id);
}

/** The zone's own ruleset that the path names; a managed one is refused, because zones cannot change it. */
export function writableRuleset(call: Call): Ruleset | { readonly refusal: Refusal } {
  const id = rulesetId(call);
  const ruleset = zoneRuleset(call.zone, id);
  if (ruleset !== undefined) return ruleset;
  const refusal = managedRuleset(call.zone.plan, id) ? managedRulesetIsReadOnly(id) : noRuleset(id);
  return { refusal };
}

export function rulesetId(call: Call): string {
  return call.parameters['ruleset_id'] ?? '';
}
