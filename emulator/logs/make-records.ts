import { REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob } from '../logpush/logpush-job';
import type { PendingRecord } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output-of';
import { entryFilter } from './filter';
import type { LogEntry } from './log-entry';
import { isSampled } from './sample';
import { recordWriter } from './write-record';

/** Whether requests leave records for the job. */
export function takesRequests(job: LogpushJob): boolean {
  return job.enabled && job.dataset === REQUESTS_DATASET;
}

/** The records that these entries leave for the job. Sampling comes on top of the filter (docs/service.md 5.4, 5.5). */
export function recordsFor(job: LogpushJob, entries: readonly LogEntry[]): readonly PendingRecord[] {
  const output = outputOf(job);
  const passes = entryFilter(job.filter, output.timestampFormat);
  const write = recordWriter(output);
  return entries
    .filter((entry) => passes(entry) && isSampled(entry.rayId, output.sampleRate))
    .map((entry) => ({ at: entry.at, text: write(entry) }));
}
