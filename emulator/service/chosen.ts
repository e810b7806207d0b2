/**
 * Errors of the emulator's own choice: the specification shows none for these cases (docs/internals/service.md 2.3), and there
 * is no known public record of the production service's answers. A client must not rely on these codes or texts.
 */
import { INVALID_VALUE } from '../checks/reader';
import { invalidRequestHeaders } from './published';
import { Refusal } from './refusal';

export const MALFORMED_EMAIL = { code: 6102, message: 'Invalid format for X-Auth-Email header' };

export function wrongContentType(): Refusal {
  const message = 'Invalid Content-Type header, valid values are application/json';
  return invalidRequestHeaders({ code: 6105, message });
}

export function unknownKey(): Refusal {
  return new Refusal({
    status: 403,
    errors: [{ code: 9103, message: 'Unknown X-Auth-Key or X-Auth-Email' }],
  });
}

export function bodyTooLarge(limit: number): Refusal {
  const message = `The request body is larger than ${limit} bytes`;
  return new Refusal({ status: 413, errors: [{ code: 6008, message }] });
}

export function bodyTooDeep(limit: number): Refusal {
  const message = `Malformed JSON in request body: more than ${limit} levels of nesting`;
  return new Refusal({ status: 400, errors: [{ code: 6007, message }] });
}

/** A bad request line or Host header. */
export function malformedRequest(): Refusal {
  return new Refusal({ status: 400, errors: [{ code: 6000, message: 'Malformed request' }] });
}

export function invalidParameter(name: string, value: string, form: string, code = INVALID_VALUE): Refusal {
  const message = `'${value}' is not a valid value for ${name} because it must be ${form}`;
  return new Refusal({ status: 400, errors: [{ code, message }] });
}

/** The code for a `dry_run` that is neither true nor false. */
export const INVALID_DRY_RUN = 6009;

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  const message = 'Please wait and consider throttling your request speed';
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new Refusal({ status: 429, errors: [{ code: 971, message }], headers });
}

/** The answer of an injected fault without a body of its own. */
export function injectedFailure(status: number): Refusal {
  return new Refusal({ status, errors: [{ code: 10001, message: 'Internal error' }] });
}
