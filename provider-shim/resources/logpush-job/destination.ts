import { createHmac, randomBytes } from 'node:crypto';
import { isKnown, isUnknown, type Unknown } from '../../../schema';
import type { PrivateState } from '../../framework';
import type { State } from './settings';

/** Where the fingerprint is kept beside the state. */
const KEY = 'destination';

/**
 * What a destination was, told without telling it: HMAC-SHA-256 under a random key that only this object has.
 * `answered` is of the text that the service gave back, which is what later readings are compared with.
 */
interface Fingerprint {
  readonly salt: string;
  readonly sent: string;
  readonly answered: string;
}

/** The two forms in which a destination is written. */
export interface WrittenDestination {
  readonly destination_conf: string | Unknown | null;
  readonly destination_conf_wo: string | Unknown | null;
}

type Kept = Pick<State, 'destination_conf' | 'destination_conf_wo_version'>;

/** The written destination, in whichever form; undefined when there is none. */
export function writtenDestination(config: WrittenDestination): string | Unknown | undefined {
  return config.destination_conf ?? config.destination_conf_wo ?? undefined;
}

/** The attribute that the destination is written in. */
export function destinationAttribute(config: WrittenDestination): 'destination_conf' | 'destination_conf_wo' {
  return config.destination_conf === null ? 'destination_conf_wo' : 'destination_conf';
}

/** Remembers what was sent, and what the service made of it. */
export function rememberDestination(privateState: PrivateState, sent: string, answered: string): void {
  const salt = randomBytes(16).toString('hex');
  const fingerprint: Fingerprint = { salt, sent: mac(salt, sent), answered: mac(salt, answered) };
  privateState.set(KEY, fingerprint);
}

/** Whether it is known what was sent; not of an object of a damaged state. */
export function remembersDestination(privateState: PrivateState): boolean {
  return fingerprintIn(privateState) !== undefined;
}

/** Whether the service delivers to another destination than it did when it was last told. */
export function deliversElsewhere(privateState: PrivateState, answered: string): boolean {
  const fingerprint = fingerprintIn(privateState);
  return fingerprint !== undefined && mac(fingerprint.salt, answered) !== fingerprint.answered;
}

/**
 * Whether a stored destination is to be read anew: the service delivers elsewhere, or did so at an earlier reading, from
 * which the stored text is.
 */
export function isOutdated(privateState: PrivateState, stored: string | null, answered: string): boolean {
  const isStale = stored !== null && stored !== answered && !wasSent(privateState, stored);
  return deliversElsewhere(privateState, answered) || (isStale && fingerprintIn(privateState) !== undefined);
}

/** Whether a text is what was last sent. */
export function wasSent(privateState: PrivateState, text: string): boolean {
  const fingerprint = fingerprintIn(privateState);
  return fingerprint !== undefined && mac(fingerprint.salt, text) === fingerprint.sent;
}

/**
 * Whether an update sends the destination: a stored one when the plan changes it, a write-only one when its version
 * changes and its text is another, or the service delivers elsewhere than it was told. So nothing is sent that
 * `ignore_changes` keeps as it is.
 *
 * @param written undefined when there is none but one that `ignore_changes` hides from the plan
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

/** Whether a reading found another destination: it made the version null, or put the service's text into the state. */
export function isReadElsewhere(
  privateState: PrivateState,
  { destination_conf: stored, ...before }: Kept,
): boolean {
  return stored === null ? before.destination_conf_wo_version === null : !wasSent(privateState, stored);
}

/**
 * Takes the destination that the service has for the one that it was told, which `ignore_changes` keeps from being sent.
 */
export function acceptDestination(privateState: PrivateState, answered: string): void {
  if (deliversElsewhere(privateState, answered)) rememberDestination(privateState, answered, answered);
}

/** Whether a write-only destination is another one, though its version is not. */
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
  return privateState.members(KEY, ['salt', 'sent', 'answered']);
}

function mac(salt: string, text: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(text).digest('hex');
}
