import { present } from '../checks/json';
import { readTimeText } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import { timestamp } from '../service/clock';
import { readLastNumber, readNumericId } from '../service/identifiers';
import type { StoredPart } from '../service/part';
import type { ServiceSettings } from '../service/settings';
import { includesLogpush } from './logpush-operation';
import type { LogpushJob, LogpushState } from './logpush-state';
import { jobsInOrder, nextJobId } from './logpush-state';
import { DESCRIPTION_MEMBERS, readDescription } from './read-job';

/** A log push job in a seed, with the same defaults as in a request. */
interface SeedLogpushJob extends Partial<Omit<LogpushJob, 'dataset'>> {
  readonly destination_conf: string;
  /** A whole number from 1. @default - the next one */
  readonly id?: number;
  /** @default 'http_requests' */
  readonly dataset?: string | null;
  /** When it was created: ISO 8601, UTC. @default - the time of the clock */
  readonly time_created?: string;
}

/** The log push jobs of a zone in a seed. */
export interface LogpushDocument {
  /** @default - none */
  readonly jobs?: readonly SeedLogpushJob[];
  /** The highest job id ever used; new ids follow it. @default - the highest of `jobs`, or 0 */
  readonly last_job_id?: number;
}

/** The log push jobs in seeds and snapshots. */
export const STORED_LOGPUSH: StoredPart<LogpushDocument> = {
  member: 'logpush',
  read: (reader, { plan, settings }) => {
    const members = reader?.members(['jobs', 'last_job_id']);
    const sentJobs = members?.optional('jobs');
    const lastJobId = readLastNumber(members?.optional('last_job_id'));
    const jobs = sentJobs === undefined ? [] : readSeedJobs(sentJobs, settings);
    if (jobs.length > 0 && !includesLogpush(plan, settings))
      sentJobs?.refuse(`the ${plan} plan has no log push`);
    const { logpushJobs: most } = settings;
    if (most > 0 && jobs.length > most)
      sentJobs?.refuse(`a zone has at most ${most} jobs (the option logpush_jobs), not ${jobs.length}`);
    return (service) => ({
      logpush: stateOf(jobs, lastJobId, timestamp(service.clock.now())),
    });
  },
  write: ({ logpush }) => ({
    jobs: jobsInOrder(logpush).map((job) => ({ ...job })),
    last_job_id: logpush.lastJobId,
  }),
};

function stateOf(checked: readonly CheckedJob[], lastJobId: number, now: string): LogpushState {
  const highest = checked.reduce((known, { id = 0 }) => Math.max(known, id), lastJobId);
  const state: LogpushState = { jobs: new Map(), lines: new Map(), lastJobId: highest };
  for (const { id = nextJobId(state), time_created = now, ...job } of checked) {
    state.jobs.set(id, { id, ...job, time_created });
  }
  return state;
}

/** A checked job of a seed, which may have no id and no time yet. */
type CheckedJob = Omit<LogpushJob, 'id' | 'time_created'> & {
  readonly id?: number;
  readonly time_created?: string;
};

const HEALTH_MEMBERS = ['last_complete', 'last_error', 'error_message'] as const;

/** Reads the jobs of a seed: as strictly as requests, but without checking ownership or the destination. */
function readSeedJobs(reader: Reader, settings: ServiceSettings): readonly CheckedJob[] {
  const seen = new Set<number>();
  return (reader.items() ?? []).flatMap((item) => {
    const members = item.members(['id', 'time_created', ...DESCRIPTION_MEMBERS, ...HEALTH_MEMBERS]);
    if (members === undefined) return [];
    const id = readNumericId(members.optional('id'), seen, 'another job has this id');
    const health = {
      last_complete: orNull(members.optional('last_complete'), readTimeText),
      last_error: orNull(members.optional('last_error'), readTimeText),
      error_message: orNull(members.optional('error_message'), (sent) => sent.string()),
    };
    const description = readDescription(item, members, settings);
    const given = present({ id, time_created: readTimeText(members.optional('time_created')) });
    return description === undefined ? [] : [{ ...given, ...description, ...health }];
  });
}

function orNull<T>(reader: Reader | undefined, read: (sent: Reader) => T | undefined): T | null {
  return reader === undefined || reader.value === null ? null : (read(reader) ?? null);
}
