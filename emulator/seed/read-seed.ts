import { isObject } from '../checks/json';
import { readTime } from '../checks/read-values';
import type { Checked, Problem, Reader } from '../checks/reader';
import { check, INVALID_VALUE } from '../checks/reader';
import type { ApiKey, ApiToken, Credentials, Permission } from '../service/credentials';
import { EMAIL_FORMAT, KEY_FORMAT, PERMISSIONS, TOKEN_FORMAT } from '../service/credentials';
import type { ServiceSettings } from '../service/settings';
import { readSettings } from '../service/settings';
import { DEFAULT_SEED } from './default-seed';
import type { CheckedAccount } from './read-accounts';
import { readAccounts } from './read-accounts';
import type { CheckedZone } from './read-zones';
import { readZones } from './read-zones';

/** A checked seed document, with its defaults filled in. */
export interface Seed {
  readonly zones: readonly CheckedZone[];
  readonly accounts: readonly CheckedAccount[];
  readonly credentials: Credentials;
  readonly settings: ServiceSettings;
  /** Milliseconds since the Unix epoch. */
  readonly clock?: number;
  readonly identifiers: number;
}

const PARTS = ['zones', 'accounts', 'credentials', 'options', 'clock', 'identifiers'] as const;

/** Checks a seed document as strictly as the service checks what clients send, and fills in its defaults. */
export function readSeed(document: unknown, overrides: Partial<ServiceSettings>): Checked<Seed> {
  if (!isObject(document)) return { ok: false, problems: [noSeed(document)] };
  return check(document, (reader) => {
    const members = reader.members(PARTS);
    if (members === undefined) return undefined;
    const settings = { ...readSettings(members.optional('options')), ...overrides };
    const zones = readZones(members.optional('zones') ?? defaultPart(reader, 'zones'), settings);
    const accounts = readAccounts(members.optional('accounts') ?? defaultPart(reader, 'accounts'));
    const zoneIds = new Set(zones?.map((zone) => zone.id));
    const credentials = readCredentials(
      members.optional('credentials') ?? defaultPart(reader, 'credentials'),
      zoneIds,
    );
    const clock = readTime(members.optional('clock'));
    const identifiers = readIdentifiers(members.optional('identifiers')) ?? 0;
    if (zones === undefined || accounts === undefined || credentials === undefined) return undefined;
    return { zones, accounts, credentials, settings, ...(clock !== undefined && { clock }), identifiers };
  });
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

function defaultPart(reader: Reader, part: keyof typeof DEFAULT_SEED): Reader {
  return reader.with(part, DEFAULT_SEED[part]);
}

/** Far more than anybody needs, and far below the limit of exact whole numbers. */
const MAX_IDENTIFIERS = 1_000_000_000_000;

function readIdentifiers(reader: Reader | undefined): number | undefined {
  const count = reader?.count();
  if (count === undefined || count <= MAX_IDENTIFIERS) return count;
  return reader?.refuse(`it must be at most ${MAX_IDENTIFIERS}`);
}

type ZoneIds = ReadonlySet<string | undefined>;

/** Reads the credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
function readCredentials(reader: Reader, zoneIds: ZoneIds): Credentials | undefined {
  const members = reader.members(['tokens', 'keys']);
  if (members === undefined) return undefined;
  const tokens = members.optional('tokens')?.items() ?? [];
  const keys = members.optional('keys')?.items() ?? [];
  return {
    tokens: tokens.flatMap((item) => readToken(item, zoneIds) ?? []),
    keys: keys.flatMap((item) => readKey(item) ?? []),
  };
}

function readToken(reader: Reader, zoneIds: ZoneIds): ApiToken | undefined {
  const members = reader.members(['token', 'permissions', 'zones']);
  const token = members?.required('token')?.matching(TOKEN_FORMAT, '40 to 128 letters, digits, - and _');
  const permissions = members?.optional('permissions')?.items();
  const zones = members?.optional('zones')?.items();
  if (token === undefined) return undefined;
  return {
    token,
    permissions:
      permissions?.flatMap((item): Permission[] => {
        const permission = item.oneOf(PERMISSIONS);
        return permission === undefined ? [] : [permission];
      }) ?? 'all',
    zones: zones?.flatMap((item) => readZoneId(item, zoneIds) ?? []) ?? 'all',
  };
}

function readZoneId(reader: Reader, zoneIds: ZoneIds): string | undefined {
  const id = reader.string();
  return id === undefined || zoneIds.has(id) ? id : reader.refuse('no zone of the seed has this id');
}

function readKey(reader: Reader): ApiKey | undefined {
  const members = reader.members(['email', 'key']);
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const key = members?.required('key')?.matching(KEY_FORMAT, '37 to 39 letters and digits');
  return email === undefined || key === undefined ? undefined : { email, key };
}
