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
import {
  type Caller,
  type Credentials,
  type ApiToken,
  areaOf,
  EMAIL_FORMAT,
  KEY_FORMAT,
  remembered,
  TOKEN_FORMAT,
  tokenStatus,
} from '../service/credentials';
import type { ServiceOperation } from '../service/operation';
import type { Model } from '../service/settings';

/**
 * Finds the caller by either scheme of docs/internals/service.md 2.2. If both are sent, the bearer token decides.
 * @throws Refusal
 */
export function authenticate(headers: Headers, credentials: Credentials): Caller {
  const index = indexOf(credentials);
  const authorization = headers.get('authorization');
  if (authorization !== null) return byToken(authorization, index);
  const email = headers.get('x-auth-email');
  const key = headers.get('x-auth-key');
  if (email === null || key === null) throw missingCredentials();
  return byKey(email, key, index);
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

/**
 * Whom rate limits count a request for (docs/internals/service.md 2.4): the user, with all tokens and the key together. A token
 * without a user is a caller of its own; a request without credentials that the service knows counts for its address.
 */
export function callerOf(headers: Headers, credentials: Credentials, address: string): string {
  const index = indexOf(credentials);
  return ofToken(headers, index) ?? ofKey(headers, index) ?? `address ${address}`;
}

function ofToken(headers: Headers, { tokens }: CredentialIndex): string | undefined {
  const sent = bearerToken(headers.get('authorization') ?? '');
  const found = sent === undefined ? undefined : tokens.get(sent);
  if (found === undefined) return undefined;
  return found.user === undefined ? `token ${found.token}` : `user ${found.user}`;
}

function ofKey(headers: Headers, { pairs }: CredentialIndex): string | undefined {
  const email = headers.get('x-auth-email');
  // A token that is sent as well decides, even a wrong one.
  if (headers.has('authorization') || !pairs.has(pairOf(email, headers.get('x-auth-key')))) return undefined;
  return `user ${email}`;
}

/** The credentials by what requests send of them. */
interface CredentialIndex {
  readonly tokens: ReadonlyMap<string, ApiToken>;
  /** E-mail addresses with their keys, as `pairOf` writes them. */
  readonly pairs: ReadonlySet<string>;
}

/** There may be credentials for each of ten thousand zones. */
const indexOf = remembered(({ tokens, keys }: Credentials): CredentialIndex => ({
  // If two entries have one token, the first decides.
  tokens: new Map(tokens.toReversed().map((known) => [known.token, known])),
  pairs: new Set(keys.map(({ email, key }) => pairOf(email, key))),
}));

/** An e-mail address and a key, with a space between them, which neither can contain. */
function pairOf(email: string | null, key: string | null): string {
  return `${email} ${key}`;
}

/** The token of an `Authorization` header; `undefined` if it has another form. */
function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}
