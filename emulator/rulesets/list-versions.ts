import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { namedRuleset } from './ruleset-by-id';
import { versionsOf } from './ruleset-versions';
import { withoutRules } from './view';

/** The versions of a ruleset without their rules, oldest first (docs/service.md 3.3). */
export const listVersions: Operation = {
  name: 'rulesets.versions.list',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/:ruleset_id/versions',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const ruleset = namedRuleset(call);
    if ('refusal' in ruleset) return refuse(ruleset.refusal);
    return { kind: 'result', result: versionsOf(call.zone, ruleset).map(withoutRules) };
  },
};
