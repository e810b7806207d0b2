import type { ZonePart } from '../seed/zone-part';
import type { LogpushState, PendingRecord } from './logpush-state';
import { jobsInOrder } from './logpush-state';
import { nextJobId } from './next-job-id';
import type { CheckedJob, CheckedPending } from './read-seed-jobs';
import { readLastJobId, readSeedJobs, readSeedPending } from './read-seed-jobs';
import type { SeedLogpushJob, SeedPendingRecord } from './seed-job';

/** The log push jobs of a zone in a seed. */
export interface LogpushDocument {
  /** @default - none */
  readonly jobs?: readonly SeedLogpushJob[];
  /** Records that were made and not pushed yet, oldest first for each job. @default - none */
  readonly pending?: readonly SeedPendingRecord[];
  /** The highest job id that was ever used; job ids go on behind it. @default - the highest of `jobs`, or 0 */
  readonly last_job_id?: number;
}

export const LOGPUSH_PART: ZonePart<LogpushState, LogpushDocument> = {
  read: (reader, { plan }) => {
    const members = reader?.members(['jobs', 'pending', 'last_job_id']);
    const sentJobs = members?.optional('jobs');
    const sentPending = members?.optional('pending');
    const lastJobId = readLastJobId(members?.optional('last_job_id'));
    const jobs = sentJobs === undefined ? [] : readSeedJobs(sentJobs);
    const pending = sentPending === undefined ? [] : readSeedPending(sentPending, jobs);
    if (jobs.length > 0 && plan !== 'enterprise') sentJobs?.refuse(`the ${plan} plan has no log push`);
    return () => stateOf(jobs, pending, lastJobId);
  },
  write: (state) => ({
    jobs: jobsInOrder(state).map((job) => ({ ...job })),
    pending: [...state.pending].flatMap(([job, records]) =>
      records.map(({ at, text }) => ({ job, at: new Date(at).toISOString(), text })),
    ),
    last_job_id: state.lastJobId,
  }),
};

function stateOf(
  checked: readonly CheckedJob[],
  waiting: readonly CheckedPending[],
  lastJobId: number,
): LogpushState {
  const highest = checked.reduce((known, { id = 0 }) => Math.max(known, id), lastJobId);
  const pending = new Map<number, PendingRecord[]>();
  const state: LogpushState = { jobs: new Map(), pending, lastJobId: highest };
  for (const job of checked) {
    const id = job.id ?? nextJobId(state);
    state.jobs.set(id, { ...job, id });
  }
  for (const { job, at, text } of waiting) {
    const records = pending.get(job) ?? [];
    pending.set(job, records);
    records.push({ at, text });
  }
  return state;
}
