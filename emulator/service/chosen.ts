/**
 * Errors of the emulator's own choice: the specification shows none for these cases (docs/internals/service.md 2.3), and there
 * is no known public record of the production service's answers. A client must not rely on these codes or texts.
 */
import { INVALID_VALUE } from '../checks/reader';
import { invalidRequestHeaders } from './published';
import { Refusal, refused } from './refusal';

export const MALFORMED_EMAIL = { code: 6102, message: 'Invalid format for X-Auth-Email header' };

export const wrongContentType = () =>
  invalidRequestHeaders({
    code: 6105,
    message: 'Invalid Content-Type header, valid values are application/json',
  });

export const unknownKey = () => refused(403, 9103, 'Unknown X-Auth-Key or X-Auth-Email');

export const bodyTooLarge = (limit: number) =>
  refused(413, 6008, `The request body is larger than ${limit} bytes`);

export const bodyTooDeep = (limit: number) =>
  refused(400, 6007, `Malformed JSON in request body: more than ${limit} levels of nesting`);

/** A bad request line or Host header. */
export const malformedRequest = () => refused(400, 6000, 'Malformed request');

export const invalidParameter = (name: string, value: string, form: string, code = INVALID_VALUE) =>
  refused(400, code, `'${value}' is not a valid value for ${name} because it must be ${form}`);

/** The code for a `dry_run` that is neither true nor false. */
export const INVALID_DRY_RUN = 6009;

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  const message = 'Please wait and consider throttling your request speed';
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return new Refusal({ status: 429, errors: [{ code: 971, message }], headers });
}

/** The answer of an injected fault without a body of its own. */
export const injectedFailure = (status: number) => refused(status, 10001, 'Internal error');
