import type { ZonePart } from '../seed/zone-part';
import type { Service } from '../service/service';
import type { LogpushState, PendingRecord } from './logpush-state';
import { jobsInOrder } from './logpush-state';
import { nextJobId } from './next-job-id';
import type { CheckedJob, CheckedPending } from './read-seed-jobs';
import { readSeedJobs, readSeedPending } from './read-seed-jobs';
import type { SeedLogpushJob, SeedPendingRecord } from './seed-job';

/** The log push jobs of a zone in a seed. */
export interface LogpushDocument {
  /** @default - none */
  readonly jobs?: readonly SeedLogpushJob[];
  /** Records that were made and not pushed yet, oldest first for each job. @default - none */
  readonly pending?: readonly SeedPendingRecord[];
}

export const LOGPUSH_PART: ZonePart<LogpushState, LogpushDocument> = {
  read: (reader, { plan }) => {
    const members = reader?.members(['jobs', 'pending']);
    const sentJobs = members?.optional('jobs');
    const sentPending = members?.optional('pending');
    const jobs = sentJobs === undefined ? [] : readSeedJobs(sentJobs);
    const pending = sentPending === undefined ? [] : readSeedPending(sentPending, jobs);
    if (jobs.length > 0 && plan !== 'enterprise') sentJobs?.refuse(`the ${plan} plan has no log push`);
    return (service) => stateOf(service, jobs, pending);
  },
  write: (state) => ({
    jobs: jobsInOrder(state).map((job) => ({ ...job })),
    pending: [...state.pending].flatMap(([job, records]) =>
      records.map(({ at, text }) => ({ job, at: new Date(at).toISOString(), text })),
    ),
  }),
};

function stateOf(
  { identifiers }: Service,
  checked: readonly CheckedJob[],
  waiting: readonly CheckedPending[],
): LogpushState {
  const taken = new Set(checked.flatMap(({ id }) => id ?? []));
  const jobs = checked.map((job) => {
    const id = job.id ?? nextJobId(identifiers, taken);
    taken.add(id);
    return { ...job, id };
  });
  const pending = new Map<number, PendingRecord[]>();
  for (const { job, at, text } of waiting) {
    const records = pending.get(job) ?? [];
    pending.set(job, records);
    records.push({ at, text });
  }
  return { jobs: new Map(jobs.map((job) => [job.id, job])), pending };
}
