/** The errors whose codes and texts are publicly known (docs/service.md 3.4, 2.3). */
import type { Phase } from '../rulesets/phases';
import type { Refusal } from './refusal';

export function missingCredentials(): Refusal {
  const message = 'Missing X-Auth-Key, X-Auth-Email or Authorization headers';
  return { status: 400, errors: [{ code: 9106, message }] };
}

export const MALFORMED_KEY = { code: 6103, message: 'Invalid format for X-Auth-Key header' };

export const MALFORMED_AUTHORIZATION = { code: 6111, message: 'Invalid format for Authorization header' };

export function invalidRequestHeaders(cause: { readonly code: number; readonly message: string }): Refusal {
  return {
    status: 400,
    errors: [{ code: 6003, message: 'Invalid request headers', error_chain: [cause] }],
  };
}

export function unknownToken(): Refusal {
  return { status: 403, errors: [{ code: 9109, message: 'Invalid access token' }] };
}

export function zoneOutOfReach(): Refusal {
  return { status: 403, errors: [{ code: 9109, message: 'Unauthorized to access requested resource' }] };
}

export function noPermissionForArea(): Refusal {
  return { status: 403, errors: [{ code: 10000, message: 'Authentication error' }] };
}

/** The ruleset service's own refusal: it has no code. */
export function notAuthorizedForRulesets(): Refusal {
  return { status: 403, errors: [{ message: 'request is not authorized' }] };
}

export function couldNotRoute(path: string): Refusal {
  const message = `Could not route to ${path}, perhaps your object identifier is invalid?`;
  return {
    status: 404,
    errors: [
      { code: 7003, message },
      { code: 7000, message: 'No route for that URI' },
    ],
  };
}

export function methodNotAvailable(method: string, allowed: readonly string[]): Refusal {
  const message = `Method ${method} not available for that URI.`;
  return { status: 405, errors: [{ code: 7001, message }], headers: { allow: allowed.join(', ') } };
}

export function malformedJson(): Refusal {
  return { status: 400, errors: [{ code: 6007, message: 'Malformed JSON in request body' }] };
}

export function zoneRulesetExists(phase: Phase): Refusal {
  const reason = `exceeded maximum number of zone rulesets for phase ${phase}`;
  const message = `'zone' is not a valid value for kind because ${reason}`;
  return { status: 400, errors: [{ code: 20217, message, source: { pointer: '/kind' } }] };
}

export function noEntryPoint(phase: string): Refusal {
  const message = `could not find entrypoint ruleset in the ${phase} phase`;
  return { status: 404, errors: [{ code: 10003, message }] };
}

/** The text is known, the code is the one of a missing entry point (docs/service.md 3.4). */
export function noRuleset(id: string): Refusal {
  return { status: 404, errors: [{ code: 10003, message: `could not find ruleset ${id}` }] };
}

/** Code of an expression that the service does not take. */
export const INVALID_EXPRESSION = 20125;

/** Code of `logging` on a rule whose action is not `skip`. */
export const MISPLACED_LOGGING = 20018;

/** The code of this error is not known. */
export function immutableMember(member: 'name' | 'kind' | 'phase', sent: string, stored: string): Refusal {
  const message = `${member} field cannot be modified: got ${sent}, want ${stored}`;
  return { status: 400, errors: [{ message, source: { pointer: `/${member}` } }] };
}
