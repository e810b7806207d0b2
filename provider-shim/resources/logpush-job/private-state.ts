import { createHmac, randomBytes } from 'node:crypto';
import { PrivateState } from '../../sdk/framework';
import type { State } from './settings';

/**
 * What a job's private state has beside its attributes. The engine writes the whole state after each object of an apply, so
 * it has nothing that can be told without: none for a job that this resource created, whose destination is stored and is
 * as it was sent.
 *
 * - MARK tells an object from others that may have the same job, if it did not create that job itself.
 * - SENT is a fingerprint of the destination, if it is not stored or the service has another text:
 *   `salt.sent` or `salt.sent.answered`.
 */
const MARK = 'o';
const SENT = 'd';

/** What earlier versions wrote: a mark in every object, and an object of hexadecimal texts. Read, and replaced when written. */
const OLD_MARK = 'owner';
const OLD_SENT = 'destination';

/** Bytes; base64url makes four characters of three. */
const [MARK_BYTES, SALT_BYTES, MAC_BYTES] = [6, 6, 12];

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url');

function markIn(privateState: PrivateState): string | undefined {
  const mark = privateState.text(MARK) ?? privateState.text(OLD_MARK);
  return /^([\w-]{8})/.exec(mark ?? '')?.[1];
}

/** Marks an object whose job others may have too. */
export function markObject(privateState: PrivateState): void {
  privateState.set(MARK, randomText(MARK_BYTES));
}

/** Tells an object of the state from others of the same job. Undefined for an imported one whose private state is damaged. */
export function identityOf(state: State, privateState: PrivateState): string | undefined {
  const mark = markIn(privateState) ?? (state.taken_over ? undefined : 'creator');
  return mark && `${state.zone_id}/${state.job_id} ${mark}`;
}

/** HMAC-SHA-256 with a salt that only this object has, so that it reveals neither a text nor equality with another's. */
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
  const [, salt, sent, answered = sent] =
    /^([\w-]{8,})\.([\w-]{16})(?:\.([\w-]{16}))?$/.exec(privateState.text(SENT) ?? '') ?? [];
  if (salt !== undefined && sent !== undefined && answered !== undefined) return { salt, sent, answered };
  const old = privateState.members(OLD_SENT, ['salt', 'sent']);
  if (!old) return undefined;
  const short = (hex: string, bytes?: number): string =>
    Buffer.from(hex, 'hex').subarray(0, bytes).toString('base64url');
  const oldAnswer = privateState.members(OLD_SENT, ['answered'])?.answered ?? old.sent;
  return {
    salt: short(old.salt),
    sent: short(old.sent, MAC_BYTES),
    answered: short(oldAnswer, MAC_BYTES),
  };
}

function set(privateState: PrivateState, known: Fingerprint | undefined): void {
  privateState.set(OLD_SENT, undefined);
  const { salt, sent, answered } = known ?? {};
  privateState.set(SENT, known && [salt, sent, ...(answered === sent ? [] : [answered])].join('.'));
}

/** What was last sent as the destination, and what the service returned for it. */
export interface Sent {
  readonly is: (text: string) => boolean;
  readonly isAnswer: (text: string) => boolean;
}

/** @param stored the destination in the state, null if it has none @returns undefined if the private state is damaged */
export function sentBefore(privateState: PrivateState, stored: string | null): Sent | undefined {
  const known = fingerprintIn(privateState);
  if (!known) return stored === null ? undefined : { is: sameAs(stored), isAnswer: sameAs(stored) };
  return {
    is: (text) => mac(known.salt, text) === known.sent,
    isAnswer: (text) => mac(known.salt, text) === known.answered,
  };
}

function sameAs(one: string): (other: string) => boolean {
  return (other) => other === one;
}

/** Notes what was sent and what the service returned. @param stored what the state has from now on */
export function noteSent(
  privateState: PrivateState,
  stored: string | null,
  sent: string,
  answered: string,
): void {
  set(privateState, stored === sent && answered === sent ? undefined : fingerprint(sent, answered));
}

/**
 * Keeps what was sent, when the state has another text from now on, in the form of this version.
 *
 * @param before the destination that the state had
 */
export function keepSent(privateState: PrivateState, before: string | null, stored: string | null): void {
  const known = fingerprintIn(privateState) ?? (before === null ? undefined : fingerprint(before));
  const isStored =
    known && stored !== null && [known.sent, known.answered].every((one) => one === mac(known.salt, stored));
  set(privateState, isStored ? undefined : known);
}

/** Forgets the object that a new one replaces. @param isMarked whether others may have its job: an interrupted run created it */
export function beginAnew(privateState: PrivateState, isMarked: boolean): void {
  for (const name of [MARK, OLD_MARK, SENT, OLD_SENT]) privateState.set(name, undefined);
  if (isMarked) markObject(privateState);
}

/** Replaces what an earlier version wrote. A job that this resource created needs no mark. */
export function shorten(privateState: PrivateState, before: State, stored: string | null): void {
  const mark = before.taken_over ? (markIn(privateState) ?? randomText(MARK_BYTES)) : privateState.text(MARK);
  privateState.set(OLD_MARK, undefined);
  privateState.set(MARK, mark);
  keepSent(privateState, before.destination_conf, stored);
}

/**
 * The private state of a stored job, once the service answers with another text for what was sent, as a copy of it does.
 *
 * @param kept as the engine keeps it
 * @param stored the destination in the state; null if it is not stored
 * @returns undefined if it is not known what was sent, or if that is not what the state has
 */
export function withAnswer(kept: unknown, stored: string | null, answered: string): string | undefined {
  const privateState = PrivateState.from(Buffer.from(String(kept ?? ''), 'base64'));
  const known = fingerprintIn(privateState) ?? (stored === null ? undefined : fingerprint(stored));
  if (!known || (stored !== null && mac(known.salt, stored) !== known.sent)) return undefined;
  set(privateState, { ...known, answered: mac(known.salt, answered) });
  return Buffer.from(privateState.bytes()).toString('base64');
}

/** The write-only attributes that the plan of an update lacks. */
const LEFT_OUT = 'plan:left_out';

const WRITE_ONLY = ['destination_conf_wo', 'ownership_challenge_wo'] as const;

/** The write-only attributes of a configuration, which no plan stores. */
type WriteOnly<V> = Readonly<Record<(typeof WRITE_ONLY)[number], V>>;

/**
 * Records which attributes the plan of an update lacks. Only the plan lacks the attributes that `ignore_changes` lists:
 * the configuration at apply has them again.
 */
export function noteLeftOut(privateState: PrivateState, config: WriteOnly<unknown>): void {
  const leftOut = WRITE_ONLY.filter((name) => config[name] === null);
  privateState.set(LEFT_OUT, leftOut.length === 0 ? undefined : leftOut);
}

/** What an update may read from the configuration: the write-only attributes that its plan also had. */
export function writeOnlyIn(
  privateState: PrivateState,
  config: WriteOnly<string | null>,
): WriteOnly<string | null> {
  const leftOut = privateState.fromPlan(LEFT_OUT);
  const taken = (name: keyof WriteOnly<unknown>): string | null =>
    Array.isArray(leftOut) && leftOut.includes(name) ? null : config[name];
  return {
    destination_conf_wo: taken('destination_conf_wo'),
    ownership_challenge_wo: taken('ownership_challenge_wo'),
  };
}
