import { INVALID_VALUE } from '../checks/reader';
import { Refusal } from '../service/refusal';
import type { Model } from '../service/settings';

// Published: the codes and texts are publicly known (docs/internals/service.md 3.4), with the noted exceptions.

export function entryPointExists(phase: string): Refusal {
  const reason = `exceeded maximum number of zone rulesets for phase ${phase}`;
  const message = `'zone' is not a valid value for kind because ${reason}`;
  return new Refusal({ status: 400, errors: [{ code: 20217, message, source: { pointer: '/kind' } }] });
}

/** The code for everything that does not exist, as for a missing ruleset (docs/internals/service.md 3.4). */
const NOT_FOUND = 10003;

export function noEntryPoint(phase: string): Refusal {
  return notFound(`could not find entrypoint ruleset in the ${phase} phase`);
}

/** The text is known, the code is that of a missing entry point (docs/internals/service.md 3.4). */
export function noRuleset(id: string): Refusal {
  return notFound(`could not find ruleset ${id}`);
}

/** The code for `logging` on a rule whose action is not `skip`. */
export const MISPLACED_LOGGING = 20018;

/** The code of this error is not known. */
export function immutableMember(member: 'name' | 'kind' | 'phase', sent: string, stored: string): Refusal {
  const message = `${member} field cannot be modified: got ${sent}, want ${stored}`;
  return new Refusal({ status: 400, errors: [{ message, source: { pointer: `/${member}` } }] });
}

/** The code of this error is not known. */
export function enrolmentRequired(): Refusal {
  const message = 'WAF enrollment is required to enable rules of the managed phase';
  return new Refusal({ status: 400, errors: [{ message }] });
}

/** The plan does not include the phase (docs/internals/service.md 2.3, 3.4). */
export function phaseNotIncluded(model: Model, phase: string, plan: string): Refusal {
  if (model === 'today')
    return new Refusal({
      status: 400,
      errors: [{ code: 50002, message: `not entitled to use the phase ${phase}` }],
    });
  const message = `'${phase}' is not a valid value for phase because the ${plan} plan does not include it`;
  return new Refusal({
    status: 403,
    errors: [{ code: INVALID_VALUE, message, source: { pointer: '/phase' } }],
  });
}

// Chosen: there is no known public record, so these are the emulator's own. A client must not rely on them.

export function noRule(id: string, rulesetId: string): Refusal {
  return notFound(`could not find rule ${id} in ruleset ${rulesetId}`);
}

export function noVersion(version: string, rulesetId: string): Refusal {
  return notFound(`could not find version ${version} of ruleset ${rulesetId}`);
}

export function managedRulesetIsReadOnly(id: string): Refusal {
  const message = `ruleset ${id} cannot be changed because its kind is managed`;
  return new Refusal({ status: 400, errors: [{ code: INVALID_VALUE, message }] });
}

function notFound(message: string): Refusal {
  return new Refusal({ status: 404, errors: [{ code: NOT_FOUND, message }] });
}
