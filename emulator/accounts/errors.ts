import { Refusal } from '../errors/refusal';

// Published: codes and texts are publicly known (docs/internals/service.md 9.3), with the noted exception.

/** A token of an account where one of a user is expected, or the other way round. */
export function invalidToken(): Refusal {
  return new Refusal({ status: 401, errors: [{ code: 1000, message: 'Invalid API Token' }] });
}

/** A key was sent; the status is the emulator's. */
export function noToken(): Refusal {
  return new Refusal({ status: 400, errors: [{ code: 1001, message: 'Missing "Authorization" header' }] });
}
