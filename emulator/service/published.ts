/** The errors whose codes and texts are publicly known (docs/internals/service.md 3.4, 2.3). */
import { Refusal, refused } from './refusal';
import type { Model } from './settings';

export const missingCredentials = () =>
  refused(400, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers');

export const MALFORMED_KEY = { code: 6103, message: 'Invalid format for X-Auth-Key header' };

export const MALFORMED_AUTHORIZATION = { code: 6111, message: 'Invalid format for Authorization header' };

export function invalidRequestHeaders(cause: { readonly code: number; readonly message: string }): Refusal {
  return new Refusal({
    status: 400,
    errors: [{ code: 6003, message: 'Invalid request headers', error_chain: [cause] }],
  });
}

export const unknownToken = () => refused(403, 9109, 'Invalid access token');

export const outOfReach = () => refused(403, 9109, 'Unauthorized to access requested resource');

export const missingPermission = (model: Model) =>
  refused(403, 10000, model === 'today' ? 'Forbidden' : 'Authentication error');

/** The ruleset service's own refusal, which has no code. */
export const notAuthorizedForRulesets = () => refused(403, undefined, 'request is not authorized');

export function couldNotRoute(path: string): Refusal {
  const message = `Could not route to ${path}, perhaps your object identifier is invalid?`;
  return new Refusal({
    status: 404,
    errors: [
      { code: 7003, message },
      { code: 7000, message: 'No route for that URI' },
    ],
  });
}

/** As the service answers for a path that it does not know; the message is the emulator's own. */
export function notEmulated(method: string, path: string): Refusal {
  const message = `The emulator has no operation ${method} ${path}. docs/guides/emulator.md lists its operations.`;
  return new Refusal({ ...couldNotRoute(path), messages: [{ message }] });
}

export function methodNotAvailable(method: string, allowed: readonly string[]): Refusal {
  const message = `Method ${method} not available for that URI.`;
  return new Refusal({
    status: 405,
    errors: [{ code: 7001, message }],
    headers: { allow: allowed.join(', ') },
  });
}

export const malformedJson = () => refused(400, 6007, 'Malformed JSON in request body');

/**
 * Clients print the codes of errors, and for those of rulesets there is none (docs/internals/service.md 2.3). The published schema
 * wants a code for every other error; this one is the emulator's.
 */
export function unknownMember(member: string, isOfRulesets: boolean): Refusal {
  const message = `invalid JSON: unknown field "${member}"`;
  return refused(400, isOfRulesets ? undefined : 6007, message);
}

/** The code for an expression that the service does not accept. */
export const INVALID_EXPRESSION = 20125;
