import { MALFORMED_EMAIL, unknownKey } from '../errors/chosen';
import {
  invalidRequestHeaders,
  MALFORMED_AUTHORIZATION,
  MALFORMED_KEY,
  missingCredentials,
  noPermissionForArea,
  notAuthorizedForRulesets,
  unknownToken,
  zoneOutOfReach,
} from '../errors/published';
import type { ApiToken, Credentials, Permission } from '../service/credentials';
import { areaOf, EMAIL_FORMAT, KEY_FORMAT, TOKEN_FORMAT } from '../service/credentials';

/** What the caller may do, and where. */
type Principal = Pick<ApiToken, 'permissions' | 'zones'>;

/**
 * Finds the caller by either scheme of docs/service.md 2.2. If both are sent, the bearer token decides.
 * @throws Refusal
 */
export type Authenticate = (headers: Headers, credentials: Credentials) => Principal;

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

function byToken(authorization: string, { tokens }: KnownCredentials): Principal {
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (sent === undefined || !TOKEN_FORMAT.test(sent)) throw invalidRequestHeaders(MALFORMED_AUTHORIZATION);
  const principal = tokens.get(sent);
  if (principal === undefined) throw unknownToken();
  return principal;
}

function byKey(email: string, key: string, { pairs }: KnownCredentials): Principal {
  if (!EMAIL_FORMAT.test(email)) throw invalidRequestHeaders(MALFORMED_EMAIL);
  if (!KEY_FORMAT.test(key)) throw invalidRequestHeaders(MALFORMED_KEY);
  if (!pairs.has(`${email} ${key}`)) throw unknownKey();
  return { permissions: 'all', zones: 'all' };
}

/**
 * Refuses a caller that may not do this. The gateway refuses a token without any permission in the area; the service
 * behind it refuses one with another permission in the area, and answers without a code.
 *
 * @param zoneId `undefined` for an account, which a token for certain zones does not reach
 * @throws Refusal
 */
export function checkAuthorized(
  { permissions, zones }: Principal,
  zoneId: string | undefined,
  needed: Permission,
): void {
  if (zones !== 'all' && (zoneId === undefined || !zones.includes(zoneId))) throw zoneOutOfReach();
  if (permissions === 'all' || permissions.includes(needed)) return;
  const area = areaOf(needed);
  const hasOther = permissions.some((permission) => areaOf(permission) === area);
  throw area === 'rulesets' && hasOther ? notAuthorizedForRulesets() : noPermissionForArea();
}
