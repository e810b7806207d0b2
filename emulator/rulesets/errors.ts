import { INVALID_VALUE } from '../checks/reader';
import { type Refusal, refused } from '../service/refusal';
import type { Model } from '../service/settings';

// Published: the codes and texts are publicly known (docs/internals/service.md 3.4), with the noted exceptions.

export const entryPointExists = (phase: string) =>
  refused(
    400,
    20217,
    `'zone' is not a valid value for kind because exceeded maximum number of zone rulesets for phase ${phase}`,
    '/kind',
  );

/** The code for everything that does not exist, as for a missing ruleset (docs/internals/service.md 3.4). */
const NOT_FOUND = 10003;

export const noEntryPoint = (phase: string) =>
  notFound(`could not find entrypoint ruleset in the ${phase} phase`);

/** The text is known, the code is that of a missing entry point (docs/internals/service.md 3.4). */
export const noRuleset = (id: string) => notFound(`could not find ruleset ${id}`);

/** The code for `logging` on a rule whose action is not `skip`. */
export const MISPLACED_LOGGING = 20018;

/** The code of this error is not known. */
export const immutableMember = (member: 'name' | 'kind' | 'phase', sent: string, stored: string) =>
  refused(400, undefined, `${member} field cannot be modified: got ${sent}, want ${stored}`, `/${member}`);

/** The code of this error is not known. */
export const enrolmentRequired = () =>
  refused(400, undefined, 'WAF enrollment is required to enable rules of the managed phase');

/** The plan does not include the phase (docs/internals/service.md 2.3, 3.4). */
export function phaseNotIncluded(model: Model, phase: string, plan: string): Refusal {
  if (model === 'today') return refused(400, 50002, `not entitled to use the phase ${phase}`);
  const message = `'${phase}' is not a valid value for phase because the ${plan} plan does not include it`;
  return refused(403, INVALID_VALUE, message, '/phase');
}

// Chosen: there is no known public record, so these are the emulator's own. A client must not rely on them.

export const noRule = (id: string, rulesetId: string) =>
  notFound(`could not find rule ${id} in ruleset ${rulesetId}`);

export const noVersion = (version: string, rulesetId: string) =>
  notFound(`could not find version ${version} of ruleset ${rulesetId}`);

export const managedRulesetIsReadOnly = (id: string) =>
  refused(400, INVALID_VALUE, `ruleset ${id} cannot be changed because its kind is managed`);

const notFound = (message: string) => refused(404, NOT_FOUND, message);
