import {
  MIGRATION_WORDS,
  migrationState,
  type MigrationState,
  type Problem,
  MIGRATION_STATES,
} from '../../../schema';
import {
  isRetired,
  ServiceError,
  backOff,
  unlessRefused,
  within,
  type BackOff,
  type Time,
  type ZoneClient,
} from '../../api';
import type { Call } from '../../sdk/framework';
import { catalogue } from '../messages';

/** The status of a zone, as the service reports it (docs/internals/service.md 7.4, 7.5). */
export interface Status {
  readonly state: MigrationState;
  /** The service's own word for the state. */
  readonly word: string;
  /** The previous and the new managed rules, in the service's words; null when it does not say. */
  readonly oldStatus: string | null;
  readonly newStatus: string | null;
  readonly source: string | null;
  readonly created: string | null;
}

type Service = Pick<ZoneClient, 'getMigrationStatus' | 'checkCompatibility' | 'zoneDetails'>;

/**
 * Reads the status of a zone from the status endpoint, or from the compatibility check where that has none.
 *
 * @throws MigrationProblem when neither has one, or the word is unknown; ServiceError
 */
export async function readStatus(...asked: Parameters<typeof statusIfKept>): Promise<Status> {
  const status = await statusIfKept(...asked);
  if (status === undefined) throw new MigrationProblem(PROBLEM.migration_status_retired(asked[1]));
  return status;
}

/**
 * The status of a zone as `readStatus` reads it; undefined where the service has retired what would say it.
 *
 * @throws MigrationProblem, ServiceError
 */
export async function statusIfKept(
  api: Service,
  zoneId: string,
  signal: AbortSignal,
): Promise<Status | undefined> {
  const unlessRetired = <T>(answer: Promise<T>): Promise<T | undefined> =>
    answer.catch(async (error: unknown) => {
      if (await isRetired(api, zoneId, error, { signal })) return undefined;
      throw error;
    });
  const answer = await unlessRetired(api.getMigrationStatus(zoneId, { signal }));
  const said = answer?.migration_state;
  const check =
    said === undefined ? await unlessRetired(api.checkCompatibility(zoneId, { signal })) : undefined;
  const word = said ?? check?.migration_state;
  if (word === undefined && !(answer && check)) return undefined;
  if (word === undefined) throw new MigrationProblem(PROBLEM.migration_state_missing(zoneId));
  const state = migrationState(word);
  if (state === undefined) throw new MigrationProblem(PROBLEM.migration_state_unknown(zoneId, word));
  return {
    state,
    word,
    oldStatus: answer?.old_waf_status ?? null,
    newStatus: answer?.new_waf_status ?? null,
    source: answer?.source ?? null,
    created: answer?.created ?? null,
  };
}

/** The service where only the state matters of the status: the check says it, too (docs/internals/service.md 7.4), as a rule. */
export function statedByCheck<S extends Service>(api: S): S {
  const getMigrationStatus: Service['getMigrationStatus'] = async (...asked) => {
    const check = await api.checkCompatibility(...asked).catch(unlessRefused);
    return check && migrationState(check.migration_state ?? '') ? check : api.getMigrationStatus(...asked);
  };
  return { ...api, getMigrationStatus };
}

type Reported = 'migration_state' | 'old_waf_status' | 'new_waf_status';

/**
 * The service as the object of a migration sees it. Nothing leads back from the end: whether the zone has managed rules then
 * is what the state has of it, and so is all of it once the service has retired the status.
 *
 * @param onRetired is told that the service has
 */
export function rememberingEnd<S extends Service>(
  api: S,
  stored: Readonly<Record<Reported, string | null>> | null,
  onRetired?: () => void,
): S {
  if (stored?.migration_state !== 'finished') return api;
  const { migration_state, old_waf_status: old, new_waf_status: now } = stored;
  const end = { old_waf_status: old ?? undefined, new_waf_status: now ?? undefined };
  const getMigrationStatus: Service['getMigrationStatus'] = async (zoneId, options) => {
    try {
      const answer = await api.getMigrationStatus(zoneId, options);
      return migrationState(answer.migration_state ?? '') === 'finished' ? { ...answer, ...end } : answer;
    } catch (error) {
      if (!(await isRetired(api, zoneId, error, options))) throw error;
      onRetired?.();
      return { migration_state, ...end, source: undefined, created: undefined };
    }
  };
  return { ...api, getMigrationStatus };
}

/** The state of a migration in words, to follow "is". @param state a state, or any other text, returned as it is */
export function stateInWords(state: string): string {
  if (state === 'start') return 'at its start';
  return state === 'validation' ? 'in validation' : state;
}

/** The status of a zone as a sentence, for messages. @param zone its name and id, or its id */
export function statusSentence(zone: string, { state, word }: Status): string {
  const reported = word === state ? '' : ` (the service says ${JSON.stringify(word)})`;
  switch (state) {
    case 'start':
      return `Zone ${zone} has not begun to migrate${reported}: the previous managed rules are in force.`;
    case 'validation':
      return `Zone ${zone} is validating${reported}: both versions run, the new one first.`;
    case 'finishing':
      return `Zone ${zone} is finishing its migration${reported}: it can no longer be stopped.`;
    case 'finished':
      return `Zone ${zone} has finished its migration${reported}: the previous managed rules are disabled permanently.`;
  }
}

const PROBLEM = catalogue({
  migration_status_retired: (zoneId: string) => ({
    message:
      `The service no longer reports the state of the migration of zone ${zoneId}: neither its status nor the ` +
      'compatibility check says it any more.',
    hint:
      'It seems to have ended all migrations. Look at the zone in its dashboard. If it has the new managed rules, ' +
      'declare them as zone_managed_rules; remove data sources that read its status, and let the state forget its ' +
      'zone_managed_rules_migration (a removed block with destroy = false). If it should still migrate, check base_url.',
  }),
  migration_state_missing: (zoneId: string) => ({
    message: `The service does not report the state of the migration of zone ${zoneId}.`,
    hint:
      'Neither the status nor the compatibility check has a migration_state, so the provider stops here. Look at the ' +
      'zone in its dashboard, check that the credentials may read its firewall settings, and try again.',
  }),
  migration_state_unknown: (zoneId: string, word: string) => ({
    message: `The service reports the state ${JSON.stringify(word)} for the migration of zone ${zoneId}, which this provider does not know.`,
    hint:
      `It knows ${MIGRATION_WORDS.map((known) => JSON.stringify(known)).join(', ')}. It stops here. Look up ` +
      'what the word means, and report it so that it can be added.',
  }),
  migration_overtaken: (zone: string, reached: MigrationState, seen: Status) => ({
    path: ['target_state'],
    message: `The migration of zone ${zone} was planned to be ${stateInWords(reached)}, but is already ${stateInWords(seen.state)}.`,
    hint: `${statusSentence(zone, seen)} Somebody else advanced it during this apply. Make a new plan.`,
  }),
  migration_not_in_time: (
    zone: string,
    reached: MigrationState,
    limitMs: number,
    look: Status | ServiceError,
  ) => {
    const now =
      look instanceof ServiceError
        ? `The status of zone ${zone} could not be read: ${look.message}`
        : statusSentence(zone, look);
    return {
      path: ['timeouts'],
      message: `The migration of zone ${zone} did not reach ${reached} within ${Math.round(limitMs / 1000)} s.`,
      hint:
        `${now} Nothing is lost: the next apply sends nothing again, and waits on. The service can take up to ` +
        'an hour; timeouts sets how long apply waits.',
    };
  },
});

/** A problem that ends the operation on a zone. The framework shows it unchanged. */
export class MigrationProblem extends Error {
  override readonly name = 'MigrationProblem';

  constructor(private readonly problem: Problem) {
    super(problem.message);
  }

  toProblem(): Problem {
    return this.problem;
  }
}

/** Short at first, since some zones finish at once; longer for those that take an hour. */
const BACK_OFF: BackOff = { firstMs: 250, longestMs: 15_000, growth: 1.6 };

/** One look at the state may take so long even when the time is up. */
const LEAST_LOOK_MS = 10_000;

export interface Awaited {
  readonly zoneId: string;
  /** The zone in messages. @default - its id */
  readonly zone?: string;
  readonly reached: MigrationState;
  /** Milliseconds after which waiting ends with an error. */
  readonly limitMs: number;
}

/**
 * Polls the status of the zone until it is as it should be; a finishing zone may have finished by itself. Passing
 * failures to read it are retried. Giving up loses nothing: the next run polls again.
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
    const look = await within(leftMs, signal, (timed) =>
      readUnlessUnavailable(api, zoneId, { signal, timed }, log),
    );
    const seen = look instanceof ServiceError ? undefined : look;
    if (seen?.state === reached || (seen?.state === 'finished' && reached === 'finishing')) return seen;
    if (seen !== undefined && isBeyond(seen.state, reached))
      throw new MigrationProblem(PROBLEM.migration_overtaken(zone, reached, seen));
    const elapsedMs = time.now() - since;
    if (elapsedMs >= limitMs)
      throw new MigrationProblem(PROBLEM.migration_not_in_time(zone, reached, limitMs, look));
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
