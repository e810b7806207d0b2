import { accepted } from '../service/refusal';
import type { ZoneOperation } from '../service/operation';
import { noEntryPoint } from './errors';
import { checkMaySave, namedPhase } from './named-ruleset';
import { readEntryPointUpdate } from './read-bodies';
import { ruleContext, saveEntryPoint } from './write-ruleset';

const ENTRY_POINT_PATH = '/zones/:zone_id/rulesets/phases/:phase/entrypoint';

/** The entry point of a phase (docs/internals/service.md 3.3). */
const get: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.entrypoint.get',
  method: 'GET',
  path: ENTRY_POINT_PATH,
  permission: 'rulesets:read',
  run: (call) => {
    const phase = namedPhase(call);
    const ruleset = call.zone.rulesets.get(phase);
    if (ruleset === undefined) throw noEntryPoint(phase);
    return { kind: 'result', result: ruleset };
  },
};

/**
 * Creates the ruleset if the phase has none (docs/internals/service.md 3.3). Also a step of the migration
 * (docs/internals/service.md 7.4).
 */
export const updateEntryPoint: ZoneOperation = {
  of: 'zone',
  name: 'rulesets.entrypoint.update',
  method: 'PUT',
  path: ENTRY_POINT_PATH,
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const { service, zone, body, dryRun } = call;
    const { settings } = service.state;
    const phase = namedPhase(call);
    const sent = accepted(readEntryPointUpdate(body, ruleContext(service, zone, phase)));
    checkMaySave(zone, phase, sent.rules ?? zone.rulesets.get(phase)?.rules ?? [], settings);
    if (dryRun) return { kind: 'result', result: null };
    return { kind: 'result', result: saveEntryPoint(service, zone, phase, sent) };
  },
};

export const ENTRY_POINT_OPERATIONS: readonly ZoneOperation[] = [get, updateEntryPoint];
