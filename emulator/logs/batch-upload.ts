import { gzipSync, constants } from 'node:zlib';
import type { Upload } from '../destinations/destinations';
import type { LogpushJob } from '../logpush/logpush-job';
import { outputOf } from '../logpush/output-of';
import type { Output } from '../logpush/output';
import type { Service } from '../service/service';
import type { Batch } from './batches';
import { batchText } from './batches';

const CONTENT_TYPES: Readonly<Record<Output['type'], string>> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};

/** Digits that tell files of the same second apart. */
const MARK_DIGITS = 8;

/** The batch as a file for the job's destination: `<oldest record>_<now>_<mark>.log.gz`. */
export function batchUpload(service: Service, job: LogpushJob, batch: Batch): Upload {
  const output = outputOf(job);
  const now = service.clock.now();
  const mark = service.identifiers.next().slice(0, MARK_DIGITS);
  return {
    destination: job.destination_conf,
    name: `${compactTime(batch[0]?.at ?? now)}_${compactTime(now)}_${mark}.log.gz`,
    // Node leaves the time out of the head, so the same records give the same bytes. Speed counts, not size.
    content: gzipSync(batchText(batch, output), { level: constants.Z_BEST_SPEED }),
    contentType: CONTENT_TYPES[output.type],
    contentEncoding: 'gzip',
  };
}

/** `YYYYMMDDTHHMMSSZ`. */
function compactTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}
