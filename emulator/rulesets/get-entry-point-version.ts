import { noEntryPoint } from '../errors/published';
import type { Operation } from '../http/operation';
import { refuse } from '../http/operation';
import { answerVersion } from './get-version';
import { namedPhase } from './named-phase';

/** A phase's ruleset as it was in one version (docs/service.md 3.3). */
export const getEntryPointVersion: Operation = {
  name: 'rulesets.entrypoint.versions.get',
  method: 'GET',
  path: '/zones/:zone_id/rulesets/phases/:phase/entrypoint/versions/:version',
  identifiers: ['zone_id'],
  permission: 'rulesets:read',
  body: 'none',
  run: (call) => {
    const named = namedPhase(call);
    if ('refusal' in named) return refuse(named.refusal);
    const { phase } = named;
    const ruleset = call.zone.rulesets.get(phase);
    return ruleset === undefined ? refuse(noEntryPoint(phase)) : answerVersion(call, ruleset);
  },
};
