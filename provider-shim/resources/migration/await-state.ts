import { MIGRATION_STATES, type MigrationState, type Problem } from '../../../schema';
import { backOff, ServiceError, type BackOff, type Time, type ZoneClient } from '../../api';
import type { Call } from '../../sdk/framework';
import { MigrationProblem, readStatus, statusSentence, stateInWords, type Status } from './status';

/** Short at first, since some zones finish at once; longer for those that take an hour. */
const BACK_OFF: BackOff = { firstMs: 250, longestMs: 15_000, growth: 1.6 };

/** One look at the state may take so long even when the time is up. */
const LEAST_LOOK_MS = 10_000;

/** https://nodejs.org/api/timers.html: a longer timer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Awaited {
  readonly zoneId: string;
  /** The zone in messages. @default - its id */
  readonly zone?: string;
  readonly reached: MigrationState;
  /** Milliseconds after which waiting ends with an error. */
  readonly limitMs: number;
}

/**
 * Polls the status of the zone until it is as it should be; a finishing zone may have finished by itself. Passing failures to read it are retried. Giving up loses
 * nothing: the next run polls again.
 *
 * @throws MigrationProblem when the time is up, the zone is already beyond that state, or the service reports an unknown
 * word; ServiceError
 */
export async function awaitState(
  { api, time }: { readonly api: ZoneClient; readonly time: Time },
  { zoneId, zone = zoneId, reached, limitMs }: Awaited,
  { signal, log }: Pick<Call, 'signal' | 'log'>,
): Promise<Status> {
  const since = time.now();
  const waits = backOff(BACK_OFF);
  for (;;) {
    const leftMs = Math.max(limitMs - (time.now() - since), LEAST_LOOK_MS);
    const timed = AbortSignal.any([
      signal,
      AbortSignal.timeout(Math.min(Math.ceil(leftMs), LONGEST_TIMER_MS)),
    ]);
    const look = await readUnlessUnavailable(api, zoneId, { signal, timed }, log);
    const seen = look instanceof ServiceError ? undefined : look;
    if (seen?.state === reached || (seen?.state === 'finished' && reached === 'finishing')) return seen;
    if (seen !== undefined && isBeyond(seen.state, reached))
      throw new MigrationProblem(overtaken(zone, reached, seen));
    const elapsedMs = time.now() - since;
    if (elapsedMs >= limitMs) throw new MigrationProblem(timeIsUp(zone, reached, limitMs, look));
    log('info', `waiting for zone ${zone} to reach ${reached}`, {
      state: seen?.state ?? 'not known',
      reported: seen?.word ?? '',
      seconds: Math.round(elapsedMs / 1000),
      limit_seconds: Math.round(limitMs / 1000),
    });
    await time.sleep(Math.min(waits.next().value, limitMs - elapsedMs), signal);
    signal.throwIfAborted();
  }
}

async function readUnlessUnavailable(
  api: ZoneClient,
  zoneId: string,
  { signal, timed }: { readonly signal: AbortSignal; readonly timed: AbortSignal },
  log: Call['log'],
): Promise<Status | ServiceError> {
  try {
    return await readStatus(api, zoneId, timed);
  } catch (error) {
    const isOutOfTime = timed.aborted && !signal.aborted;
    if (!(error instanceof ServiceError) || !(error.transient || isOutOfTime)) throw error;
    log('warn', `the state of zone ${zoneId} could not be read; trying again`, {
      error: error.message,
    });
    return error;
  }
}

/** There is no way back, so a zone never returns to an earlier state. */
function isBeyond(state: MigrationState, reached: MigrationState): boolean {
  return MIGRATION_STATES.indexOf(state) > MIGRATION_STATES.indexOf(reached);
}

function overtaken(zone: string, reached: MigrationState, seen: Status): Problem {
  return {
    code: 'migration_overtaken',
    path: ['target_state'],
    message: `The migration of zone ${zone} was planned to be ${stateInWords(reached)}, but is already ${stateInWords(seen.state)}.`,
    hint: `${statusSentence(zone, seen)} Somebody else advanced it during this apply. Make a new plan.`,
  };
}

function timeIsUp(
  zone: string,
  reached: MigrationState,
  limitMs: number,
  look: Status | ServiceError,
): Problem {
  const now =
    look instanceof ServiceError
      ? `The status of zone ${zone} could not be read: ${look.message}`
      : statusSentence(zone, look);
  return {
    code: 'migration_not_in_time',
    path: ['timeouts'],
    message: `The migration of zone ${zone} did not reach ${reached} within ${Math.round(limitMs / 1000)} s.`,
    hint:
      `${now} Nothing is lost: the next apply sends nothing again, and waits on. The service can take up to ` +
      'an hour; timeouts sets how long apply waits.',
  };
}
