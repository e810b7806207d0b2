import { isObject } from '../checks/json';
import { readTime } from '../checks/read-values';
import {
  type Checked,
  type Members,
  type Problem,
  type Reader,
  check,
  INVALID_VALUE,
} from '../checks/reader';
import { SHARED_PARTS } from '../requests/parts';
import {
  type Credentials,
  type ApiKey,
  type ApiToken,
  type Permission,
  EMAIL_FORMAT,
  KEY_FORM,
  KEY_FORMAT,
  PERMISSIONS,
  TOKEN_FORMAT,
} from '../service/credentials';
import { DocumentIds, readLastNumber } from '../service/document-ids';
import type { SharedState } from '../service/service';
import { type ServiceSettings, type StartSettings, readSettings } from '../service/settings';
import { DEFAULT_EMAIL, DEFAULT_SEED, defaultCredentials } from './default-seed';
import { type CheckedAccount, ACCOUNT_IDS, readAccounts } from './read-accounts';
import { type CheckedUser, readUsers, readKnownId } from './read-users';
import { type CheckedZone, readZones } from './read-zones';

/** A checked seed document, with its defaults filled in. */
export interface Seed {
  readonly accounts: readonly CheckedAccount[];
  readonly users: readonly CheckedUser[];
  readonly zones: readonly CheckedZone[];
  readonly credentials: Credentials;
  /** What all zones have in common. */
  readonly shared: SharedState;
  /** Milliseconds since the Unix epoch. */
  readonly clock?: number;
  readonly identifiers: number;
}

const SHARED_MEMBERS = SHARED_PARTS.map(({ member }) => member);

const PARTS = [
  'zones',
  'accounts',
  'users',
  'credentials',
  ...SHARED_MEMBERS,
  'options',
  'clock',
  'identifiers',
  'copy',
];

/** Checks a seed document as strictly as the service checks what clients send, and fills in its defaults. */
export function readSeed(document: unknown, start: StartSettings): Checked<Seed> {
  if (!isObject(document)) return { ok: false, problems: [noSeed(document)] };
  return check(document, (reader) => {
    const members = reader.members(PARTS);
    if (members === undefined) return undefined;
    const settings = readSettings(members.optional('options'), start);
    const shared = readShared(members, settings);
    const part = (name: 'zones' | 'accounts' | 'users'): Reader =>
      members.optional(name) ?? reader.with(name, DEFAULT_SEED[name]);
    const ids = new DocumentIds();
    const accounts = readAccounts(part('accounts'), shared, ids);
    const accountIds = ids.given(ACCOUNT_IDS);
    const zones = readZones(part('zones'), { shared, accounts: accountIds, ids });
    const users = readUsers(part('users'), accountIds, ids);
    const sentCredentials = members.optional('credentials');
    // A seed with users of its own has the default credentials for the first of them.
    const owner = users?.[0]?.email ?? DEFAULT_EMAIL;
    const credentials = readCredentials(
      sentCredentials ?? reader.with('credentials', defaultCredentials(owner)),
      {
        zones: ids.given('zones'),
        accounts: accountIds,
        users: new Set(users?.map(({ email }) => email)),
      },
    );
    const clock = readTime(members.optional('clock'));
    const identifiers = readLastNumber(members.optional('identifiers'));
    if (zones === undefined || accounts === undefined || users === undefined) return undefined;
    if (credentials === undefined) return undefined;
    return {
      accounts,
      users,
      zones,
      credentials,
      shared,
      ...(clock !== undefined && { clock }),
      identifiers,
    };
  });
}

/** What all zones have in common, with what the seed leaves out. */
function readShared(members: Members<string>, settings: ServiceSettings): SharedState {
  const parts = SHARED_PARTS.map((part) => part.read(members.optional(part.member)));
  // The parts together have every other member.
  return Object.assign({ settings }, ...parts) as SharedState;
}

function noSeed(document: unknown): Problem {
  const message = `a seed is an object with ${PARTS.join(', ')}; seen: ${kindOf(document)}`;
  return { path: [], code: INVALID_VALUE, message };
}

function kindOf(document: unknown): string {
  if (document === null || document === undefined) return 'nothing';
  if (Array.isArray(document)) return 'a list';
  return typeof document === 'string' ? 'a text' : `a ${typeof document}`;
}

/** What credentials can name: ids of zones and accounts, and e-mail addresses of users. */
interface Nameable {
  readonly zones: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
  readonly users: ReadonlySet<string>;
}

/** Reads the credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
function readCredentials(reader: Reader, known: Nameable): Credentials | undefined {
  const members = reader.members(['tokens', 'keys']);
  if (members === undefined) return undefined;
  const tokens = members.optional('tokens')?.items() ?? [];
  const keys = members.optional('keys')?.items() ?? [];
  return {
    tokens: tokens.flatMap((item) => readToken(item, known) ?? []),
    keys: keys.flatMap((item) => readKey(item) ?? []),
  };
}

function readToken(reader: Reader, known: Nameable): ApiToken | undefined {
  const members = reader.members([
    'token',
    'permissions',
    'zones',
    'accounts',
    'user',
    'owned_by',
    'status',
    'not_before',
    'expires_on',
  ]);
  const token = members?.required('token')?.matching(TOKEN_FORMAT, '40 to 128 letters, digits, - and _');
  const permissions = members?.optional('permissions')?.items();
  const zones = members?.optional('zones')?.items();
  const accounts = members?.optional('accounts')?.items();
  const user = readUserOf(members?.optional('user'), known);
  const owner = members?.optional('owned_by');
  const ownedBy = owner && readKnownId(owner, known.accounts, 'account');
  if (owner !== undefined && user !== undefined)
    owner.refuse('a token belongs either to a user or to an account');
  const status = members?.optional('status')?.oneOf(['active', 'disabled']);
  const notBefore = readTime(members?.optional('not_before'));
  const expiresOn = readTime(members?.optional('expires_on'));
  if (token === undefined) return undefined;
  return {
    token,
    permissions:
      permissions?.flatMap((item): Permission[] => {
        const permission = item.oneOf(PERMISSIONS);
        return permission === undefined ? [] : [permission];
      }) ?? 'all',
    zones: zones?.flatMap((item) => readKnownId(item, known.zones, 'zone') ?? []) ?? 'all',
    // Whoever limits a token to zones does not mean it for whole accounts.
    accounts:
      accounts?.flatMap((item) => readKnownId(item, known.accounts, 'account') ?? []) ??
      (zones === undefined ? 'all' : []),
    isDisabled: status === 'disabled',
    ...(user !== undefined && { user }),
    ...(ownedBy !== undefined && { ownedBy }),
    ...(notBefore !== undefined && { notBefore }),
    ...(expiresOn !== undefined && { expiresOn }),
  };
}

function readUserOf(reader: Reader | undefined, { users }: Nameable): string | undefined {
  const email = reader?.string();
  if (email === undefined || users.has(email)) return email;
  return reader?.refuse('no user of the seed has this e-mail address');
}

function readKey(reader: Reader): ApiKey | undefined {
  const members = reader.members(['email', 'key']);
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const key = members?.required('key')?.matching(KEY_FORMAT, KEY_FORM);
  return email === undefined || key === undefined ? undefined : { email, key };
}
