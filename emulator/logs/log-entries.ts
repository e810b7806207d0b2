import { type LogEntry, fieldReader, isTime } from './field-values';
import { REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob } from '../logpush/logpush-state';
import { type TimestampFormat, outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';
import { configuredNames, customFieldsOf, customFieldSources } from './custom-fields';
import type { Exchange } from './traffic';

const RAY_ID_DIGITS = 16;

/** The log entries of these exchanges, with the custom fields that the zone has now. */
export function logEntries(
  service: Service,
  zone: Zone,
  exchanges: readonly Exchange[],
): readonly LogEntry[] {
  const configured = configuredNames(zone, customFieldSources(service.state.settings.model));
  return exchanges.map((exchange) => ({
    rayId: service.identifiers.next().slice(0, RAY_ID_DIGITS),
    at: service.clock.now(),
    zoneName: zone.name,
    exchange,
    customFields: customFieldsOf(exchange, configured),
  }));
}

/** Whether requests make log entries for the job. */
export function takesRequests(job: LogpushJob): boolean {
  return job.enabled && job.dataset === REQUESTS_DATASET;
}

/** A line of JSON for each entry, with the fields and the format of times that the job names. */
export function linesFor(job: LogpushJob, entries: readonly LogEntry[]): readonly string[] {
  const { fieldNames, timestampFormat } = outputOf(job);
  const writers = fieldNames.map((name) => {
    const read = fieldReader(name);
    const write = isTime(name)
      ? (entry: LogEntry) => formatTime(Number(read(entry)), timestampFormat)
      : (entry: LogEntry) => JSON.stringify(read(entry));
    return (entry: LogEntry) => `${JSON.stringify(name)}:${write(entry)}`;
  });
  return entries.map((entry) => `{${writers.map((write) => write(entry)).join(',')}}`);
}

/** Writes a time in the job's format as JSON: a number, or a text in quotes (docs/internals/service.md 5.3, 5.4). */
function formatTime(milliseconds: number, format: TimestampFormat): string {
  const text = new Date(milliseconds).toISOString();
  switch (format) {
    case 'unixnano':
      // Beyond the whole numbers that a double holds.
      return String(BigInt(milliseconds) * 1_000_000n);
    case 'unix':
      return String(Math.floor(milliseconds / 1000));
    case 'rfc3339':
      return `"${text.replace(/\.\d+Z$/, 'Z')}"`;
    case 'rfc3339ms':
      return `"${text}"`;
    case 'rfc3339ns':
      return `"${text.replace('Z', '000000Z')}"`;
  }
}
