import { MALFORMED_EMAIL, unknownKey } from '../errors/chosen';
import {
  invalidRequestHeaders,
  MALFORMED_AUTHORIZATION,
  MALFORMED_KEY,
  missingCredentials,
  notAuthorizedForRulesets,
  unknownToken,
} from '../errors/published';
import type { ApiToken, Caller, Credentials } from '../service/credentials';
import { areaOf, EMAIL_FORMAT, KEY_FORMAT, TOKEN_FORMAT, tokenStatus } from '../service/credentials';
import { documentationPage } from '../service/documentation-page';
import { modelError } from '../service/model-errors';
import type { ServiceOperation } from '../service/operation';
import type { ServiceSettings } from '../service/settings';

/**
 * Finds the caller by either scheme of docs/service.md 2.2. If both are sent, the bearer token decides.
 * @throws Refusal
 */
type Authenticate = (headers: Headers, credentials: Credentials) => Caller;

/** An index of the credentials: there may be one for each of ten thousand zones. */
export function createAuthenticator(): Authenticate {
  let known = index({ tokens: [], keys: [] });
  return (headers, credentials) => {
    // A reset, a seed and a restored snapshot replace the whole object of credentials.
    if (known.credentials !== credentials) known = index(credentials);
    const authorization = headers.get('authorization');
    if (authorization !== null) return byToken(authorization, known);
    const email = headers.get('x-auth-email');
    const key = headers.get('x-auth-key');
    if (email === null || key === null) throw missingCredentials();
    return byKey(email, key, known);
  };
}

interface KnownCredentials {
  readonly credentials: Credentials;
  readonly tokens: ReadonlyMap<string, ApiToken>;
  /** E-mail and key with a space between them, which neither can contain. */
  readonly pairs: ReadonlySet<string>;
}

function index(credentials: Credentials): KnownCredentials {
  const { tokens, keys } = credentials;
  return {
    credentials,
    // If two entries have one token, the first decides.
    tokens: new Map(tokens.toReversed().map((known) => [known.token, known])),
    pairs: new Set(keys.map(({ email, key }) => `${email} ${key}`)),
  };
}

function byToken(authorization: string, { tokens }: KnownCredentials): Caller {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (sent === undefined || !TOKEN_FORMAT.test(sent)) throw invalidRequestHeaders(MALFORMED_AUTHORIZATION);
  const token = tokens.get(sent);
  if (token === undefined) throw unknownToken();
  const { permissions, zones, accounts } = token;
  return { kind: 'token', token, permissions, zones, accounts };
}

function byKey(email: string, key: string, { pairs }: KnownCredentials): Caller {
  if (!EMAIL_FORMAT.test(email)) throw invalidRequestHeaders(MALFORMED_EMAIL);
  if (!KEY_FORMAT.test(key)) throw invalidRequestHeaders(MALFORMED_KEY);
  if (!pairs.has(`${email} ${key}`)) throw unknownKey();
  return { kind: 'key', email, permissions: 'all', zones: 'all', accounts: 'all' };
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
  operation: Pick<ServiceOperation, 'name' | 'method' | 'permission'>,
  settings: ServiceSettings,
): void {
  const needed = operation.permission;
  if (needed === 'none' || permissions === 'all' || permissions.includes(needed)) return;
  const area = areaOf(needed);
  const hasOther = permissions.some((permission) => areaOf(permission) === area);
  if (area === 'rulesets' && hasOther) throw notAuthorizedForRulesets();
  throw modelError(settings, 'missingPermission', { page: documentationPage(operation) ?? '' });
}
