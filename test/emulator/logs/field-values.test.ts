import type { TrafficRequest } from '../../../emulator';
import { type FieldType, REQUESTS_FIELDS } from '../../../emulator/logpush/datasets';
import { logZone } from './log-zone';

const START = Date.parse('2025-01-01T00:00:00.000Z');

const FIELDS = REQUESTS_FIELDS;

const NEUTRAL: Readonly<Record<FieldType, unknown>> = {
  string: '',
  int: 0,
  float: 0,
  bool: false,
  object: {},
  'int or string': 0,
  'array[string]': [],
  'array[int]': [],
  'array[object]': [],
};

const REQUEST: TrafficRequest = {
  ...{ method: 'POST', host: 'shop.example.com', path: '/a/b?c=/d?e', clientIp: '2001:db8::1' },
  headers: [
    ['referer', 'https://example.org/'],
    ['user-agent', 'first/1'],
    ['user-agent', 'second/2'],
    ['x-requested-with', 'app'],
    ['a', '1'],
    ['cookie', 'b=2'],
  ],
  response: {
    ...{ status: 503, bytes: 12 },
    headers: {
      'content-type': 'text/plain',
      expires: 'Thu, 01 Jan 2026 00:00:00 GMT',
      'last-modified': 'Wed, 01 Jan 2020 00:00:00 GMT',
    },
  },
  transformed: {
    request: { 'user-agent': 'made/1' },
    response: { 'content-type': 'text/html', c: ['3', '4'] },
  },
};

const LOGGED = {
  request_fields: [{ name: 'a' }],
  cookie_fields: [{ name: 'b' }],
  response_fields: [{ name: 'c', preserve_duplicates: true }],
};

const FROM_TRAFFIC = {
  ClientIP: '2001:db8::1',
  ClientRequestHost: 'shop.example.com',
  ClientRequestMethod: 'POST',
  ClientRequestPath: '/a/b',
  ClientRequestProtocol: 'HTTP/1.1',
  ClientRequestReferer: 'https://example.org/',
  ClientRequestScheme: 'https',
  ClientRequestURI: '/a/b?c=/d?e',
  ClientRequestUserAgent: 'first/1',
  ClientXRequestedWith: 'app',
  Cookies: { b: '2' },
  ClientRequestSource: 'eyeball',
  EdgeEndTimestamp: START / 1000,
  EdgeRequestHost: 'shop.example.com',
  EdgeResponseBodyBytes: 12,
  EdgeResponseBytes: 12,
  EdgeResponseContentType: 'text/html',
  EdgeResponseStatus: 503,
  EdgeStartTimestamp: START / 1000,
  OriginResponseBytes: 12,
  OriginResponseHTTPExpires: 'Thu, 01 Jan 2026 00:00:00 GMT',
  OriginResponseHTTPLastModified: 'Wed, 01 Jan 2020 00:00:00 GMT',
  OriginResponseStatus: 503,
  RayID: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
  RequestHeaders: { a: '1' },
  ResponseHeaders: { c: ['3', '4'] },
  ZoneName: 'example.com',
};

it('the fields of a log entry all have a value: from the traffic, or the neutral one of their type', () => {
  const output_options = { field_names: [...FIELDS.keys()], timestamp_format: 'unix' };
  const [line = ''] = logZone({ output_options }, [LOGGED], 'today').logged(REQUEST);
  const neutral = Object.fromEntries([...FIELDS].map(([name, type]) => [name, NEUTRAL[type]]));
  expect(JSON.parse(line)).toEqual({ ...neutral, ...FROM_TRAFFIC });
});

it('the log entries of requests have their own identifiers and the time of the clock', () => {
  const { control, logged } = logZone({ logpull_options: 'fields=RayID,EdgeStartTimestamp&timestamps=unix' });
  control.clock.advance(1500);
  const entries = logged({}, {}).map((line) => JSON.parse(line) as Record<string, unknown>);
  const EdgeStartTimestamp = START / 1000 + 1;
  const RayID = expect.stringMatching(/^[0-9a-f]{16}$/) as string;
  expect(entries).toEqual([
    { RayID, EdgeStartTimestamp },
    { RayID, EdgeStartTimestamp },
  ]);
  expect(entries[0]?.['RayID']).not.toBe(entries[1]?.['RayID']);
});

const AT = 'fields=EdgeStartTimestamp';
const written = (timestamp_format: string) => ({
  output_options: { field_names: ['EdgeStartTimestamp'], timestamp_format },
});

it.each<[string, object, string]>([
  ['without a format', { logpull_options: AT }, '1735689600123000000'],
  ['unixnano', { logpull_options: `${AT}&timestamps=unixnano` }, '1735689600123000000'],
  ['unix', { logpull_options: `${AT}&timestamps=unix` }, '1735689600'],
  ['rfc3339', { logpull_options: `${AT}&timestamps=rfc3339` }, '"2025-01-01T00:00:00Z"'],
  ['rfc3339 of output_options', written('rfc3339'), '"2025-01-01T00:00:00Z"'],
  ['rfc3339ms', written('rfc3339ms'), '"2025-01-01T00:00:00.123Z"'],
  ['rfc3339ns', written('rfc3339ns'), '"2025-01-01T00:00:00.123000000Z"'],
  ['output_options before logpull_options', { logpull_options: AT, ...written('unix') }, '1735689600'],
])('times are written as the job says: %s', (_name, job, time) => {
  const { control, logged } = logZone(job, [], 'today');
  control.clock.advance(123);
  expect(logged({})).toEqual([`{"EdgeStartTimestamp":${time}}`]);
});
