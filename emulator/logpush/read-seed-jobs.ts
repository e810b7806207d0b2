import { readTime, readTimeText } from '../checks/read-time';
import type { Reader } from '../checks/reader';
import type { LogpushJob } from './logpush-job';
import { DESCRIPTION_MEMBERS, readDescription } from './read-job';

/** A job of a seed that was checked; it may lack an id. */
export type CheckedJob = Omit<LogpushJob, 'id'> & { readonly id?: number };

/** A record of a seed that was checked. */
export interface CheckedPending {
  readonly job: number;
  readonly at: number;
  readonly text: string;
}

const HEALTH_MEMBERS = ['last_complete', 'last_error', 'error_message'] as const;

/** Reads the jobs of a seed: as strictly as requests, without asking for ownership or for the destination. */
export function readSeedJobs(reader: Reader): readonly CheckedJob[] {
  const seen = new Set<number>();
  return (reader.items() ?? []).flatMap((item) => {
    const members = item.members(['id', ...DESCRIPTION_MEMBERS, ...HEALTH_MEMBERS]);
    if (members === undefined) return [];
    const id = readId(members.optional('id'), seen);
    const health = {
      last_complete: orNull(members.optional('last_complete'), readTimeText),
      last_error: orNull(members.optional('last_error'), readTimeText),
      error_message: orNull(members.optional('error_message'), (sent) => sent.string()),
    };
    const description = readDescription(item, members);
    return description === undefined ? [] : [{ ...(id !== undefined && { id }), ...description, ...health }];
  });
}

/** Reads the records that wait. Their jobs have to be there. */
export function readSeedPending(reader: Reader, jobs: readonly CheckedJob[]): readonly CheckedPending[] {
  const ids = new Set(jobs.map((job) => job.id));
  return (reader.items() ?? []).flatMap((item) => {
    const members = item.members(['job', 'at', 'text']);
    const sentJob = members?.required('job');
    const job = sentJob?.count();
    const at = readTime(members?.required('at'));
    const text = members?.required('text')?.string();
    if (job !== undefined && !ids.has(job)) sentJob?.refuse('no job of the zone has this id');
    return job === undefined || at === undefined || text === undefined ? [] : [{ job, at, text }];
  });
}

/** Far more than anybody numbers, and far from where whole numbers end and two would be the same. */
const MAX_JOB_ID = 1_000_000_000_000;

const TOO_HIGH = `it must be at most ${MAX_JOB_ID}`;

/** Reads the highest job id that was ever used; 0 when the seed does not say it. */
export function readLastJobId(reader: Reader | undefined): number {
  const id = reader?.count() ?? 0;
  if (id > MAX_JOB_ID) reader?.refuse(TOO_HIGH);
  return id;
}

function readId(reader: Reader | undefined, seen: Set<number>): number | undefined {
  const id = reader?.count();
  if (id === undefined) return undefined;
  if (id === 0) return reader?.refuse('it must be a whole number from 1');
  if (id > MAX_JOB_ID) return reader?.refuse(TOO_HIGH);
  if (seen.has(id)) return reader?.refuse('another job of the zone has it');
  seen.add(id);
  return id;
}

function orNull<T>(reader: Reader | undefined, read: (sent: Reader) => T | undefined): T | null {
  return reader === undefined || reader.value === null ? null : (read(reader) ?? null);
}
