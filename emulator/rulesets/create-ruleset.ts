import { zoneRulesetExists } from '../errors/published';
import { refusedBody } from '../http/envelope';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { refusedBeforeEnrolment } from './enrolment';
import { refusedByPlan } from './phase-entitlement';
import { readNewRuleset } from './read-bodies';
import { wholeRuleset } from './view';
import { createRuleset } from './write-ruleset';

/** docs/service.md 3.3. */
export const createRulesetOperation: Operation = {
  name: 'rulesets.create',
  method: 'POST',
  path: '/zones/:zone_id/rulesets',
  identifiers: ['zone_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const { settings } = service.state;
    const sent = readNewRuleset(body, (phase) => ({
      phase,
      plan: zone.plan,
      settings,
      refs: new Map(),
    }));
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const { phase, rules } = sent.value;
    const refusal = refusedByPlan(zone, phase, settings) ?? refusedBeforeEnrolment(zone, phase, rules);
    if (refusal !== undefined) return refuse(refusal);
    if (zone.rulesets.has(phase)) return refuse(zoneRulesetExists(phase));
    if (dryRun) return { kind: 'result', result: null };
    return { kind: 'result', result: wholeRuleset(createRuleset(service, zone, sent.value), settings) };
  },
};
