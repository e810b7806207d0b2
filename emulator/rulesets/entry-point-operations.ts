import { accepted } from '../errors/refusal';
import { modelError } from '../service/model-errors';
import type { Operation } from '../service/operation';
import { checkMaySave, namedPhase } from './named-ruleset';
import { readEntryPointUpdate } from './read-bodies';
import { wholeRuleset } from './ruleset';
import { ruleContext, saveEntryPoint } from './write-ruleset';

export const ENTRY_POINT_PATH = '/zones/:zone_id/rulesets/phases/:phase/entrypoint';

/** The zone-level ruleset of a phase (docs/service.md 3.3). */
const get: Operation = {
  name: 'rulesets.entrypoint.get',
  method: 'GET',
  path: ENTRY_POINT_PATH,
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const { service, zone } = call;
    const phase = namedPhase(call);
    const ruleset = zone.rulesets.get(phase);
    if (ruleset === undefined) throw modelError(service.state.settings, 'noEntryPoint', { phase });
    return { kind: 'result', result: wholeRuleset(ruleset, service.state.settings) };
  },
};

/** Creates the ruleset if the phase has none (docs/service.md 3.3). */
export const updateEntryPoint: Operation = {
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
    return { kind: 'result', result: wholeRuleset(saveEntryPoint(service, zone, phase, sent), settings) };
  },
};

export const ENTRY_POINT_OPERATIONS: readonly Operation[] = [get, updateEntryPoint];
