import { refusedBody } from '../http/envelope';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { migrate } from '../migration/migrate';
import { MIGRATION_PARAMETER } from '../migration/read-trigger';
import { refusedBeforeEnrolment } from './enrolment';
import { namedPhase } from './named-phase';
import { refusedByPlan } from './phase-entitlement';
import { readEntryPointUpdate } from './read-bodies';
import { saveEntryPoint } from './save-entry-point';
import { wholeRuleset } from './view';
import { ruleContext } from './write-ruleset';

/** docs/service.md 7.4. Creates the ruleset when the phase has none (docs/service.md 3.3). */
export const updateEntryPoint: Operation = {
  name: 'rulesets.entrypoint.update',
  method: 'PUT',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint',
  identifiers: ['zone_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const { service, zone, query, body, dryRun } = call;
    const { settings } = service.state;
    const named = namedPhase(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { phase } = named;
    if (query.has(MIGRATION_PARAMETER)) return migrate(call, phase);
    const sent = readEntryPointUpdate(body, ruleContext(service, zone, phase));
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const rules = sent.value.rules ?? zone.rulesets.get(phase)?.rules ?? [];
    const refusal = refusedByPlan(zone, phase, settings) ?? refusedBeforeEnrolment(zone, phase, rules);
    if (refusal !== undefined) return refuse(refusal);
    if (dryRun) return { kind: 'result', result: null };
    return {
      kind: 'result',
      result: wholeRuleset(saveEntryPoint(service, zone, phase, sent.value), settings),
    };
  },
};
