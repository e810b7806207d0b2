import { type Exchange, firstHeader } from './traffic';
import type { CustomField, CustomFieldData } from './custom-fields';
import { type DatasetField, REQUESTS_FIELDS } from '../logpush/datasets';

/** What the zone knows about a request when it writes the log entries. */
export interface LogEntry {
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

/** How to read this field of an entry; `null` for an unknown field. */
export function fieldReader(name: string): FieldReader {
  const reader = VALUES.get(name);
  if (reader !== undefined) return reader;
  const field = REQUESTS_FIELDS.get(name);
  const neutral = field === undefined ? null : neutralValue(field.type);
  return () => neutral;
}

/** Whether this field holds a time. */
export function isTime(name: string): boolean {
  return REQUESTS_FIELDS.get(name)?.type === 'int or string';
}

function neutralValue(type: DatasetField['type']): FieldValue {
  switch (type) {
    case 'string':
      return '';
    case 'int':
    case 'float':
    case 'int or string':
      return 0;
    case 'bool':
      return false;
    case 'object':
      return {};
    case 'array[string]':
    case 'array[int]':
    case 'array[object]':
      return [];
  }
}
