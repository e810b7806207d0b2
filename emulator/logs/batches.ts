import { constants, gzipSync } from 'node:zlib';
import type { Upload } from '../destinations/post-file';
import { destinationRules } from '../destinations/parse-destination';
import type { LogpushJob, PendingRecord } from '../logpush/logpush-state';
import type { Output } from '../logpush/logpull-options';
import { outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import { cutToBytes } from './cut-to-bytes';

/** Records for one file. */
export type Batch = readonly PendingRecord[];

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

const CONTENT_TYPES: Readonly<Record<Output['type'], string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};

/** Digits that distinguish files of the same second. */
const MARK_DIGITS = 8;

/** The batch as a file for the job's destination: `<oldest record>_<now>_<mark>.log.gz`. */
export function batchUpload(service: Service, job: LogpushJob, batch: Batch): Upload {
  const output = outputOf(job);
  const now = service.clock.now();
  const mark = service.identifiers.next().slice(0, MARK_DIGITS);
  return {
    destination: job.destination_conf,
    name: `${compactTime(batch[0]?.at ?? now)}_${compactTime(now)}_${mark}.log.gz`,
    // Node leaves the time out of the header, so the same records give the same bytes. Speed matters, not size.
    content: gzipSync(batchText(batch, job, output), { level: constants.Z_BEST_SPEED }),
    contentType: CONTENT_TYPES[output.type],
    contentEncoding: 'gzip',
  };
}

/** `YYYYMMDDTHHMMSSZ`. */
function compactTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}
