import type { Answer, ZoneCall, ZoneOperation } from '../service/operation';
import { timeOfWrite } from '../service/service';
import { ENTRY_POINT_PATH } from './entry-point-operations';
import { currentVersionStays, noEntryPoint, noVersion } from './errors';
import type { ManagedRuleset } from './managed-ruleset';
import { namedPhase, namedRuleset, writableRuleset } from './named-ruleset';
import { type Ruleset, forgetVersion, versionOf, versionsOf, wholeRuleset, withoutRules } from './ruleset';
import { RULESET_PATH } from './ruleset-operations';

/** The versions of a phase's ruleset; an empty list if the phase has none (docs/internals/service.md 3.3). */
const listOfEntryPoint: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.entrypoint.versions.list',
  method: 'GET',
  path: `${ENTRY_POINT_PATH}/versions`,
  permission: 'rulesets:read',
  run: (call) => {
    const ruleset = call.zone.rulesets.get(namedPhase(call));
    const versions = ruleset === undefined ? [] : versionsOf(call.zone, ruleset);
    return { kind: 'result', result: versions.map(withoutRules) };
  },
};

/** A phase's ruleset as it was in one version (docs/internals/service.md 3.3). */
const getOfEntryPoint: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.entrypoint.versions.get',
  method: 'GET',
  path: `${ENTRY_POINT_PATH}/versions/:version`,
  permission: 'rulesets:read',
  run: (call) => {
    const phase = namedPhase(call);
    const ruleset = call.zone.rulesets.get(phase);
    if (ruleset === undefined) throw noEntryPoint(call.service.state.settings, phase);
    return answerVersion(call, ruleset);
  },
};

/** The versions of a ruleset without their rules, oldest first (docs/internals/service.md 3.3). */
const list: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.versions.list',
  method: 'GET',
  path: `${RULESET_PATH}/versions`,
  permission: 'rulesets:read',
  run: (call) => ({
    kind: 'result',
    result: versionsOf(call.zone, namedRuleset(call)).map(withoutRules),
  }),
};

/** A ruleset as it was in one version, with its rules (docs/internals/service.md 3.3). */
const get: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.versions.get',
  method: 'GET',
  path: `${RULESET_PATH}/versions/:version`,
  permission: 'rulesets:read',
  run: (call) => answerVersion(call, namedRuleset(call)),
};

/**
 * Deletes an earlier version of an own ruleset: 204 with no body. The current one stays
 * (docs/internals/service.md 3.3).
 */
const remove: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.versions.delete',
  method: 'DELETE',
  path: `${RULESET_PATH}/versions/:version`,
  permission: 'rulesets:edit',
  run: (call) => {
    const { service, zone, parameters, dryRun } = call;
    const stored = writableRuleset(call);
    const version = parameters['version'] ?? '';
    if (version === stored.version) throw currentVersionStays(version);
    if (versionOf(zone, stored, version) === undefined) throw noVersion(version, stored.id);
    if (dryRun) return { kind: 'no content' };
    timeOfWrite(service);
    forgetVersion(zone, stored.id, version);
    return { kind: 'no content' };
  },
};

export const VERSION_OPERATIONS: readonly ZoneOperation[] = [
  listOfEntryPoint,
  getOfEntryPoint,
  list,
  get,
  remove,
];

/** The version that the path names, of this ruleset. */
function answerVersion(call: ZoneCall, ruleset: Ruleset | ManagedRuleset): Answer {
  const version = call.parameters['version'] ?? '';
  const found = versionOf(call.zone, ruleset, version);
  if (found === undefined) throw noVersion(version, ruleset.id);
  return { kind: 'result', result: wholeRuleset(found, call.service.state.settings) };
}
