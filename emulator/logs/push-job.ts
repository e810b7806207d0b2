import type { Upload, UploadOutcome } from '../destinations/destinations';
import { timestamp } from '../service/clock';
import type { LogpushJob, PendingRecord } from '../logpush/logpush-state';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import type { TrafficReport } from './traffic';
import { constants, gzipSync } from 'node:zlib';
import { destinationRules } from '../destinations/destination';
import type { Output } from '../logpush/output-options';
import { cutToBytes } from './custom-fields';

/** Records for one file. */
type Batch = readonly PendingRecord[];

/** Records in files: full ones by the job's limits, and the rest. */
interface Batches {
  readonly full: readonly Batch[];
  /** Empty if nothing is left. */
  readonly open: Batch;
}

/** The limit of records if neither job nor destination has one (docs/internals/service.md 5.2). */
const DEFAULT_MAX_RECORDS = 100_000;

/**
 * Divides records by `max_upload_records`, `max_upload_bytes` and the limits of the destination itself; null and 0
 * are unset (docs/internals/service.md 5.2, 5.7).
 */
export function divide(records: Batch, job: LogpushJob, output: Output): Batches {
  const own = destinationRules(job.destination_conf)?.limits;
  const maxRecords = Math.min(job.max_upload_records || DEFAULT_MAX_RECORDS, own?.records ?? Infinity);
  const maxBytes = Math.min(job.max_upload_bytes || Infinity, own?.bytes ?? Infinity);
  if (records.length < maxRecords && maxBytes === Infinity) return { full: [], open: records };
  const frame = Buffer.byteLength(output.batchPrefix + output.batchSuffix);
  const delimiter = Buffer.byteLength(output.recordDelimiter);
  const full: Batch[] = [];
  let open: PendingRecord[] = [];
  let bytes = frame;
  const close = (): void => {
    full.push(open);
    open = [];
    bytes = frame;
  };
  for (const record of records) {
    const size = Math.min(Buffer.byteLength(record.text), own?.recordBytes ?? Infinity);
    if (open.length > 0 && bytes + delimiter + size > maxBytes) close();
    bytes += size + (open.length > 0 ? delimiter : 0);
    open.push(record);
    if (open.length >= maxRecords || bytes >= maxBytes) close();
  }
  return { full, open };
}

/** The content of the file: the records between the batch's prefix and suffix (docs/internals/service.md 5.4). */
function batchText(batch: Batch, job: LogpushJob, output: Output): string {
  const longest = destinationRules(job.destination_conf)?.limits.recordBytes ?? Infinity;
  const records = batch.map((record) => cutToBytes(record.text, longest)).join(output.recordDelimiter);
  const text = output.batchPrefix + records + output.batchSuffix;
  return output.guardsLookups ? text.replaceAll('${', 'x{') : text;
}

/** Digits that distinguish files of the same second. */
const MARK_DIGITS = 8;

/** The batch as a file for the job's destination: `<oldest record>_<now>_<mark>.log.gz`. */
function batchUpload(service: Service, job: LogpushJob, batch: Batch): Upload {
  const output = outputOf(job);
  const now = service.clock.now();
  const mark = service.identifiers.next().slice(0, MARK_DIGITS);
  return {
    destination: job.destination_conf,
    name: `${compactTime(batch[0]?.at ?? now)}_${compactTime(now)}_${mark}.log.gz`,
    // Node leaves the time out of the header, so the same records give the same bytes. Speed matters, not size.
    content: gzipSync(batchText(batch, job, output), { level: constants.Z_BEST_SPEED }),
  };
}

/** `YYYYMMDDTHHMMSSZ`. */
function compactTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

type Push = TrafficReport['pushes'][number];

/** What to push: everything that waits, or what has reached a limit or the interval of its job. */
export type PushScope = 'all' | 'due';

/** The default for how long records wait, in seconds (docs/internals/service.md 5.2: 0 and null are unset). */
const DEFAULT_INTERVAL_SECONDS = 30;

/**
 * Pushes the job's waiting records. Removes them before the first upload, so that no other push sends them too. A
 * client may change or delete the job during an upload, so the job is looked up again after each.
 */
export async function pushJob(
  service: Service,
  zone: Zone,
  id: number,
  scope: PushScope,
): Promise<readonly Push[]> {
  const pushes: Push[] = [];
  const batches = takeBatches(service, zone, id, scope);
  for (const [index, batch] of batches.entries()) {
    const job = currentJob(service, zone, id);
    if (job === undefined) break;
    if (!job.enabled) {
      putBack(zone, id, batches.slice(index).flat());
      break;
    }
    const outcome = await service.destinations.upload(batchUpload(service, job, batch));
    const push = { job: id, records: batch.length };
    pushes.push(outcome.ok ? push : { ...push, error: outcome.message });
    noteHealth(service, zone, id, outcome);
    if (outcome.ok) continue;
    if (currentJob(service, zone, id) !== undefined) putBack(zone, id, batches.slice(index).flat());
    break;
  }
  return pushes;
}

function takeBatches(service: Service, zone: Zone, id: number, scope: PushScope): readonly Batch[] {
  const job = currentJob(service, zone, id);
  if (job === undefined || !job.enabled) return [];
  const { full, open } = divide(waitingRecords(zone, id), job, outputOf(job));
  const takesOpen = open.length > 0 && (scope === 'all' || isOverdue(service, job, open));
  keep(zone, id, takesOpen ? [] : open);
  return takesOpen ? [...full, open] : full;
}

function isOverdue(service: Service, job: LogpushJob, open: Batch): boolean {
  const interval = (job.max_upload_interval_seconds || DEFAULT_INTERVAL_SECONDS) * 1000;
  return open[0] !== undefined && open[0].at + interval <= service.clock.now();
}

/** The current job; `undefined` if it was deleted, or its zone was replaced by a reset or a seed. */
function currentJob(service: Service, zone: Zone, id: number): LogpushJob | undefined {
  return service.state.zones.get(zone.id) === zone ? zone.logpush.jobs.get(id) : undefined;
}

/** Records the result of the push (docs/internals/service.md 5.2): a success clears the last error. */
function noteHealth(service: Service, zone: Zone, id: number, outcome: UploadOutcome): void {
  const job = currentJob(service, zone, id);
  if (job === undefined) return;
  const now = timestamp(service.clock.now());
  const health = outcome.ok
    ? { last_complete: now, last_error: null, error_message: null }
    : { last_error: now, error_message: outcome.message };
  zone.logpush.jobs.set(id, { ...job, ...health });
}

/** The maximum number of waiting records of a job, unless one of its files may hold more. */
export const KEPT_RECORDS = 100_000;

/** The waiting records of the job, oldest first. */
function waitingRecords(zone: Zone, job: number): readonly PendingRecord[] {
  return zone.logpush.pending.get(job) ?? [];
}

/** Adds any number of records after those that already wait for the next push. */
export function addRecords(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  if (records.length > 0) zone.logpush.pending.set(job, [...waitingRecords(zone, job), ...records]);
}

/** Leaves only these records waiting, since the others are being sent. Drops the oldest if there are too many. */
function keep(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  const most = Math.max(KEPT_RECORDS, zone.logpush.jobs.get(job)?.max_upload_records ?? 0);
  if (records.length === 0) zone.logpush.pending.delete(job);
  else zone.logpush.pending.set(job, records.length > most ? records.slice(-most) : records);
}

/** Puts records back before those that were added in the meantime. */
export function putBack(zone: Zone, job: number, records: readonly PendingRecord[]): void {
  keep(zone, job, [...records, ...waitingRecords(zone, job)]);
}
