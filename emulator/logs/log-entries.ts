import { type Exchange, firstHeader } from './traffic';
import { type CustomField, type CustomFieldData, configuredNames, customFieldsOf } from './custom-fields';
import { type DatasetField, REQUESTS_FIELDS, REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob } from '../logpush/logpush-state';
import { type TimestampFormat, outputOf } from '../logpush/output';
import type { Service } from '../service/service';
import type { Zone } from '../service/zone';

/** What the zone knows about a request when it writes the log entries. */
interface LogEntry {
  /** 16 lower-case hexadecimal digits. */
  readonly rayId: string;
  /** When the edge received the request, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly zoneName: string;
  readonly exchange: Exchange;
  readonly customFields: Readonly<Record<CustomField, CustomFieldData>>;
}

/** The value of a field. A time is in milliseconds since the Unix epoch. */
type FieldValue =
  string | number | boolean | null | readonly (string | number)[] | CustomFieldData | Record<string, never>;

type FieldReader = (entry: LogEntry) => FieldValue;

/**
 * The fields that depend on the traffic. Every other field of the dataset has the neutral value of its type.
 */
const VALUES: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ['ClientIP', ({ exchange }) => exchange.clientIp],
  ['ClientRequestHost', ({ exchange }) => exchange.host],
  ['ClientRequestMethod', ({ exchange }) => exchange.method],
  ['ClientRequestPath', ({ exchange }) => exchange.uri.replace(/\?.*$/su, '')],
  ['ClientRequestProtocol', () => 'HTTP/1.1'],
  ['ClientRequestReferer', ({ exchange }) => firstHeader(exchange.headers.request, 'referer')],
  ['ClientRequestScheme', () => 'https'],
  ['ClientRequestSource', () => 'eyeball'],
  ['ClientRequestURI', ({ exchange }) => exchange.uri],
  ['ClientRequestUserAgent', ({ exchange }) => firstHeader(exchange.headers.request, 'user-agent')],
  ['ClientXRequestedWith', ({ exchange }) => firstHeader(exchange.headers.request, 'x-requested-with')],
  ['Cookies', ({ customFields }) => customFields.Cookies],
  ['EdgeEndTimestamp', ({ at }) => at],
  ['EdgeRequestHost', ({ exchange }) => exchange.host],
  ['EdgeResponseBodyBytes', ({ exchange }) => exchange.bytes],
  ['EdgeResponseBytes', ({ exchange }) => exchange.bytes],
  [
    'EdgeResponseContentType',
    ({ exchange }) => firstHeader(exchange.headers['transformed response'], 'content-type'),
  ],
  ['EdgeResponseStatus', ({ exchange }) => exchange.status],
  ['EdgeStartTimestamp', ({ at }) => at],
  ['OriginResponseBytes', ({ exchange }) => exchange.bytes],
  ['OriginResponseHTTPExpires', ({ exchange }) => firstHeader(exchange.headers.response, 'expires')],
  [
    'OriginResponseHTTPLastModified',
    ({ exchange }) => firstHeader(exchange.headers.response, 'last-modified'),
  ],
  ['OriginResponseStatus', ({ exchange }) => exchange.status],
  ['RayID', ({ rayId }) => rayId],
  ['RequestHeaders', ({ customFields }) => customFields.RequestHeaders],
  ['ResponseHeaders', ({ customFields }) => customFields.ResponseHeaders],
  ['ZoneName', ({ zoneName }) => zoneName],
]);

/** How to read this field of an entry. */
function fieldReader(name: string): FieldReader {
  const type = REQUESTS_FIELDS.get(name)?.type;
  return VALUES.get(name) ?? (() => (type === undefined ? null : NEUTRAL[type]));
}

/** Whether this field holds a time. */
function isTime(name: string): boolean {
  return REQUESTS_FIELDS.get(name)?.type === 'int or string';
}

/** The value of a field that does not depend on the traffic. */
const NEUTRAL: Readonly<Record<DatasetField['type'], FieldValue>> = {
  ...{ string: '', int: 0, float: 0, 'int or string': 0, bool: false, object: {} },
  ...{ 'array[string]': [], 'array[int]': [], 'array[object]': [] },
};

const RAY_ID_DIGITS = 16;

/** The log entries of these exchanges, with the custom fields that the zone has now. */
export function logEntries(
  service: Service,
  zone: Zone,
  exchanges: readonly Exchange[],
): readonly LogEntry[] {
  const configured = configuredNames(zone, service.state.settings.model);
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
