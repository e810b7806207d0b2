import { invalidParameter } from '../service/chosen';
import type { ZoneCall } from '../service/operation';
import { MODEL } from '../service/settings';
import { enrolmentRequired, managedRulesetIsReadOnly, noRuleset, phaseNotIncluded } from './errors';
import type { ManagedRuleset } from './managed-ruleset';
import { managedRuleset } from './managed-rulesets';
import { type Phase, CUSTOM_FIELDS_PHASE, MANAGED_PHASE, PHASES } from './phases';
import { type Ruleset, ownRuleset } from './ruleset';

/** The phase that the path names. @throws Refusal */
export function namedPhase({ parameters }: ZoneCall): Phase {
  const sent = parameters['phase'] ?? '';
  const phase = PHASES.find((known) => known === sent);
  if (phase === undefined) throw invalidParameter('phase', sent, PHASES.join(' or '));
  return phase;
}

/** The ruleset that the path names: its own, or a managed one that its plan includes. @throws Refusal */
export function namedRuleset({ service, zone, parameters }: ZoneCall): Ruleset | ManagedRuleset {
  const id = parameters['ruleset_id'] ?? '';
  const named = ownRuleset(zone, id) ?? managedRuleset(service.state, zone.plan, id);
  if (named === undefined) throw noRuleset(id);
  return named;
}

/** The own ruleset that the path names. @throws Refusal also for a managed one, which nobody can change */
export function writableRuleset(call: ZoneCall): Ruleset {
  const named = namedRuleset(call);
  if (named.kind !== 'managed') return named;
  throw managedRulesetIsReadOnly(named.id);
}

/**
 * Checks whether the zone may save these rules for the phase, in a write that does not itself begin the migration:
 *
 * - custom log fields only on Enterprise zones, if the model requires it (docs/internals/service.md 4.2);
 * - enabled rules of the new managed rules on other zones only once they migrate (docs/internals/service.md 7.6).
 *
 * @throws Refusal
 */
export function checkMaySave(
  { service, zone }: ZoneCall,
  phase: Phase,
  rules: readonly { readonly enabled: boolean }[],
): void {
  const { model } = service.state.settings;
  if (zone.plan === 'enterprise') return;
  if (MODEL[model].enterpriseOnlyCustomFields && phase === CUSTOM_FIELDS_PHASE)
    throw phaseNotIncluded(model, phase, zone.plan);
  if (phase !== MANAGED_PHASE || zone.migration.state !== 'start') return;
  if (rules.some((rule) => rule.enabled)) throw enrolmentRequired();
}
