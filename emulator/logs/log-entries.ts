import { CUSTOM_FIELDS_PHASE } from '../rulesets/phases';
import type { Model } from '../service/settings';
import type { Zone } from '../service/zone';
import { type Exchange, type HeaderStage, type NamedValue, cookiesOf, firstHeader } from './traffic';
import { type FieldType, REQUESTS_FIELDS, REQUESTS_DATASET } from '../logpush/datasets';
import type { LogpushJob } from '../logpush/logpush-state';
import { type TimestampFormat, outputOf } from '../logpush/output';
import type { Service } from '../service/service';

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
  const type = REQUESTS_FIELDS.get(name);
  return VALUES.get(name) ?? (() => (type === undefined ? null : NEUTRAL[type]));
}

/** Whether this field holds a time. */
function isTime(name: string): boolean {
  return REQUESTS_FIELDS.get(name) === 'int or string';
}

/** The value of a field that does not depend on the traffic. */
const NEUTRAL: Readonly<Record<FieldType, FieldValue>> = {
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

/** The fields of a log entry that hold custom log fields (docs/internals/service.md 1.1). */
type CustomField = 'RequestHeaders' | 'Cookies' | 'ResponseHeaders';

/** The source of the values for the names of one list, and the field of the log entry for them. */
interface CustomFieldSource {
  /** The member of `action_parameters` that lists the names. */
  readonly list: string;
  readonly from: HeaderStage;
  /** Cookies are those in the headers. */
  readonly into: CustomField;
}

const REQUEST: CustomFieldSource = { list: 'request_fields', from: 'request', into: 'RequestHeaders' };
const COOKIES: CustomFieldSource = { list: 'cookie_fields', from: 'request', into: 'Cookies' };

/** The sources, which share the space of an entry in this order. */
const SOURCES: Readonly<Record<Model, readonly CustomFieldSource[]>> = {
  /** Originals only (docs/internals/service.md 8). */
  specification: [REQUEST, COOKIES, { list: 'response_fields', from: 'response', into: 'ResponseHeaders' }],
  /** Five lists; `response_fields` now logs the headers after transform rules (docs/internals/service.md 1.2, 4.2). */
  today: [
    REQUEST,
    { list: 'transformed_request_fields', from: 'transformed request', into: 'RequestHeaders' },
    COOKIES,
    { list: 'response_fields', from: 'transformed response', into: 'ResponseHeaders' },
    { list: 'raw_response_fields', from: 'response', into: 'ResponseHeaders' },
  ],
};

/** The names that a zone logs from one source. */
interface ConfiguredNames {
  readonly source: CustomFieldSource;
  /** By name, in the order of the rules: whether to log all instances of a repeated header. */
  readonly names: ReadonlyMap<string, boolean>;
}

/**
 * The names of all enabled rules of the zone together (docs/internals/service.md 1.1). Their expression is always `true`
 * (docs/internals/service.md 4.1).
 */
function configuredNames(zone: Zone, model: Model): readonly ConfiguredNames[] {
  const rules = zone.rulesets.get(CUSTOM_FIELDS_PHASE)?.rules ?? [];
  const enabled = rules.filter((rule) => rule.enabled && rule.action === 'log_custom_field');
  return SOURCES[model].map((source) => {
    const names = new Map<string, boolean>();
    for (const { action_parameters: parameters } of enabled)
      for (const { name, preserve_duplicates: all = false } of listed(parameters?.[source.list]))
        names.set(name, all || (names.get(name) ?? false));
    return { source, names };
  });
}

interface ListedName {
  readonly name: string;
  /** Only in the lists of the production service (docs/internals/service.md 4.2). */
  readonly preserve_duplicates?: boolean;
}

/** Stored rules are checked, so an existing list has this form. */
function listed(list: unknown): readonly ListedName[] {
  return (list as readonly ListedName[] | undefined) ?? [];
}

/** Names and values of custom log fields; a list of values if all instances of a header are logged. */
type CustomFieldData = Readonly<Record<string, string | readonly string[]>>;

/**
 * Request headers, cookies and response headers of one log entry combined; excess is truncated
 * (docs/internals/service.md 8).
 */
const CUSTOM_FIELD_BYTES = 8192;

/** The custom log fields of an exchange, without those that were not sent. */
function customFieldsOf(
  exchange: Exchange,
  configured: readonly ConfiguredNames[],
): Readonly<Record<CustomField, CustomFieldData>> {
  const room = roomOf(CUSTOM_FIELD_BYTES);
  const data: Record<CustomField, Map<string, string | readonly string[]>> = {
    RequestHeaders: new Map(),
    Cookies: new Map(),
    ResponseHeaders: new Map(),
  };
  for (const { source, names } of configured) {
    if (names.size === 0) continue;
    const lines = exchange.headers[source.from];
    const instances = instancesOf(source.into === 'Cookies' ? cookiesOf(lines) : lines, names);
    const into = data[source.into];
    for (const [name, takesAll] of names) {
      const values = instances.get(name);
      if (values === undefined || into.has(name)) continue;
      const [first, ...more] = room.take(name, takesAll ? values : values.slice(0, 1)) ?? [];
      if (first !== undefined) into.set(name, takesAll ? [first, ...more] : first);
    }
  }
  return {
    RequestHeaders: Object.fromEntries(data.RequestHeaders),
    Cookies: Object.fromEntries(data.Cookies),
    ResponseHeaders: Object.fromEntries(data.ResponseHeaders),
  };
}

/** The values of these names, in the order of the lines. */
function instancesOf(
  lines: readonly NamedValue[],
  names: ReadonlyMap<string, boolean>,
): ReadonlyMap<string, readonly string[]> {
  const instances = new Map<string, string[]>();
  for (const [name, value] of lines) {
    if (!names.has(name)) continue;
    const values = instances.get(name);
    if (values === undefined) instances.set(name, [value]);
    else values.push(value);
  }
  return instances;
}

/** The space left for the custom log fields of one log entry. */
interface Room {
  /**
   * Takes space for a name and its values, and returns the values that fit: the one that crosses the limit is cut,
   * and after that nothing fits. `undefined` if none of them fits.
   */
  take(name: string, values: readonly string[]): readonly string[] | undefined;
}

/** Space for this many bytes of names and values in UTF-8. */
function roomOf(bytes: number): Room {
  let left = bytes;
  let isFull = false;
  return {
    take: (name, values) => {
      left -= Buffer.byteLength(name);
      isFull ||= left < 0;
      if (isFull) return undefined;
      const kept: string[] = [];
      for (const value of values) {
        const size = Buffer.byteLength(value);
        if (size > left) {
          isFull = true;
          const cut = cutToBytes(value, left);
          if (cut !== '') kept.push(cut);
          break;
        }
        left -= size;
        kept.push(value);
      }
      return kept.length === 0 ? undefined : kept;
    },
  };
}

/** The longest beginning of the text within this many bytes of UTF-8, without breaking a character. */
function cutToBytes(text: string, bytes: number): string {
  // A unit of a JavaScript string has at most three bytes.
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** RFC 3629 section 3: the second and later bytes of a character begin with the bits 10. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}
