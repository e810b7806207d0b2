import { isObject } from '../checks/json';
import { readTime } from '../checks/read-values';
import type { Checked, Members, Problem, Reader } from '../checks/reader';
import { check, INVALID_VALUE } from '../checks/reader';
import { SHARED_PARTS } from '../parts';
import type { Credentials } from '../service/credentials';
import { DocumentIds, readLastNumber } from '../service/document-ids';
import type { SharedState } from '../service/service';
import type { StartSettings } from '../service/read-settings';
import { readSettings } from '../service/read-settings';
import type { ServiceSettings } from '../service/settings';
import { DEFAULT_EMAIL, DEFAULT_SEED, defaultCredentials } from './default-seed';
import type { CheckedAccount } from './read-accounts';
import { ACCOUNT_IDS, readAccounts } from './read-accounts';
import { readCredentials } from './read-credentials';
import type { CheckedUser } from './read-users';
import { readUsers } from './read-users';
import type { CheckedZone } from './read-zones';
import { readZones } from './read-zones';

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
