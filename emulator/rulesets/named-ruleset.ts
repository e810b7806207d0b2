import { invalidParameter } from '../service/chosen';
import type { ScopedCall } from '../service/operation';
import type { Scope } from '../service/scope';
import { type ServiceSettings, MODEL } from '../service/settings';
import { enrolmentRequired, managedRulesetIsReadOnly, noRuleset, phaseNotIncluded } from './errors';
import type { ManagedRuleset } from './managed-ruleset';
import { managedRuleset } from './managed-rulesets';
import { type Phase, CUSTOM_FIELDS_PHASE, MANAGED_PHASE, phasesOf } from './phases';
import { type Ruleset, ownRuleset } from './ruleset';

/** The phase that the path names. @throws Refusal */
export function namedPhase({ scope, parameters }: ScopedCall): Phase {
  const sent = parameters['phase'] ?? '';
  const phases = phasesOf(scope.kind);
  const phase = phases.find((known) => known === sent);
  if (phase === undefined) throw invalidParameter('phase', sent, phases.join(' or '));
  return phase;
}

/** The ruleset that the path names: its own, or a managed one that its plan includes. @throws Refusal */
export function namedRuleset({ service, scope, parameters }: ScopedCall): Ruleset | ManagedRuleset {
  const id = parameters['ruleset_id'] ?? '';
  const named = ownRuleset(scope, id) ?? managedRuleset(service.state, scope.plan, id);
  if (named === undefined) throw noRuleset(id);
  return named;
}

/** The own ruleset that the path names. @throws Refusal also for a managed one, which nobody can change */
export function writableRuleset(call: ScopedCall): Ruleset {
  const named = namedRuleset(call);
  if (named.kind !== 'managed') return named;
  throw managedRulesetIsReadOnly(named.id);
}

/**
 * Checks whether the zone or account may save these rules for the phase, in a write that does not itself begin the migration:
 *
 * - rules of an account only on Enterprise (docs/internals/service.md 9.5);
 * - custom log fields only on Enterprise zones, if the model requires it (docs/internals/service.md 4.2);
 * - enabled rules of the new managed rules on other zones only once they migrate (docs/internals/service.md 7.6).
 *
 * @throws Refusal
 */
export function checkMaySave(
  scope: Scope,
  phase: Phase,
  rules: readonly { readonly enabled: boolean }[],
  { model }: ServiceSettings,
): void {
  if (scope.plan === 'enterprise') return;
  if (scope.kind === 'account') throw phaseNotIncluded(model, phase, scope.type);
  if (MODEL[model].enterpriseOnlyCustomFields && phase === CUSTOM_FIELDS_PHASE)
    throw phaseNotIncluded(model, phase, scope.plan);
  if (phase !== MANAGED_PHASE || scope.migration.state !== 'start') return;
  if (rules.some((rule) => rule.enabled)) throw enrolmentRequired();
}
