import { invalidParameter } from '../errors/chosen';
import { noEntryPoint } from '../errors/published';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { PHASES, isPhase } from './phases';
import { wholeRuleset } from './view';

/** The zone-level ruleset of a phase (facts 2.1). */
export const getEntryPoint: Operation = {
  name: 'rulesets.entrypoint.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: ({ service, zone, parameters }) => {
    const phase = parameters['phase'] ?? '';
    if (!isPhase(phase)) return refuse(invalidParameter('phase', phase, PHASES.join(' or ')));
    const ruleset = zone.rulesets.get(phase);
    if (ruleset === undefined) return refuse(noEntryPoint(phase));
    return { kind: 'result', result: wholeRuleset(ruleset, service.state.settings) };
  },
};
