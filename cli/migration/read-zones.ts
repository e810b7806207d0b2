import {
  findZones,
  isZoneGone,
  MigrationProblem,
  NOTHING_AHEAD,
  readZoneMigration,
  ServiceError,
  type ListedZone,
  type WantedZones,
} from '../../provider-shim/zone-reader';
import type { Problem, TargetState } from '../../schema';
import { readEach, reported, type ZoneReading } from '../zones/reading-zones';
import type { NotFoundZone, ZoneFacts } from './survey';
import type { ReadingProgress } from '../files/progress';

/** How the migrations of zones are read. */
interface ReadingMigrations {
  /** The step that is read of every zone. @default the next one of each */
  readonly step?: TargetState | undefined;
  /** @default an interrupted run begins again */
  readonly progress?: ReadingProgress<ZoneFacts>;
}

/** After so many zones in a row without an answer, the service itself does not answer, and the run ends. */
const MOST_UNANSWERED = 4;

/**
 * Reads the zones one by one and notes each, so that a run that is cut off can continue. A zone that cannot be read does
 * not stop the others.
 *
 * @throws ServiceError if the service does not answer at all, or does not accept the credentials
 */
export async function readZones(
  wanted: WantedZones,
  reading: ZoneReading,
  { step, progress }: ReadingMigrations,
): Promise<{ readonly zones: readonly ZoneFacts[]; readonly notFound: readonly NotFoundZone[] }> {
  const { service, signal } = reading;
  // Of one that is gone, its row says so.
  const found = await findZones(wanted, service, signal, () => true);
  let unanswered = 0;
  const zones = await readEach<ZoneFacts>(found.zones, reading, {
    earlier: ({ id }) => progress?.read.get(id),
    read: async (zone) => {
      try {
        const migration = await readZoneMigration(zone, service, signal, step);
        const problems = migration.problems.map(reported);
        const facts = { ...known(zone), ...migration, problems, read_at: new Date().toISOString() };
        progress?.note(facts);
        unanswered = 0;
        return [facts, inWords(facts)];
      } catch (error) {
        if (!isOfThisZone(error)) throw error;
        const isGone = await isZoneGone(service.configured, zone.id, signal, error);
        // The service has understood the request and refused it.
        const isAnswer = error instanceof MigrationProblem || REFUSALS.includes(error.kind);
        if (!isGone) unanswered = isAnswer ? 0 : unanswered + 1;
        if (!isGone && unanswered >= MOST_UNANSWERED) throw error;
        const state = isGone ? 'gone' : 'unreadable';
        const problems = [reported(isGone ? GONE : error.toProblem())];
        const read_at = new Date().toISOString();
        const facts = { ...NOTHING_AHEAD, ...known(zone), state, problems, read_at } as const;
        return [facts, isGone ? 'is gone' : 'cannot be read'];
      }
    },
  });
  const notFound = found.failures.map(({ wanted: zone, problem }) => ({ zone, ...reported(problem) }));
  return { zones, notFound };
}

/** What a list says of a zone. */
function known({ id, name, plan }: ListedZone): Pick<ZoneFacts, 'id' | 'name' | 'plan'> {
  return { id, name, plan };
}

/** What may concern one zone only; everything else ends the run. */
function isOfThisZone(error: unknown): error is ServiceError | MigrationProblem {
  if (error instanceof MigrationProblem) return true;
  return error instanceof ServiceError && !ENDING.includes(error.kind);
}

const ENDING: readonly ServiceError['kind'][] = ['authentication', 'rate-limited', 'cancelled'];

const REFUSALS: readonly ServiceError['kind'][] = ['authorization', 'not-found', 'invalid', 'conflict'];

const GONE: Problem = {
  code: 'zone_gone',
  path: [],
  message: 'the zone does not exist any more',
  hint: 'remove these zones from your configuration',
};

function inWords({ state, step, approved_digest: digest }: ZoneFacts): string {
  if (step !== null && digest === null) return 'cannot migrate yet';
  return state === 'start' ? 'not begun' : state;
}
