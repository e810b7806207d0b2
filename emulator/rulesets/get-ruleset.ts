import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { namedRuleset } from './ruleset-by-id';
import { wholeRuleset } from './view';

/** The zone's own rulesets and the managed ones that its plan includes (docs/service.md 3.3). */
export const getRuleset: Operation = {
  name: 'rulesets.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/:ruleset_id',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const ruleset = namedRuleset(call);
    if ('refusal' in ruleset) return refuse(ruleset.refusal);
    return { kind: 'result', result: wholeRuleset(ruleset, call.service.state.settings) };
  },
};
