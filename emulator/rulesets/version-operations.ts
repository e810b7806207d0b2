import type { ZoneOperation } from '../service/operation';
import { noVersion } from './errors';
import { namedRuleset } from './named-ruleset';
import { earlierVersions } from './ruleset';
import { RULESET_PATH } from './ruleset-operations';

/** A ruleset as it was in one version, with its rules (docs/internals/service.md 3.3). A managed one has only its own. */
export const VERSION_OPERATIONS: readonly ZoneOperation[] = [
  {
    of: 'zone',
    name: 'rulesets.versions.get',
    method: 'GET',
    path: `${RULESET_PATH}/versions/:version`,
    permission: 'rulesets:read',
    run: (call) => {
      const ruleset = namedRuleset(call);
      const version = call.parameters['version'] ?? '';
      const versions = [...earlierVersions(call.zone, ruleset.id), ruleset];
      const found = versions.find((candidate) => candidate.version === version);
      if (found === undefined) throw noVersion(version, ruleset.id);
      return { kind: 'result', result: found };
    },
  },
];
