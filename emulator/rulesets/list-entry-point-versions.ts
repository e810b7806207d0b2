import { invalidParameter } from '../errors/chosen';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { PHASES, isPhase } from './phases';
import { versionsOf } from './ruleset-versions';
import { withoutRules } from './view';

/** The versions of a phase's ruleset; an empty list when the phase has none (facts 2.1). */
export const listEntryPointVersions: Operation = {
  name: 'rulesets.entrypoint.versions.list',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint/versions',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: ({ zone, parameters }) => {
    const phase = parameters['phase'] ?? '';
    if (!isPhase(phase)) return refuse(invalidParameter('phase', phase, PHASES.join(' or ')));
    const ruleset = zone.rulesets.get(phase);
    const versions = ruleset === undefined ? [] : versionsOf(zone, ruleset);
    return { kind: 'result', result: versions.map(withoutRules) };
  },
};
