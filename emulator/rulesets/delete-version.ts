import { currentVersionStays, noVersion } from '../errors/chosen-rulesets';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { timeOfWrite } from '../service/service';
import { writableRuleset } from './ruleset-by-id';
import { forgetVersion } from './ruleset-history';
import { versionOf } from './ruleset-versions';

/** Deletes an earlier version of the zone's own ruleset: 204 with no body. The current one stays (docs/service.md 3.3). */
export const deleteVersion: Operation = {
  name: 'rulesets.versions.delete',
  method: 'DELETE',
  path: '/zones/:zone_id/rulesets/:ruleset_id/versions/:version',
  identifiers: ['zone_id', 'ruleset_id'],
  permission: 'rulesets:edit',
  body: 'none',
  run: (call) => {
    const { service, zone, parameters, dryRun } = call;
    const stored = writableRuleset(call);
    if ('refusal' in stored) return refuse(stored.refusal);
    const version = parameters['version'] ?? '';
    if (version === stored.version) return refuse(currentVersionStays(version));
    if (versionOf(zone, stored, version) === undefined) return refuse(noVersion(version, stored.id));
    if (dryRun) return { kind: 'no content' };
    timeOfWrite(service);
    forgetVersion(zone, stored.id, version);
    return { kind: 'no content' };
  },
};
