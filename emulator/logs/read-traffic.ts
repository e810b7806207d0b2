import { isIP } from 'node:net';
import { HTTP_TOKEN } from '../checks/read-values';
import { type Checked, type Members, type Reader, check } from '../checks/reader';
import { type Exchange, type NamedValue, firstHeader } from './exchange';

/** Traffic to send. */
interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** Whether to push its log entries at once. */
  readonly push: boolean;
}

/** From the documentation range (RFC 5737), so that it is nobody's. */
const DEFAULT_CLIENT_IP = '192.0.2.1';

/** One day. A longer duration is more likely a mistake. */
const MAX_DURATION_MS = 86_400_000;

const HOST = /^[^\s/?#@\p{Cc}\p{Surrogate}]+$/u;
const PATH = /^\/[^\s\p{Cc}\p{Surrogate}]*$/u;

/** Reads `{ requests, push? }`, and fills in the defaults of `TrafficRequest`. */
export function readTraffic(document: unknown, zoneName: string): Checked<Traffic> {
  return check(document, (reader) => {
    const members = reader.members(['requests', 'push']);
    const items = members?.required('requests')?.items();
    const push = given(members, 'push')?.boolean() ?? true;
    const exchanges = items?.flatMap((item) => readRequest(item, zoneName, ['subrequests']) ?? []);
    return exchanges && { exchanges, push };
  });
}

/** @param more the members that only a request of a client has */
function readRequest(reader: Reader, zoneName: string, more: readonly 'subrequests'[]): Exchange | undefined {
  const members = reader.members([
    'method',
    'host',
    'path',
    'headers',
    'clientIp',
    'response',
    'transformed',
    'durationMs',
    'attack',
    ...more,
  ]);
  const response = given(members, 'response')?.members(['status', 'headers', 'bytes']);
  const transformed = given(members, 'transformed')?.members(['request', 'response']);
  const sent = readLines(members, 'headers') ?? [];
  const answered = readLines(response, 'headers') ?? [];
  const made = given(members, 'subrequests')?.items() ?? [];
  const host = given(members, 'host')?.matching(HOST, 'a host name');
  return {
    method: given(members, 'method')?.matching(HTTP_TOKEN, 'a method of HTTP') ?? 'GET',
    host: host ?? (firstHeader(sent, 'host') || zoneName),
    uri: given(members, 'path')?.matching(PATH, 'a path that begins with / and has no spaces') ?? '/',
    clientIp: readAddress(given(members, 'clientIp')) ?? DEFAULT_CLIENT_IP,
    status: readWithin(given(response, 'status'), 100, 999) ?? 200,
    bytes: given(response, 'bytes')?.count() ?? 0,
    durationMs: readWithin(given(members, 'durationMs'), 0, MAX_DURATION_MS) ?? 0,
    headers: {
      request: sent,
      'transformed request': readLines(transformed, 'request') ?? sent,
      response: answered,
      'transformed response': readLines(transformed, 'response') ?? answered,
    },
    isAttack: given(members, 'attack')?.boolean() ?? false,
    subrequests: made.flatMap((item) => readRequest(item, zoneName, []) ?? []),
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
