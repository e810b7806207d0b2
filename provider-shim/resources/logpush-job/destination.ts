import { createHmac, randomBytes } from 'node:crypto';
import {
  isKnown,
  isOpenParameter,
  isUnknown,
  parametersIn,
  parseDestination,
  shownDestination,
  type Unknown,
} from '../../../schema';
import { type PrivateState } from '../../sdk/framework';
import type { State } from './settings';

/**
 * What a job's private state has: what its attributes do not say. The engine writes the whole state after each object of an
 * apply, so there is nothing in it that can be told without, and none at all for a job that this resource created, whose
 * destination is stored and is as it was sent.
 *
 * - MARK tells an object from others that may have the same job, if it did not create that job itself.
 * - SENT is a fingerprint of the destination, if that is not stored or the service has another text:
 *   `salt.sent` or `salt.sent.answered`.
 */
const MARK = 'o';
const SENT = 'd';

/** Bytes. Base64url makes four characters of three. */
const [MARK_BYTES, SALT_BYTES, MAC_BYTES] = [6, 6, 12];

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Tells an object of the state from others of the same job, unless one was copied by hand. */
export function identityOf(state: State, privateState: PrivateState): string {
  const mark = privateState.text(MARK) ?? (state.taken_over ? 'unmarked' : 'creator');
  return `${state.zone_id}/${String(state.job_id)} ${mark}`;
}

/** Begins the private state of an object. @param isMarked whether others may have its job, which it did not create */
export function begin(privateState: PrivateState, isMarked: boolean): void {
  privateState.set(MARK, isMarked ? randomText(MARK_BYTES) : undefined);
  setSent(privateState, undefined);
}

/** HMAC-SHA-256 with a salt that only this object has: it reveals neither a text nor equality with another object's. */
interface Fingerprint {
  readonly salt: string;
  readonly sent: string;
  /** Of what the service returned, with which later reads are compared. */
  readonly answered: string;
}

function mac(salt: string, text: string): string {
  const digest = createHmac('sha256', Buffer.from(salt, 'base64url')).update(text).digest();
  return digest.subarray(0, MAC_BYTES).toString('base64url');
}

function fingerprint(sent: string, answered = sent): Fingerprint {
  const salt = randomText(SALT_BYTES);
  return { salt, sent: mac(salt, sent), answered: mac(salt, answered) };
}

function fingerprintIn(privateState: PrivateState): Fingerprint | undefined {
  const [, salt = '', sent, answered = sent] =
    /^([\w-]{8})\.([\w-]{16})(?:\.([\w-]{16}))?$/.exec(privateState.text(SENT) ?? '') ?? [];
  return sent === undefined || answered === undefined ? undefined : { salt, sent, answered };
}

function setSent(privateState: PrivateState, known: Fingerprint | undefined): void {
  const { salt, sent, answered } = known ?? {};
  privateState.set(SENT, known && [salt, sent, ...(answered === sent ? [] : [answered])].join('.'));
}

/** What was last sent as the destination, and what the service returned for it. */
export interface Sent {
  readonly is: (text: string) => boolean;
  readonly isAnswer: (text: string) => boolean;
}

/** @param stored the destination in the state; null if it has none @returns undefined if the private state is damaged */
export function sentBefore(privateState: PrivateState, stored: string | null): Sent | undefined {
  const known = fingerprintIn(privateState);
  const isStored = (text: string): boolean => text === stored;
  if (!known) return stored === null ? undefined : { is: isStored, isAnswer: isStored };
  const { salt, sent, answered } = known;
  return { is: (text) => mac(salt, text) === sent, isAnswer: (text) => mac(salt, text) === answered };
}

/** What is no secret of a destination: where it leads, and its open parameters. */
export function openDestination(text: string): string {
  const scheme = parseDestination(text)?.scheme ?? '';
  const open = (parametersIn(text) ?? []).filter(({ name, value }) => isOpenParameter(scheme, name, value));
  const query = open.map(({ name, value }) => `${name}=${value}`).sort();
  return shownDestination(text) + (query.length > 0 ? `?${query.join('&')}` : '');
}

/**
 * Notes what was sent and what the service returned. What is no secret of it and has another form is not noted: a read finds
 * that it differs.
 *
 * @param stored what the state has from now on
 */
export function noteSent(
  privateState: PrivateState,
  stored: string | null,
  sent: string,
  returned: string,
): void {
  const answered = openDestination(returned) === openDestination(sent) ? returned : sent;
  setSent(privateState, stored === sent && answered === sent ? undefined : fingerprint(sent, answered));
}

/** Keeps what was sent when the state has another text from now on. @param before the destination that it had */
export function keepSent(privateState: PrivateState, before: string | null, stored: string | null): void {
  const known = fingerprintIn(privateState) ?? (before === null ? undefined : fingerprint(before));
  const now = known && stored !== null ? mac(known.salt, stored) : undefined;
  const isStored = now !== undefined && now === known?.sent && now === known.answered;
  setSent(privateState, isStored ? undefined : known);
}

/** The two attributes that can hold a destination. */
export interface WrittenDestination {
  readonly destination_conf: string | Unknown | null;
  readonly destination_conf_wo: string | Unknown | null;
}

type Kept = Pick<State, 'destination_conf' | 'destination_conf_wo_version'>;

/** The configured destination, from either attribute; undefined when there is none. */
export function writtenDestination(config: WrittenDestination): string | Unknown | undefined {
  return config.destination_conf ?? config.destination_conf_wo ?? undefined;
}

/** The attribute that holds the destination. */
export function destinationAttribute(config: WrittenDestination): 'destination_conf' | 'destination_conf_wo' {
  return config.destination_conf === null ? 'destination_conf_wo' : 'destination_conf';
}

/**
 * Whether to read a stored destination again: the service's destination has changed, or had changed at an earlier read,
 * which stored its text.
 */
export function isOutdated(sent: Sent | undefined, stored: string | null, answered: string): boolean {
  if (!sent) return false;
  return !sent.isAnswer(answered) || (stored !== null && stored !== answered && !sent.is(stored));
}

/**
 * Whether an update sends the destination: a stored one when the plan changes it, a write-only one when its version
 * changes and either its text differs or the service's destination has changed. So nothing is sent that
 * `ignore_changes` keeps.
 *
 * @param written undefined when there is none, or `ignore_changes` hides it from the plan
 * @returns unknown while it is not known whether the destination changes
 */
export function mustBeSent(
  sent: Sent | undefined,
  written: string | Unknown | undefined,
  before: Kept,
  after: { readonly destination_conf: unknown; readonly destination_conf_wo_version: unknown },
): boolean | Unknown {
  const { destination_conf: stored, destination_conf_wo_version: version } = after;
  const wasWriteOnly = before.destination_conf === null;
  if (stored !== null && !wasWriteOnly)
    return isUnknown(stored) ? stored : stored !== before.destination_conf;
  const isWriteOnly = stored === null && wasWriteOnly;
  if (written === undefined || (isWriteOnly && version === before.destination_conf_wo_version)) return false;
  const changes =
    isReadElsewhere(sent, before) || (isUnknown(written) ? written : sent?.is(written) !== true);
  return changes !== false && isWriteOnly && isUnknown(version) ? version : changes;
}

/** Whether a read found another destination: it set the version to null or stored the service's text. */
export function isReadElsewhere(
  sent: Sent | undefined,
  { destination_conf: stored, destination_conf_wo_version: version }: Kept,
): boolean {
  return stored === null ? version === null : sent?.is(stored) !== true;
}

/** Whether a write-only destination has changed and its version has not. */
export function isForgotten(
  sent: Sent | undefined,
  { destination_conf_wo: text }: WrittenDestination,
  before: Kept,
  version: unknown,
): boolean {
  const { destination_conf: stored, destination_conf_wo_version: versionBefore } = before;
  const isSameVersion = stored === null && versionBefore !== null && versionBefore === version;
  return isSameVersion && isKnown(text) && sent?.is(text) === false;
}
