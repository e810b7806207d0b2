import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { namedPhase } from './named-phase';
import { versionsOf } from './ruleset-versions';
import { withoutRules } from './view';

/** The versions of a phase's ruleset; an empty list when the phase has none (docs/service.md 3.3). */
export const listEntryPointVersions: Operation = {
  name: 'rulesets.entrypoint.versions.list',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint/versions',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const { zone } = call;
    const named = namedPhase(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { phase } = named;
    const ruleset = zone.rulesets.get(phase);
    const versions = ruleset === undefined ? [] : versionsOf(zone, ruleset);
    return { kind: 'result', result: versions.map(withoutRules) };
  },
};
