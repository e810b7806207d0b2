import { accepted } from '../service/refusal';
import { type ScopedOperation, type ServiceOperation, onAccount, onZone } from '../service/operation';
import { noEntryPoint } from './errors';
import { checkMaySave, namedPhase } from './named-ruleset';
import { readEntryPointUpdate } from './read-bodies';
import { ruleContext, saveEntryPoint } from './write-ruleset';

const ENTRY_POINT_PATH = '/rulesets/phases/:phase/entrypoint';

/** The entry point of a phase (docs/internals/service.md 3.3). */
const get: ScopedOperation = {
  name: 'rulesets.entrypoint.get',
  method: 'GET',
  path: ENTRY_POINT_PATH,
  permission: 'rulesets:read',
  run: (call) => {
    const phase = namedPhase(call);
    const ruleset = call.scope.rulesets.get(phase);
    if (ruleset === undefined) throw noEntryPoint(phase);
    return { kind: 'result', result: ruleset };
  },
};

/** Creates the ruleset if the phase has none (docs/internals/service.md 3.3). */
const update: ScopedOperation = {
  name: 'rulesets.entrypoint.update',
  method: 'PUT',
  path: ENTRY_POINT_PATH,
  permission: 'rulesets:edit',
  body: 'json',
  run: (call) => {
    const { service, scope, body, dryRun } = call;
    const { settings } = service.state;
    const phase = namedPhase(call);
    const sent = accepted(readEntryPointUpdate(body, ruleContext(service, scope, phase)));
    checkMaySave(scope, phase, sent.rules ?? scope.rulesets.get(phase)?.rules ?? [], settings);
    if (dryRun) return { kind: 'result', result: null };
    return { kind: 'result', result: saveEntryPoint(service, scope, phase, sent) };
  },
};

/** The update for zones, where it is also a step of the migration (docs/internals/service.md 7.4). */
export const updateEntryPoint = onZone(update);

export const ENTRY_POINT_OPERATIONS: readonly ServiceOperation[] = [
  onZone(get),
  updateEntryPoint,
  onAccount(get),
  onAccount(update),
];
