import { invalidParameter } from '../errors/chosen';
import { noEntryPoint } from '../errors/published';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { answerVersion } from './get-version';
import { PHASES, isPhase } from './phases';

/** A phase's ruleset as it was in one version (facts 2.1). */
export const getEntryPointVersion: Operation = {
  name: 'rulesets.entrypoint.versions.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint/versions/:version',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const phase = call.parameters['phase'] ?? '';
    if (!isPhase(phase)) return refuse(invalidParameter('phase', phase, PHASES.join(' or ')));
    const ruleset = call.zone.rulesets.get(phase);
    return ruleset === undefined ? refuse(noEntryPoint(phase)) : answerVersion(call, ruleset);
  },
};
