import { isKnown, sameDestination, shownDestination, type Problem } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { PrivateState } from '../../framework';
import { deliversElsewhere } from './destination';
import { changedSettings, settingsOf, type Settings, type State } from './settings';

/** What an update brings a job to. */
export interface PlannedJob {
  readonly settings: Settings;
  /** The destination that is to be sent; undefined when the job keeps its own. */
  readonly destination: string | undefined;
}

/** A setting that somebody changed: what was expected, and what is there. Nothing secret. */
interface Change {
  readonly name: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/**
 * Holds a job, read right before it is written, against the state that the plan was made from. What has become as it
 * is planned is no change.
 *
 * @returns the settings that somebody changed since
 */
export function changedSincePlan(
  job: LogpushJob,
  state: State,
  planned: PlannedJob,
  privateState: PrivateState,
): readonly Change[] {
  const found = settingsOf(job, state);
  const wanted = changedSettings(settingsOf(job, planned.settings), planned.settings);
  const changes = differences(state, found).filter(({ name }) => name in wanted);
  const isPlanned =
    planned.destination !== undefined && sameDestination(job.destination_conf, planned.destination);
  return isPlanned || !isElsewhere(job, state, privateState)
    ? changes
    : [...changes, destinationChange(job, state)];
}

/**
 * Holds the answer to a write against the plan.
 *
 * @param sent the names of the members that were sent
 * @returns the settings that somebody changed in the same moment
 */
export function changedMeanwhile(
  answer: LogpushJob,
  state: State,
  planned: PlannedJob,
  sent: readonly string[],
  privateState: PrivateState,
): readonly Change[] {
  const { settings } = planned;
  const changes = differences(settings, settingsOf(answer, settings)).filter(
    ({ name }) => !sent.includes(name),
  );
  const isElsewhereNow = planned.destination === undefined && isElsewhere(answer, state, privateState);
  return isElsewhereNow ? [...changes, destinationChange(answer, state)] : changes;
}

/** Whether the job delivers elsewhere than the state says. */
function isElsewhere(job: LogpushJob, state: State, privateState: PrivateState): boolean {
  if (!deliversElsewhere(privateState, job.destination_conf)) return false;
  // The reading before the plan may have found that already.
  if (isKnown(state.destination_conf)) return state.destination_conf !== job.destination_conf;
  return (
    state.destination_conf_wo_version !== null || state.destination !== shownDestination(job.destination_conf)
  );
}

function differences(expected: Settings, found: Settings): readonly Change[] {
  return Object.keys(changedSettings(expected, found)).map((name) => ({
    name,
    expected: expected[name as keyof Settings],
    found: found[name as keyof Settings],
  }));
}

function destinationChange(job: LogpushJob, { destination }: State): Change {
  const found = shownDestination(job.destination_conf);
  const isShown = found !== destination;
  return {
    name: 'destination_conf',
    expected: isShown ? destination : '(secret)',
    found: isShown ? found : '(another secret)',
  };
}

/** Refuses to overwrite what the plan did not show. */
export function jobChanged(jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_since_plan',
    path: [],
    message: `Somebody changed the log push job ${jobId} after this plan was made: ${listNames(changes)}.`,
    hint: `Nothing was written.\n\n${listChanges(changes)}\n\nPlan again: the new plan shows what it would overwrite.`,
  };
}

/** Says what somebody changed while this run was writing. */
export function jobChangedMeanwhile(jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_meanwhile',
    path: [],
    message: `Somebody changed the log push job ${jobId} while it was being updated: ${listNames(changes)}.`,
    hint: `This apply wrote its plan. It did not overwrite:\n\n${listChanges(changes)}\n\nThe next plan shows this as a difference.`,
  };
}

/** A job that somebody deleted is not made by an update: the plan did not show that. */
export function jobGone(zone: string, jobId: number): Problem {
  return {
    code: 'job_gone',
    path: [],
    message: `Zone ${zone} no longer has the log push job ${jobId}: somebody deleted it after this plan was made.`,
    hint: 'Nothing was written. Plan again: the new plan creates the job again.',
  };
}

function listNames(changes: readonly Change[]): string {
  return changes.map(({ name }) => name).join(', ');
}

function listChanges(changes: readonly Change[]): string {
  return changes
    .map(({ name, expected, found }) => `  ${name}: expected ${shown(expected)}, found ${shown(found)}`)
    .join('\n');
}

/** A value on one line. */
function shown(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
