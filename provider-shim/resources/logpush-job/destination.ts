import { createHmac, randomBytes } from 'node:crypto';
import { isKnown, isUnknown, type JsonObject, type Unknown } from '../../../schema';
import type { PrivateState } from '../../sdk/framework';
import type { State } from './settings';

/** The key of the fingerprint in the private state. */
const KEY = 'destination';

/**
 * A fingerprint of a destination, which does not reveal it: HMAC-SHA-256 with a random key that only this object has.
 * `answered` is of the text that the service returned, with which later reads are compared.
 */
interface Fingerprint {
  readonly salt: string;
  readonly sent: string;
  readonly answered: string;
}

/**
 * As it is stored: without `answered` if the service returned what was sent. The engine writes the whole state after each
 * object of an apply, so its size counts.
 */
type StoredFingerprint = Omit<Fingerprint, 'answered'> & Partial<Fingerprint>;

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

/** Remembers what was sent and what the service returned. */
export function rememberDestination(privateState: PrivateState, sent: string, answered: string): void {
  const salt = randomBytes(16).toString('hex');
  const fingerprint: StoredFingerprint = {
    ...{ salt, sent: mac(salt, sent) },
    ...(answered !== sent && { answered: mac(salt, answered) }),
  };
  privateState.set(KEY, fingerprint);
}

/**
 * The members of a job's private state, once the service answers with another text for what was sent, as a copy of it does.
 *
 * @param stored the destination in the state; null if it is not stored
 * @returns undefined if it is not known what was sent, or if that is not what the state has
 */
export function withAnswer(
  members: JsonObject,
  stored: string | null,
  answered: string,
): JsonObject | undefined {
  const { salt, sent } = (members[KEY] ?? {}) as Partial<Fingerprint>;
  if (typeof salt !== 'string' || (stored !== null && mac(salt, stored) !== sent)) return undefined;
  return { ...members, [KEY]: { salt, sent, answered: mac(salt, answered) } };
}

/** Whether it is known what was sent. It is not when the private state is damaged. */
export function remembersDestination(privateState: PrivateState): boolean {
  return fingerprintIn(privateState) !== undefined;
}

/** Whether the service's destination has changed since it was last sent. */
export function deliversElsewhere(privateState: PrivateState, answered: string): boolean {
  const fingerprint = fingerprintIn(privateState);
  return fingerprint !== undefined && mac(fingerprint.salt, answered) !== fingerprint.answered;
}

/**
 * Whether to read a stored destination again: the service's destination has changed, or had changed at an earlier read,
 * which stored its text.
 */
export function isOutdated(privateState: PrivateState, stored: string | null, answered: string): boolean {
  const isStale = stored !== null && stored !== answered && !wasSent(privateState, stored);
  return deliversElsewhere(privateState, answered) || (isStale && fingerprintIn(privateState) !== undefined);
}

/** Whether a text is the one that was last sent. */
export function wasSent(privateState: PrivateState, text: string): boolean {
  const fingerprint = fingerprintIn(privateState);
  return fingerprint !== undefined && mac(fingerprint.salt, text) === fingerprint.sent;
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
  privateState: PrivateState,
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
    isReadElsewhere(privateState, before) || (isUnknown(written) ? written : !wasSent(privateState, written));
  return changes !== false && isWriteOnly && isUnknown(version) ? version : changes;
}

/** Whether a read found another destination: it set the version to null or stored the service's text. */
export function isReadElsewhere(
  privateState: PrivateState,
  { destination_conf: stored, ...before }: Kept,
): boolean {
  return stored === null ? before.destination_conf_wo_version === null : !wasSent(privateState, stored);
}

/**
 * Treats the service's destination as the one that was sent: `ignore_changes` keeps the configured one from being sent.
 */
export function acceptDestination(privateState: PrivateState, answered: string): void {
  if (deliversElsewhere(privateState, answered)) rememberDestination(privateState, answered, answered);
}

/** Whether a write-only destination has changed and its version has not. */
export function isForgotten(
  privateState: PrivateState,
  config: WrittenDestination,
  before: Kept,
  version: unknown,
): boolean {
  const { destination_conf_wo: text } = config;
  return (
    isKnown(text) &&
    before.destination_conf === null &&
    before.destination_conf_wo_version !== null &&
    before.destination_conf_wo_version === version &&
    fingerprintIn(privateState) !== undefined &&
    !wasSent(privateState, text)
  );
}

function fingerprintIn(privateState: PrivateState): Fingerprint | undefined {
  const kept = privateState.members(KEY, ['salt', 'sent']);
  return kept && { ...kept, answered: privateState.members(KEY, ['answered'])?.answered ?? kept.sent };
}

function mac(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}
