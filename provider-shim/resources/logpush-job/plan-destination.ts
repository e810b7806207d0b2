import {
  isKnown,
  isUnknown,
  needsOwnershipChallenge,
  parseDestination,
  shownDestination,
  unknown,
  type ConfigAtPlan,
  type PlannedState,
  type Unknown,
  type Problem,
} from '../../../schema';
import { isReadElsewhere, mustBeSent, writtenDestination } from './destination';
import type { Sent } from './private-state';
import type { Schema, State } from './settings';

type Config = ConfigAtPlan<Schema>;
type Plan = PlannedState<Schema>;

/** The stored destination of a plan: as configured, else none beside a write-only one, else as it was. */
export function plannedDestinationConf(
  { destination_conf: stored, destination_conf_wo: writeOnly }: Config,
  state: State | null,
): Plan['destination_conf'] {
  if (stored !== null) return stored;
  return writeOnly === null ? (state?.destination_conf ?? null) : null;
}

/** What a plan does with the destination. */
export interface PlannedDestination {
  /** Whether it is sent; unknown until it is known whether it changes. */
  readonly sent: boolean | Unknown;
  /** The part of it that may be shown, once known. */
  readonly shown: string | Unknown;
}

export function planDestination(
  config: Config,
  plan: Plan,
  state: State | null,
  before: Sent | undefined,
): PlannedDestination {
  const written = writtenDestination(config);
  const sent = state === null ? true : mustBeSent(before, written, state, plan);
  if (sent === false) return { sent, shown: state?.destination ?? unknown };
  const shown = isKnown(written) ? shownDestination(written) : unknown;
  return { sent, shown: sent === true || shown === state?.destination ? shown : unknown };
}

/** Checks that a destination that needs a token is sent with one (docs/internals/service.md 5.6). */
export function challengeMissing(
  config: Config,
  sent: boolean | Unknown,
  state: State | null,
): Problem | undefined {
  const written = writtenDestination(config);
  const isGiven = [config.ownership_challenge, config.ownership_challenge_wo].some(
    (token) => token !== null && token !== '',
  );
  if (sent !== true || isGiven || !isKnown(written) || needsOwnershipChallenge(written) !== true)
    return undefined;
  const scheme = parseDestination(written)?.scheme ?? '';
  return {
    code: 'ownership_challenge_missing',
    path: ['ownership_challenge'],
    message: `Destinations of the scheme ${scheme} need a token that proves ownership, and none is set.`,
    hint: [
      'Request one and pass it on, in the same apply and without storing it:',
      '',
      'ephemeral "zone_logpush_ownership_challenge" "this" {',
      '  zone_id          = …            # as in this job',
      '  destination_conf = …            # as in this job',
      '  read_from        = …            # where the file in the bucket can be read',
      '}',
      '',
      'ownership_challenge_wo = ephemeral.zone_logpush_ownership_challenge.this.token',
      '',
      'Or set ownership_challenge to a token that you read from the file yourself.',
      ...(state ? ['A token that ignore_changes lists is not sent. Remove it from ignore_changes.'] : []),
      ...(scheme === 's3' ? ['An s3 destination with access-key-id and secret-access-key needs none.'] : []),
    ].join('\n'),
  };
}

/**
 * Refuses a write-only destination beside a stored one that `ignore_changes` keeps: a destination that must not be
 * stored would stay in the state.
 */
export function storedIsIgnored(
  { destination_conf: stored, destination_conf_wo: writeOnly }: Config,
  state: State | null,
): Problem | undefined {
  if (!isKnown(writeOnly) || stored === null || stored !== state?.destination_conf) return undefined;
  return {
    code: 'destination_conf_ignored',
    path: ['destination_conf_wo'],
    message:
      'destination_conf_wo is given, and ignore_changes lists destination_conf, which keeps the stored destination in ' +
      'the state.',
    hint:
      'Remove destination_conf from ignore_changes. To ignore changes of the write-only destination, list ' +
      'destination_conf_wo and destination_conf_wo_version instead.',
  };
}

/** Whether a plan replaces a destination that somebody set at the service. */
export function replacesDestination(
  sent: boolean | Unknown,
  state: State | null,
  before: Sent | undefined,
): state is State {
  return state !== null && sent !== false && before !== undefined && isReadElsewhere(before, state);
}

/**
 * Warns that somebody set another destination at the service and that apply replaces it: the plan hides secrets, and
 * shows only the version of a write-only destination. Not needed for a plan that does not send the destination.
 */
export function destinationReplaced(zone: string, state: State): Problem {
  const attributes =
    state.destination_conf === null
      ? 'destination_conf_wo and destination_conf_wo_version'
      : 'destination_conf';
  return {
    code: 'destination_replaced',
    path: [],
    message: `The destination of log push job ${String(state.job_id)} of zone ${zone} was changed outside this configuration, and apply replaces it.`,
    hint:
      `The job delivers to ${state.destination ?? 'another destination'} now; its secrets may be what changed, and are not shown. To keep ` +
      `that destination, write it into the configuration, or list ${attributes} in ignore_changes.`,
  };
}

/** Warns that a write-only destination was edited and its version was not. */
export function destinationForgotten(version: unknown): Problem {
  return {
    code: 'destination_not_sent',
    path: ['destination_conf_wo'],
    message: 'destination_conf_wo has changed, but is not sent, because its version is the same.',
    hint: `To send it, increase destination_conf_wo_version to ${typeof version === 'number' ? version + 1 : 'the next number'}.`,
  };
}

/** Refuses to store a secret that the configuration keeps out of the state. */
export function importedOpenly(zoneId: string, jobId: number, version: unknown): Problem {
  const number = isUnknown(version) || version === null ? 1 : String(version);
  return {
    code: 'imported_openly',
    path: ['destination_conf_wo'],
    message: 'The import would put the destination into the state, but this configuration keeps it out.',
    hint: `Import with the version of the write-only destination at the end of the id: "${zoneId}/${jobId}/${number}".`,
  };
}
