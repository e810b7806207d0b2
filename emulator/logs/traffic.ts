import { isIP } from 'node:net';
import { HTTP_TOKEN } from '../checks/read-values';
import { type Checked, type Members, type Reader, check } from '../checks/reader';

/** Header lines in order, with repeated names allowed; or an object, with lists for repeated names. */
export type HeaderLines =
  readonly (readonly [string, string])[] | Readonly<Record<string, string | readonly string[]>>;

/** A request through the zone, as the edge saw it, with its response. */
export interface TrafficRequest {
  /** In upper case. @default 'GET' */
  readonly method?: string;
  /** The host name. @default - the header `Host`, or the zone's name */
  readonly host?: string;
  /** With the query. @default '/' */
  readonly path?: string;
  /** As the client sent them. Cookies are in the header `Cookie`. @default - none */
  readonly headers?: HeaderLines;
  /** The address of the client. @default '192.0.2.1' */
  readonly clientIp?: string;
  /** The origin's answer. @default - 200 and nothing else */
  readonly response?: {
    /** @default 200 */
    readonly status?: number;
    /** As the origin sent them. @default - none */
    readonly headers?: HeaderLines;
    /** Length of the body. @default 0 */
    readonly bytes?: number;
  };
  /** The headers after transform rules; absent if these changed nothing. */
  readonly transformed?: { readonly request?: HeaderLines; readonly response?: HeaderLines };
}

/** What traffic left in the logs. */
export interface TrafficReport {
  /** The new log entries, by job: a line of JSON each. */
  readonly logs: readonly { readonly job: number; readonly lines: readonly string[] }[];
  /** Why there are none, if the zone has no job for them. */
  readonly note?: string;
}

/** Traffic through the zones. */
export interface TrafficControl {
  /**
   * Sends requests through a zone. Each enabled `http_requests` job gets their log entries.
   *
   * @throws ControlError if a request is not valid; then nothing is sent
   */
  send(zoneId: string, requests: readonly TrafficRequest[]): TrafficReport;
  /** The same with a document `{ requests }`. @throws ControlError */
  sendDocument(zoneId: string, document: unknown): TrafficReport;
}

/** A header line, or a cookie; header names are in lower case. */
export type NamedValue = readonly [name: string, value: string];

/** The four stages of headers: in the request and in the response, before and after transform rules. */
export type HeaderStage = 'request' | 'transformed request' | 'response' | 'transformed response';

/** A request through the zone with its response, checked and with all defaults. */
export interface Exchange {
  readonly method: string;
  readonly host: string;
  /** With the query. */
  readonly uri: string;
  readonly clientIp: string;
  readonly status: number;
  /** Length of the response's body. */
  readonly bytes: number;
  /** Header lines in order. A stage that changed nothing has the lines of the previous one. */
  readonly headers: Readonly<Record<HeaderStage, readonly NamedValue[]>>;
}

/** The value of the first line with this name, which is in lower case; empty if there is none. */
export function firstHeader(lines: readonly NamedValue[], name: string): string {
  return lines.find(([candidate]) => candidate === name)?.[1] ?? '';
}

/**
 * The cookies of a request, from all its `Cookie` lines: RFC 9113 section 8.2.3 lets a client split the
 * header. A value is kept as sent, with its quotes and every `=` after the first; text without `=` is not a cookie.
 */
export function cookiesOf(lines: readonly NamedValue[]): readonly NamedValue[] {
  return lines
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(';').flatMap((pair) => readCookie(pair)));
}

function readCookie(pair: string): readonly NamedValue[] {
  const equals = pair.indexOf('=');
  return equals < 0 ? [] : [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]];
}

/** From the documentation range (RFC 5737), so that it is nobody's. */
const DEFAULT_CLIENT_IP = '192.0.2.1';

const HOST = /^[^\s/?#@\p{Cc}\p{Surrogate}]+$/u;
const PATH = /^\/[^\s\p{Cc}\p{Surrogate}]*$/u;

/** Reads `{ requests }`, and fills in the defaults of `TrafficRequest`. */
export function readTraffic(document: unknown, zoneName: string): Checked<readonly Exchange[]> {
  return check(document, (reader) =>
    reader
      .members(['requests'])
      ?.required('requests')
      ?.items()
      ?.flatMap((item) => readRequest(item, zoneName) ?? []),
  );
}

function readRequest(reader: Reader, zoneName: string): Exchange | undefined {
  const members = reader.members([
    'method',
    'host',
    'path',
    'headers',
    'clientIp',
    'response',
    'transformed',
  ]);
  const response = given(members, 'response')?.members(['status', 'headers', 'bytes']);
  const transformed = given(members, 'transformed')?.members(['request', 'response']);
  const sent = readLines(members, 'headers') ?? [];
  const answered = readLines(response, 'headers') ?? [];
  const host = given(members, 'host')?.matching(HOST, 'a host name');
  return {
    method: given(members, 'method')?.matching(HTTP_TOKEN, 'a method of HTTP') ?? 'GET',
    host: host ?? (firstHeader(sent, 'host') || zoneName),
    uri: given(members, 'path')?.matching(PATH, 'a path that begins with / and has no spaces') ?? '/',
    clientIp: readAddress(given(members, 'clientIp')) ?? DEFAULT_CLIENT_IP,
    status: readWithin(given(response, 'status'), 100, 999) ?? 200,
    bytes: given(response, 'bytes')?.count() ?? 0,
    headers: {
      request: sent,
      'transformed request': readLines(transformed, 'request') ?? sent,
      response: answered,
      'transformed response': readLines(transformed, 'response') ?? answered,
    },
  };
}

/** The member, if present. Objects of a test suite may have it as `undefined`, which JSON does not have. */
function given<K extends string>(members: Members<K> | undefined, name: K): Reader | undefined {
  const reader = members?.optional(name);
  return reader?.value === undefined ? undefined : reader;
}

function readLines<K extends string>(
  members: Members<K> | undefined,
  name: K,
): readonly NamedValue[] | undefined {
  const reader = given(members, name);
  return reader && readHeaderLines(reader);
}

function readAddress(reader: Reader | undefined): string | undefined {
  const text = reader?.string();
  if (text === undefined || isIP(text) !== 0) return text;
  return reader?.refuse('it must be an IP address');
}

function readWithin(reader: Reader | undefined, least: number, most: number): number | undefined {
  const number = reader?.count();
  if (number === undefined || (number >= least && number <= most)) return number;
  return reader?.refuse(`it must be from ${least} to ${most}`);
}

/** A valid header value: no line end, and nothing that UTF-8 cannot express. */
const HEADER_VALUE = /^[^\r\n\0\p{Surrogate}]*$/u;

const NAME_FORM = 'a header name: letters, digits and the marks that HTTP allows';
const VALUE_FORM = 'a header value: one line of text';

/** Reads header lines: pairs in their order, or an object of name and text or list of texts. */
function readHeaderLines(reader: Reader): readonly NamedValue[] {
  const { value } = reader;
  if (Array.isArray(value)) return (reader.items() ?? []).flatMap((item) => readPair(item));
  if (typeof value !== 'object' || value === null)
    return reader.refuse('it must be an array of pairs or an object') ?? [];
  return Object.keys(value).flatMap((name) => readMember(name, reader.member(name)));
}

function readPair(reader: Reader): readonly NamedValue[] {
  const [name, value, ...more] = reader.items() ?? [];
  if (name === undefined || value === undefined || more.length > 0) {
    // `items` has already refused what is not an array.
    if (Array.isArray(reader.value)) reader.refuse('it must be a pair of name and value');
    return [];
  }
  return readLine(name.matching(HTTP_TOKEN, NAME_FORM), value);
}

function readMember(name: string, reader: Reader): readonly NamedValue[] {
  if (!HTTP_TOKEN.test(name)) return reader.refuse(`its name must be ${NAME_FORM}`) ?? [];
  const values = Array.isArray(reader.value) ? (reader.items() ?? []) : [reader];
  return values.flatMap((value) => readLine(name, value));
}

function readLine(name: string | undefined, reader: Reader): readonly NamedValue[] {
  const value = reader.matching(HEADER_VALUE, VALUE_FORM);
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]];
}
