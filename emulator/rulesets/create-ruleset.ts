import { zoneRulesetExists } from '../errors/published';
import { refusedBody } from '../http/envelope';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { refusedByPlan } from './phase-entitlement';
import { readNewRuleset } from './read-bodies';
import { wholeRuleset } from './view';
import { createRuleset } from './write-ruleset';

/** Spec 4.2. */
export const createRulesetOperation: Operation = {
  name: 'rulesets.create',
  method: 'POST',
  path: '/zones/:zone_id/rulesets',
  identifiers: ['zone_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: ({ service, zone, body, dryRun }) => {
    const { settings } = service.state;
    const sent = readNewRuleset(body, settings);
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const { phase } = sent.value;
    const refusal = refusedByPlan(zone, phase, settings);
    if (refusal !== undefined) return refuse(refusal);
    if (zone.rulesets.has(phase)) return refuse(zoneRulesetExists(phase));
    if (dryRun) return { kind: 'result', result: null };
    return { kind: 'result', result: wholeRuleset(createRuleset(service, zone, sent.value), settings) };
  },
};
