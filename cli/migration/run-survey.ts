import {
  findZones,
  isZoneGone,
  MigrationProblem,
  readZoneMigration,
  ServiceError,
  type AdoptionService,
  type ListedZone,
  type WantedZones,
  type ZoneMigration,
} from '../../provider-shim/zone-reader';
import type { Problem } from '../../schema';
import { concurrently } from '../zones/concurrently';
import { titleOf } from '../zones/zone-title';
import { lossesInWords } from './survey-of';
import type { ReadZones, SurveyResult, ZoneFacts, ZoneProblem } from './survey-model';
import type { ReadingProgress } from '../zones/reading-progress';

/** What a survey works with. */
export interface SurveyRun {
  readonly service: AdoptionService;
  readonly progress: ReadingProgress<ZoneFacts>;
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
export async function readZones(wanted: WantedZones, run: SurveyRun): Promise<ReadZones> {
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
      const facts = factsOf(zone, await readZoneMigration(zone, service, signal), run.now());
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

function factsOf(zone: ListedZone, migration: ZoneMigration, now: Date): ZoneFacts {
  const { compatible: _compatible, validationExcluded, problems, ...rest } = migration;
  return {
    ...{ id: zone.id, name: zone.name, plan: zone.plan },
    result: resultOf(migration),
    ...rest,
    can_validate: !validationExcluded,
    problems: problems.map(reported),
    read_at: now.toISOString(),
  };
}

function resultOf({ state, compatible }: ZoneMigration): SurveyResult {
  switch (state) {
    case 'start':
      return compatible ? 'eligible' : 'not_eligible';
    case 'validation':
    case 'finishing':
      return 'begun';
    case 'finished':
      return 'finished';
  }
}

const GONE: Problem = {
  code: 'zone_gone',
  path: [],
  message: 'the zone does not exist any more',
  hint: 'remove these zones from your configuration',
};

function unreadable(zone: ListedZone, result: 'unreadable' | 'gone', problem: Problem, now: Date): ZoneFacts {
  return {
    ...{ id: zone.id, name: zone.name, plan: zone.plan },
    ...{ result, state: null, can_validate: true, rules: null, digest: null },
    ...{ not_carried_over: null, losses_unknown_because: null, obstacles: [] },
    problems: [reported(problem)],
    read_at: now.toISOString(),
  };
}

function reported({ code, message, hint }: Problem): ZoneProblem {
  return { code, message, hint };
}

function inWords(zone: ZoneFacts): string {
  if (zone.result === 'not_eligible') return 'cannot migrate yet';
  if (zone.state === 'finishing' || zone.state === 'finished') return zone.state;
  return `${zone.state === 'validation' ? 'in validation' : 'can migrate'}, ${lossesInWords(zone)}`;
}
