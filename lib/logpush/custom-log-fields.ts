import type { FieldList } from '../../schema';

/** The log field of `http_requests` that holds what a list configures (docs/internals/service.md 1.1, 5.2). */
export const LOG_FIELD_OF = {
  request_headers: 'RequestHeaders',
  response_headers: 'ResponseHeaders',
  cookies: 'Cookies',
} as const satisfies Readonly<Record<FieldList, string>>;

/** A log field that holds custom fields. */
export type CustomLogField = (typeof LOG_FIELD_OF)[FieldList];

/** What each of them holds, and how to add more to a `LogCustomFields`. */
export const HELD_BY = {
  RequestHeaders: { noun: 'request headers', method: 'addRequestHeader' },
  ResponseHeaders: { noun: 'response headers', method: 'addResponseHeader' },
  Cookies: { noun: 'cookies', method: 'addCookie' },
} as const satisfies Readonly<Record<CustomLogField, { readonly noun: string; readonly method: string }>>;

export function isCustomLogField(name: string): name is CustomLogField {
  return Object.hasOwn(HELD_BY, name);
}
