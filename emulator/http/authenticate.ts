import { MALFORMED_EMAIL, unknownKey } from '../service/chosen';
import {
  invalidRequestHeaders,
  MALFORMED_AUTHORIZATION,
  MALFORMED_KEY,
  missingCredentials,
  missingPermission,
  notAuthorizedForRulesets,
  unknownToken,
} from '../service/published';
import type { Caller, Credentials } from '../service/credentials';
import { areaOf, EMAIL_FORMAT, KEY_FORMAT, TOKEN_FORMAT, tokenStatus } from '../service/credentials';
import type { ServiceOperation } from '../service/operation';
import type { Model } from '../service/settings';
import { type CredentialIndex, bearerToken, createCredentialIndex, pairOf } from './credential-index';

/**
 * Finds the caller by either scheme of docs/internals/service.md 2.2. If both are sent, the bearer token decides.
 * @throws Refusal
 */
type Authenticate = (headers: Headers, credentials: Credentials) => Caller;

export function createAuthenticator(): Authenticate {
  const indexed = createCredentialIndex();
  return (headers, credentials) => {
    const index = indexed(credentials);
    const authorization = headers.get('authorization');
    if (authorization !== null) return byToken(authorization, index);
    const email = headers.get('x-auth-email');
    const key = headers.get('x-auth-key');
    if (email === null || key === null) throw missingCredentials();
    return byKey(email, key, index);
  };
}

function byToken(authorization: string, { tokens }: CredentialIndex): Caller {
  const sent = bearerToken(authorization);
  if (sent === undefined || !TOKEN_FORMAT.test(sent)) throw invalidRequestHeaders(MALFORMED_AUTHORIZATION);
  const token = tokens.get(sent);
  if (token === undefined) throw unknownToken();
  const { permissions, zones } = token;
  return { kind: 'token', token, permissions, zones };
}

function byKey(email: string, key: string, { pairs }: CredentialIndex): Caller {
  if (!EMAIL_FORMAT.test(email)) throw invalidRequestHeaders(MALFORMED_EMAIL);
  if (!KEY_FORMAT.test(key)) throw invalidRequestHeaders(MALFORMED_KEY);
  if (!pairs.has(pairOf(email, key))) throw unknownKey();
  return { kind: 'key', email, permissions: 'all', zones: 'all' };
}

/** Refuses a token that is disabled or has expired. @throws Refusal */
export function checkActive(caller: Caller, now: number): void {
  if (caller.kind === 'token' && tokenStatus(caller.token, now) !== 'active') throw unknownToken();
}

/**
 * Refuses a caller that may not do this. The gateway refuses a token without any permission in the area; the service
 * behind it refuses one with another permission in the area, and answers without a code.
 *
 * @throws Refusal
 */
export function checkPermission(
  { permissions }: Caller,
  operation: Pick<ServiceOperation, 'permission'>,
  model: Model,
): void {
  const needed = operation.permission;
  if (permissions === 'all' || permissions.includes(needed)) return;
  const area = areaOf(needed);
  const hasOther = permissions.some((permission) => areaOf(permission) === area);
  if (area === 'rulesets' && hasOther) throw notAuthorizedForRulesets();
  throw missingPermission(model);
}
