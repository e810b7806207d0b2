import type { PendingRecord } from '../logpush/logpush-state';
import type { Zone } from '../service/zone';

/** Records that a job keeps at most for a destination that does not take them. */
export const KEPT_RECORDS = 100_000;

/** The records of the job that wait, oldest first. */
export function waitingRecords(zone: Zone, job: number): readonly PendingRecord[] {
  return zone.logpush.pending.get(job) ?? [];
}

/** Lets records wait behind those that wait already. */
export function addRecords(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  if (records.length > 0) keep(zone, job, [...waitingRecords(zone, job), ...records]);
}

/** Leaves only these records waiting: the others are on their way. */
export function keep(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  if (records.length === 0) zone.logpush.pending.delete(job);
  else zone.logpush.pending.set(job, records);
}

/** Puts records back before those that came meanwhile; the oldest are dropped when there are too many. */
export function putBack(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  keep(zone, job, [...records, ...waitingRecords(zone, job)].slice(-KEPT_RECORDS));
}
