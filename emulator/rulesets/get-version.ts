import { noVersion } from '../errors/chosen-rulesets';
import type { Answer, Call, Operation } from '../http/operation';
import { refuse } from '../http/operation';
import type { Ruleset } from '../service/ruleset';
import type { ManagedRuleset } from './managed-rulesets';
import { namedRuleset } from './ruleset-by-id';
import { versionOf } from './ruleset-versions';
import { wholeRuleset } from './view';

/** A ruleset as it was in one version, with its rules (docs/service.md 3.3). */
export const getVersion: Operation = {
  name: 'rulesets.versions.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/:ruleset_id/versions/:version',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const ruleset = namedRuleset(call);
    if ('refusal' in ruleset) return refuse(ruleset.refusal);
    return answerVersion(call, ruleset);
  },
};

/** The version that the path names, of this ruleset. */
export function answerVersion(call: Call, ruleset: Ruleset | ManagedRuleset): Answer {
  const version = call.parameters['version'] ?? '';
  const found = versionOf(call.zone, ruleset, version);
  if (found === undefined) return refuse(noVersion(version, ruleset.id));
  return { kind: 'result', result: wholeRuleset(found, call.service.state.settings) };
}
