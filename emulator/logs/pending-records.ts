import type { PendingRecord } from '../logpush/logpush-state';
import type { Zone } from '../service/zone';

/** Records that wait at most for a job between two pushes, unless one of its files may hold more. */
export const KEPT_RECORDS = 100_000;

/** The records of the job that wait, oldest first. */
export function waitingRecords(zone: Zone, job: number): readonly PendingRecord[] {
  return zone.logpush.pending.get(job) ?? [];
}

/** Lets records wait for the next push behind those that wait already, however many they are. */
export function addRecords(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  if (records.length > 0) zone.logpush.pending.set(job, [...waitingRecords(zone, job), ...records]);
}

/** Leaves only these records waiting: the others are on their way. Of too many, the oldest are dropped. */
export function keep(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  const most = Math.max(KEPT_RECORDS, zone.logpush.jobs.get(job)?.max_upload_records ?? 0);
  if (records.length === 0) zone.logpush.pending.delete(job);
  else zone.logpush.pending.set(job, records.length > most ? records.slice(-most) : records);
}

/** Puts records back before those that came meanwhile. */
export function putBack(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  keep(zone, job, [...records, ...waitingRecords(zone, job)]);
}
