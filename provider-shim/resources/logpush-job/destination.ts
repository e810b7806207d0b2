import { isKnown, isUnknown, type Unknown } from '../../../schema';
import type { Sent } from './private-state';
import type { State } from './settings';

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
  { destination_conf: stored, ...before }: Kept,
): boolean {
  return stored === null ? before.destination_conf_wo_version === null : sent?.is(stored) !== true;
}

/** Whether a write-only destination has changed and its version has not. */
export function isForgotten(
  sent: Sent | undefined,
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
    sent?.is(text) === false
  );
}
