import { isKnown, sameDestination, shownDestination, type Problem } from '../../../schema';
import type { LogpushJob } from '../../api';
import type { PrivateState } from '../../sdk/framework';
import { deliversElsewhere } from './destination';
import { changedSettings, openSettings, settingsOf, type Settings, type State } from './settings';

/** The job that an update produces. */
export interface PlannedJob {
  readonly settings: Settings;
  /** The destination to send; undefined when the job keeps its own. */
  readonly destination: string | undefined;
}

/** A setting that somebody changed: the expected and the actual value. Nothing secret. */
interface Change {
  readonly name: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/**
 * Compares a job, read right before it is written, with the state that the plan started from. A setting that already
 * has its planned value does not count.
 *
 * @returns the settings that somebody changed since the plan
 */
export function changedSincePlan(
  job: LogpushJob,
  state: State,
  planned: PlannedJob,
  privateState: PrivateState,
): readonly Change[] {
  const found = settingsOf(job, state);
  const wanted = openSettings(job, planned.settings, state);
  const changes = differences(state, found).filter(({ name }) => name in wanted);
  const isPlanned =
    planned.destination !== undefined && sameDestination(job.destination_conf, planned.destination);
  return isPlanned || !isElsewhere(job, state, privateState)
    ? changes
    : [...changes, destinationChange(job, state)];
}

/**
 * Compares the answer to a write with the plan.
 *
 * @param sent the names of the members that were sent
 * @returns the settings that somebody changed at the same time
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

/** Whether the job's destination differs from the state. */
function isElsewhere(job: LogpushJob, state: State, privateState: PrivateState): boolean {
  if (!deliversElsewhere(privateState, job.destination_conf)) return false;
  // The refresh may have found that already.
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
export function jobChanged(zone: string, jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_since_plan',
    path: [],
    message: `Somebody changed the log push job ${jobId} of zone ${zone} after this plan was made: ${listNames(changes)}.`,
    hint: `Nothing was written.\n\n${listChanges(changes)}\n\nPlan again: the new plan shows what it would overwrite.`,
  };
}

/** Reports what somebody changed during this run's write. */
export function jobChangedMeanwhile(zone: string, jobId: number, changes: readonly Change[]): Problem {
  return {
    code: 'job_changed_meanwhile',
    path: [],
    message: `Somebody changed the log push job ${jobId} of zone ${zone} while it was being updated: ${listNames(changes)}.`,
    hint: `This apply wrote its plan. It did not overwrite:\n\n${listChanges(changes)}\n\nThe next plan shows this as a difference.`,
  };
}

/** An update does not create a job that somebody deleted: the plan did not show that. */
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
