import type { Ruleset } from '../service/ruleset';
import { zoneRuleset } from '../service/zone';
import type { Call } from '../http/operation';
import { managedRulesetIsReadOnly } from '../errors/chosen';
import { noRuleset } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { ManagedRuleset } from './managed-rulesets';
import { managedRuleset } from './managed-rulesets';

/** The ruleset that the path names: one of the zone, or a managed one that its plan includes. */
export function namedRuleset({
  zone,
  parameters,
}: Call): Ruleset | ManagedRuleset | { readonly refusal: Refusal } {
  const id = parameters['ruleset_id'] ?? '';
  return zoneRuleset(zone, id) ?? managedRuleset(zone.plan, id) ?? { refusal: noRuleset(id) };
}

/** The zone's own ruleset that the path names; a managed one is refused, because zones cannot change it. */
export function writableRuleset(call: Call): Ruleset | { readonly refusal: Refusal } {
  const named = namedRuleset(call);
  if ('refusal' in named || named.kind === 'zone') return named;
  return { refusal: managedRulesetIsReadOnly(named.id) };
}
