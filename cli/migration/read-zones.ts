import {
  findZones,
  isZoneGone,
  MigrationProblem,
  NOTHING_AHEAD,
  readZoneMigration,
  ServiceError,
  type AdoptionService,
  type ListedZone,
  type WantedZones,
} from '../../provider-shim/zone-reader';
import type { Problem, TargetState } from '../../schema';
import { concurrently } from '../zones/reading-zones';
import { titleOf } from '../text/words';
import type { ReadZones, ZoneFacts, ZoneProblem } from './survey';
import type { ReadingProgress } from '../files/progress';

/** What the migrations of zones are read with. */
export interface ReadingRun {
  readonly service: AdoptionService;
  /** The step that is read of every zone. @default the next one of each */
  readonly step?: TargetState | undefined;
  readonly progress: Pick<ReadingProgress<ZoneFacts>, 'read' | 'note'>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Called once, with the number of zones, and of those that an earlier run has read. */
  readonly onZones: (total: number, done: number) => void;
  /** Called after each zone, with what was found in a few words. */
  readonly onZone: (title: string, result: string) => void;
}

/** Zones that are read at a time. The client sends no more than ten requests at a time anyway. */
const ZONES_AT_A_TIME = 4;

/** After so many zones in a row without an answer, the service itself does not answer, and the run ends. */
const MOST_UNANSWERED = 4;

/**
 * Reads the zones one by one and notes each, so that a run that is cut off can continue. A zone that cannot be read does
 * not stop the others.
 *
 * @throws ServiceError if the service does not answer at all, or does not accept the credentials
 */
export async function readZones(wanted: WantedZones, run: ReadingRun): Promise<ReadZones> {
  const { service, progress, signal } = run;
  const found = await findZones(wanted, service, signal);
  const { zones } = found;
  run.onZones(zones.length, zones.filter(({ id }) => progress.read.has(id)).length);
  let unanswered = 0;
  const read = await concurrently(zones, ZONES_AT_A_TIME, async (zone): Promise<ZoneFacts> => {
    const earlier = progress.read.get(zone.id);
    if (earlier) return earlier;
    signal.throwIfAborted();
    try {
      const migration = await readZoneMigration(zone, service, signal, run.step);
      const { id, name, plan } = zone;
      const problems = migration.problems.map(reported);
      const facts = { ...{ id, name, plan }, ...migration, problems, read_at: run.now().toISOString() };
      progress.note(facts);
      run.onZone(titleOf(zone), inWords(facts));
      unanswered = 0;
      return facts;
    } catch (error) {
      if (!isOfThisZone(error)) throw error;
      if (await isZoneGone(service.configured, zone.id, signal, error)) {
        run.onZone(titleOf(zone), 'is gone');
        return unreadable(zone, 'gone', GONE, run.now());
      }
      unanswered = isAnswer(error) ? 0 : unanswered + 1;
      if (unanswered >= MOST_UNANSWERED) throw error;
      run.onZone(titleOf(zone), 'cannot be read');
      return unreadable(zone, 'unreadable', error.toProblem(), run.now());
    }
  });
  return {
    zones: read,
    notFound: found.failures.map(({ wanted: zone, problem }) => ({ zone, ...reported(problem) })),
  };
}

/** What may concern one zone only; everything else ends the run. */
function isOfThisZone(error: unknown): error is ServiceError | MigrationProblem {
  if (error instanceof MigrationProblem) return true;
  return error instanceof ServiceError && !ENDING.includes(error.kind);
}

const ENDING: readonly ServiceError['kind'][] = ['authentication', 'rate-limited', 'cancelled'];

/** Whether the service has understood the request and refused it. */
function isAnswer(error: ServiceError | MigrationProblem): boolean {
  return error instanceof MigrationProblem || REFUSALS.includes(error.kind);
}

const REFUSALS: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid', 'conflict'];

const GONE: Problem = {
  code: 'zone_gone',
  path: [],
  message: 'the zone does not exist any more',
  hint: 'remove these zones from your configuration',
};

function unreadable(
  { id, name, plan }: ListedZone,
  state: 'unreadable' | 'gone',
  problem: Problem,
  now: Date,
): ZoneFacts {
  const problems = [reported(problem)];
  return { ...NOTHING_AHEAD, ...{ id, name, plan, state, problems, read_at: now.toISOString() } };
}

function reported({ code, message, hint }: Problem): ZoneProblem {
  return { code, message, hint };
}

function inWords({ state, step, approved_digest: digest }: ZoneFacts): string {
  if (step !== null && digest === null) return 'cannot migrate yet';
  return state === 'start' ? 'not begun' : state;
}
