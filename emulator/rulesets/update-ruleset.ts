import { immutableMember } from '../errors/published';
import type { Refusal } from '../errors/refusal';
import { refusedBody } from '../http/envelope';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import type { Ruleset } from '../service/ruleset';
import { refusedBeforeEnrolment } from './enrolment';
import { refusedByPlan } from './phase-entitlement';
import type { RulesetChange } from './read-bodies';
import { readRulesetUpdate } from './read-bodies';
import { writableRuleset } from './ruleset-by-id';
import { wholeRuleset } from './view';
import { changeRuleset, ruleContext } from './write-ruleset';

/** docs/service.md 3.3. */
export const updateRuleset: Operation = {
  name: 'rulesets.update',
  method: 'PUT',
  path: '/zones/:zone_id/rulesets/:ruleset_id',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const { service, zone, dryRun } = call;
    const { settings } = service.state;
    const stored = writableRuleset(call);
    if ('refusal' in stored) return refuse(stored.refusal);
    const sent = readRulesetUpdate(call.body, ruleContext(service, zone, stored.phase));
    if (!sent.ok) return refuse(refusedBody(sent.problems));
    const refusal =
      changesImmutable(sent.value, stored) ??
      refusedByPlan(zone, stored.phase, settings) ??
      refusedBeforeEnrolment(zone, stored.phase, sent.value.rules ?? stored.rules);
    if (refusal !== undefined) return refuse(refusal);
    if (dryRun) return { kind: 'result', result: null };
    return {
      kind: 'result',
      result: wholeRuleset(changeRuleset(service, zone, stored, sent.value), settings),
    };
  },
};

/** Name, kind and phase may be sent, but not changed (docs/service.md 3.1). */
function changesImmutable(sent: RulesetChange, stored: Ruleset): Refusal | undefined {
  for (const member of ['name', 'kind', 'phase'] as const) {
    const value = sent[member];
    if (value !== undefined && value !== stored[member])
      return immutableMember(member, value, stored[member]);
  }
  return undefined;
}
