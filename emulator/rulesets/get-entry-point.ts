import { noEntryPoint } from '../errors/published';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { namedPhase } from './named-phase';
import { wholeRuleset } from './view';

/** The zone-level ruleset of a phase (docs/service.md 3.3). */
export const getEntryPoint: Operation = {
  name: 'rulesets.entrypoint.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const { service, zone } = call;
    const named = namedPhase(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { phase } = named;
    const ruleset = zone.rulesets.get(phase);
    if (ruleset === undefined) return refuse(noEntryPoint(phase));
    return { kind: 'result', result: wholeRuleset(ruleset, service.state.settings) };
  },
};
