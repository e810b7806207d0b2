import type { Service, SharedState } from '../service/service';
import { type StartSettings, readSettings, settingsDocument } from '../service/settings';
import { type CheckedZone, seedZone, storedZone, zoneDocument } from './read-zones';
import type { SeedDocument, SeedToken } from './seed-document';
import { SeedError, seedProblem, parseSeedText } from './seed-text';
import { isObject, present } from '../checks/json';
import { type Checked, type Problem, check, INVALID_VALUE } from '../checks/reader';
import * as is from '../checks/shape';
import { SHARED_PARTS, type SeedSharedParts } from '../requests/parts';
import {
  type ApiToken,
  type Credentials,
  EMAIL_FORMAT,
  KEY_FORM,
  KEY_FORMAT,
  PERMISSIONS,
  TOKEN_FORMAT,
} from '../service/credentials';
import { DocumentIds, lastNumber } from '../service/identifiers';
import { DEFAULT_SEED } from './default-seed';

/** Puts the service into the state that a document or the text of a file describes. @throws SeedError */
type LoadState = (document: SeedDocument | string, start: StartSettings) => void;

export function stateLoader(service: Service): LoadState {
  const startTime = service.clock.now();
  return (document, start) => {
    const { zones: sent, shared, credentials, clock, identifiers } = checkedSeed(document, start);
    service.clock.set(clock ?? startTime);
    service.identifiers.resumeAfter(identifiers);
    const zones = new Map(
      sent.map((checked) => {
        const zone = storedZone(service, checked);
        return [zone.id, zone] as const;
      }),
    );
    service.state = { ...shared, zones, credentials };
  };
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
function readSeed(document: unknown, start: StartSettings): Checked<Seed> {
  if (!isObject(document)) return { ok: false, problems: [noSeed(document)] };
  return check({ ...DEFAULT_SEED, ...document }, (reader) => {
    const settings = readSettings(reader.optional('options'), start);
    const parts = SHARED_PARTS.map((each) => each.read(reader.optional(each.member)));
    // The parts together have every other member.
    const shared = Object.assign({ settings }, ...parts) as SharedState;
    const ids = new DocumentIds();
    const seed = is.object({
      zones: is.list(seedZone({ shared, ids })),
      // After the zones, whose ids they name.
      credentials: (sent) => credentials(ids.given('zones'))(sent),
      ...is.elsewhere([...SHARED_MEMBERS, 'options', 'copy']),
      clock: is.optional(is.time),
      identifiers: is.optional(lastNumber, 0),
    })(reader);
    return seed && { ...seed, shared };
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

/** The credentials of a seed: tokens with their rights, and e-mail addresses with their keys. */
function credentials(zoneIds: ReadonlySet<string>): is.Shape<Credentials> {
  const email = is.text(EMAIL_FORMAT, 'an e-mail address');
  const zoneId = is.refusedIf(is.text(), (id) =>
    zoneIds.has(id) ? undefined : 'no zone of the seed has this id',
  );
  const token = is.object({
    token: is.text(TOKEN_FORMAT, '40 to 128 letters, digits, - and _'),
    permissions: is.optional<ApiToken['permissions']>(is.list(is.oneOf(PERMISSIONS)), 'all'),
    zones: is.optional<ApiToken['zones']>(is.list(zoneId), 'all'),
    user: is.optional(email),
    status: is.optional(is.oneOf(['active', 'disabled']), 'active'),
    not_before: is.optional(is.time),
    expires_on: is.optional(is.time),
  });
  const tokens = is.list(
    is.mapped(token, ({ status, not_before: notBefore, expires_on: expiresOn, ...rest }) => ({
      ...rest,
      isDisabled: status === 'disabled',
      ...present({ notBefore, expiresOn }),
    })),
  );
  const keys = is.list(is.object({ email, key: is.text(KEY_FORMAT, KEY_FORM) }));
  return is.object({ tokens: is.optional(tokens, []), keys: is.optional(keys, []) });
}

/** The whole state of the service as a complete seed document, in plain JSON. */
export type Snapshot = Required<Omit<SeedDocument, 'copy'>>;

export function snapshotOf({ state, clock, identifiers }: Service): Snapshot {
  const { zones, credentials, settings } = state;
  const shared = SHARED_PARTS.map((part) => [part.member, part.write(state)] as const);
  // The parts together have every other member of a seed.
  return structuredClone({
    zones: [...zones.values()].map(zoneDocument),
    credentials: { tokens: credentials.tokens.map(tokenDocument), keys: credentials.keys },
    ...(Object.fromEntries(shared) as Required<SeedSharedParts>),
    options: settingsDocument(settings),
    clock: new Date(clock.now()).toISOString(),
    identifiers: identifiers.issued(),
  });
}

function tokenDocument(token: ApiToken): SeedToken {
  const { permissions, zones, user, isDisabled, notBefore, expiresOn } = token;
  return {
    token: token.token,
    ...(permissions !== 'all' && { permissions }),
    ...(zones !== 'all' && { zones }),
    ...(user !== undefined && { user }),
    ...(isDisabled && { status: 'disabled' as const }),
    ...(notBefore !== undefined && { not_before: new Date(notBefore).toISOString() }),
    ...(expiresOn !== undefined && { expires_on: new Date(expiresOn).toISOString() }),
  };
}
