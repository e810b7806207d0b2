import { invalidParameter, migrationNotOffered } from '../errors/chosen';
import { refusedBody } from '../http/envelope';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import type { Ruleset } from '../service/ruleset';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import type { Phase } from './phases';
import { PHASES, isPhase } from './phases';
import { refusedByPlan } from './phase-entitlement';
import type { RulesetChange } from './read-bodies';
import { readEntryPointUpdate } from './read-bodies';
import { wholeRuleset } from './view';
import { DEFAULT_NAME, changeRuleset, createRuleset, ruleContext } from './write-ruleset';

/** Spec 4.7 without its migration. Creates the ruleset when the phase has none (facts 2.2). */
export const updateEntryPoint: Operation = {
  name: 'rulesets.entrypoint.update',
  method: 'PUT',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint',
  identifiers: ['zone_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: ({ service, zone, parameters, query, body, dryRun }) => {
    const { settings } = service.state;
    const phase = parameters['phase'] ?? '';
    if (!isPhase(phase)) return refuse(invalidParameter('phase', phase, PHASES.join(' or ')));
    if (query.has('waf_migration')) return refuse(migrationNotOffered());
    const sent = readEntryPointUpdate(body, ruleContext(service, phase, zone.rulesets.get(phase)));
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const refusal = refusedByPlan(zone, phase, settings);
    if (refusal !== undefined) return refuse(refusal);
    if (dryRun) return { kind: 'result', result: null };
    return {
      kind: 'result',
      result: wholeRuleset(saveEntryPoint(service, zone, phase, sent.value), settings),
    };
  },
};

/** Changes the phase's ruleset or creates it. A name that differs from the stored one is taken and not used. */
export function saveEntryPoint(service: Service, zone: Zone, phase: Phase, sent: RulesetChange): Ruleset {
  const stored = zone.rulesets.get(phase);
  if (stored !== undefined) return changeRuleset(service, zone, stored, sent);
  const { name = DEFAULT_NAME, description = '', rules = [] } = sent;
  return createRuleset(service, zone, { name, phase, description, rules });
}
