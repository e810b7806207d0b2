import { invalidParameter } from '../errors/chosen';
import { modelError } from '../service/model-errors';
import type { Call } from '../service/operation';
import type { ServiceSettings } from '../service/settings';
import type { Zone } from '../service/zone';
import { enrolmentRequired, managedRulesetIsReadOnly, noRuleset } from './errors';
import type { ManagedRuleset } from './managed-rulesets';
import { managedRuleset } from './managed-rulesets';
import type { Phase } from './phases';
import { CUSTOM_FIELDS_PHASE, isPhase, MANAGED_PHASE, PHASES } from './phases';
import type { Ruleset } from './ruleset';
import { zoneRuleset } from './ruleset';

/** The phase that the path names. @throws Refusal */
export function namedPhase({ parameters }: Call): Phase {
  const phase = parameters['phase'] ?? '';
  if (isPhase(phase)) return phase;
  throw invalidParameter('phase', phase, PHASES.join(' or '));
}

/** The ruleset that the path names: one of the zone, or a managed one that its plan includes. @throws Refusal */
export function namedRuleset({ zone, parameters }: Call): Ruleset | ManagedRuleset {
  const id = parameters['ruleset_id'] ?? '';
  const named = zoneRuleset(zone, id) ?? managedRuleset(zone.plan, id);
  if (named === undefined) throw noRuleset(id);
  return named;
}

/** The zone's own ruleset that the path names. @throws Refusal also for a managed one: zones cannot change it */
export function writableRuleset(call: Call): Ruleset {
  const named = namedRuleset(call);
  if (named.kind === 'zone') return named;
  throw managedRulesetIsReadOnly(named.id);
}

/**
 * Checks whether the zone may save these rules for the phase, in a write that does not itself begin the migration:
 *
 * - custom log fields only on Enterprise zones, if the settings require it (docs/service.md 4.2);
 * - enabled rules of the new managed rules on other zones only once they migrate (docs/service.md 7.6).
 *
 * @throws Refusal
 */
export function checkMaySave(
  zone: Zone,
  phase: Phase,
  rules: readonly { readonly enabled: boolean }[],
  settings: ServiceSettings,
): void {
  if (zone.plan === 'enterprise') return;
  if (settings.enterpriseOnlyCustomFields && phase === CUSTOM_FIELDS_PHASE)
    throw modelError(settings, 'phaseNotIncluded', { phase, plan: zone.plan });
  if (phase !== MANAGED_PHASE || zone.migration.state !== 'start') return;
  if (rules.some((rule) => rule.enabled)) throw enrolmentRequired();
}
