import { MALFORMED_EMAIL, unknownKey } from '../errors/chosen';
import {
  MALFORMED_AUTHORIZATION,
  MALFORMED_KEY,
  invalidRequestHeaders,
  missingCredentials,
  unknownToken,
} from '../errors/published';
import type { Refusal } from '../errors/refusal';
import type { ApiToken, Credentials } from '../service/credentials';
import { EMAIL_FORMAT, KEY_FORMAT, TOKEN_FORMAT } from '../service/credentials';

/** What the caller may do, and where. */
export type Principal = Pick<ApiToken, 'permissions' | 'zones'>;

/** Finds the caller by either scheme of spec 5. When both are sent, the bearer token decides. */
export function authenticate(
  headers: Headers,
  credentials: Credentials,
): { readonly principal: Principal } | { readonly refusal: Refusal } {
  const authorization = headers.get('authorization');
  if (authorization !== null) return byToken(authorization, credentials);
  const email = headers.get('x-auth-email');
  const key = headers.get('x-auth-key');
  if (email === null || key === null) return { refusal: missingCredentials() };
  return byKey(email, key, credentials);
}

function byToken(authorization: string, credentials: Credentials): ReturnType<typeof authenticate> {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (sent === undefined || !TOKEN_FORMAT.test(sent))
    return { refusal: invalidRequestHeaders(MALFORMED_AUTHORIZATION) };
  const principal = credentials.tokens.find((known) => known.token === sent);
  return principal === undefined ? { refusal: unknownToken() } : { principal };
}

function byKey(email: string, key: string, credentials: Credentials): ReturnType<typeof authenticate> {
  if (!EMAIL_FORMAT.test(email)) return { refusal: invalidRequestHeaders(MALFORMED_EMAIL) };
  if (!KEY_FORMAT.test(key)) return { refusal: invalidRequestHeaders(MALFORMED_KEY) };
  const known = credentials.keys.some((pair) => pair.email === email && pair.key === key);
  return known ? { principal: { permissions: 'all', zones: 'all' } } : { refusal: unknownKey() };
}
