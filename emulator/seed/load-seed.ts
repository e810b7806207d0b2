import type { Service, ServiceState, SharedState } from '../service/service';
import { type StartSettings, type ServiceSettings, readSettings } from '../service/settings';
import { type CheckedZone, storedZone, readZones } from './read-zones';
import type { SeedDocument } from './seed-document';
import { SeedError, seedProblem } from './seed-error';
import { parseSeedText } from './seed-text';
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
import { DocumentIds, readLastNumber } from '../service/identifiers';
import { DEFAULT_SEED } from './default-seed';

/** Puts the service into the state of the seed, including clock and identifiers. */
export function loadSeed(service: Service, seed: Seed, startTime: number): void {
  service.clock.set(seed.clock ?? startTime);
  service.identifiers.resumeAfter(seed.identifiers);
  service.state = stateOf(service, seed);
}

function stateOf(service: Service, seed: Seed): ServiceState {
  const zones = seed.zones.map((zone) => storedZone(service, zone));
  return {
    ...seed.shared,
    zones: new Map(zones.map((zone) => [zone.id, zone])),
    credentials: seed.credentials,
  };
}

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
type LoadState = (document: SeedDocument | string, start: StartSettings) => void;

export function stateLoader(service: Service): LoadState {
  const startTime = service.clock.now();
  return (document, start) => loadSeed(service, checkedSeed(document, start), startTime);
}

function checkedSeed(document: SeedDocument | string, start: StartSettings): Seed {
  const seed = typeof document === 'string' ? parseSeedText(document) : { document, locate: seedProblem };
  if ('problems' in seed) throw new SeedError(seed.problems);
  const read = readSeed(seed.document, start);
  if (!read.ok) throw new SeedError(read.problems.map(seed.locate));
  return read.value;
}

/** A checked seed document, with its defaults filled in. */
interface Seed {
  readonly zones: readonly CheckedZone[];
  readonly credentials: Credentials;
  /** What all zones have in common. */
  readonly shared: SharedState;
  /** Milliseconds since the Unix epoch. */
  readonly clock?: number;
  readonly identifiers: number;
}

const SHARED_MEMBERS = SHARED_PARTS.map(({ member }) => member);

const PARTS = ['zones', 'credentials', ...SHARED_MEMBERS, 'options', 'clock', 'identifiers', 'copy'];

/** Checks a seed document as strictly as the service checks what clients send, and fills in its defaults. */
export function readSeed(document: unknown, start: StartSettings): Checked<Seed> {
  if (!isObject(document)) return { ok: false, problems: [noSeed(document)] };
  return check(document, (reader) => {
    const members = reader.members(PARTS);
    if (members === undefined) return undefined;
    const settings = readSettings(members.optional('options'), start);
    const shared = readShared(members, settings);
    const part = (name: 'zones' | 'credentials'): Reader =>
      members.optional(name) ?? reader.with(name, DEFAULT_SEED[name]);
    const ids = new DocumentIds();
    const zones = readZones(part('zones'), { shared, ids });
    const credentials = readCredentials(part('credentials'), ids.given('zones'));
    const clock = readTime(members.optional('clock'));
    const identifiers = readLastNumber(members.optional('identifiers'));
    if (zones === undefined || credentials === undefined) return undefined;
    return {
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

/** Reads the credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
function readCredentials(reader: Reader, zoneIds: ReadonlySet<string>): Credentials | undefined {
  const members = reader.members(['tokens', 'keys']);
  if (members === undefined) return undefined;
  const tokens = members.optional('tokens')?.items() ?? [];
  const keys = members.optional('keys')?.items() ?? [];
  return {
    tokens: tokens.flatMap((item) => readToken(item, zoneIds) ?? []),
    keys: keys.flatMap((item) => readKey(item) ?? []),
  };
}

function readToken(reader: Reader, zoneIds: ReadonlySet<string>): ApiToken | undefined {
  const members = reader.members([
    'token',
    'permissions',
    'zones',
    'user',
    'status',
    'not_before',
    'expires_on',
  ]);
  const token = members?.required('token')?.matching(TOKEN_FORMAT, '40 to 128 letters, digits, - and _');
  const permissions = members?.optional('permissions')?.items();
  const zones = members?.optional('zones')?.items();
  const user = members?.optional('user')?.matching(EMAIL_FORMAT, 'an e-mail address');
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
    zones: zones?.flatMap((item) => readKnownZone(item, zoneIds) ?? []) ?? 'all',
    isDisabled: status === 'disabled',
    ...(user !== undefined && { user }),
    ...(notBefore !== undefined && { notBefore }),
    ...(expiresOn !== undefined && { expiresOn }),
  };
}

/** Reads the id of a zone that the seed has. */
function readKnownZone(reader: Reader, known: ReadonlySet<string>): string | undefined {
  const id = reader.string();
  return id === undefined || known.has(id) ? id : reader.refuse('no zone of the seed has this id');
}

function readKey(reader: Reader): ApiKey | undefined {
  const members = reader.members(['email', 'key']);
  const email = members?.required('email')?.matching(EMAIL_FORMAT, 'an e-mail address');
  const key = members?.required('key')?.matching(KEY_FORMAT, KEY_FORM);
  return email === undefined || key === undefined ? undefined : { email, key };
}
