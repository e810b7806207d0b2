import { isIP } from 'node:net';
import { isObject } from '../checks/json';
import { type Checked, check } from '../checks/reader';
import * as is from '../checks/shape';

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

/** A valid header value: no line end, and nothing that UTF-8 cannot express. */
const HEADER_VALUE = /^[^\r\n\0\p{Surrogate}]*$/u;

const NAME_FORM = 'a header name: letters, digits and the marks that HTTP allows';

const NAME = is.text(is.HTTP_TOKEN, NAME_FORM);
const VALUE = is.text(HEADER_VALUE, 'a header value: one line of text');

const PAIR: is.Shape<NamedValue> = (reader) => {
  const [first, second, ...more] = reader.items() ?? [];
  if (first === undefined || second === undefined || more.length > 0)
    // `items` has already refused what is not an array.
    return Array.isArray(reader.value) ? reader.refuse('it must be a pair of name and value') : undefined;
  const [name, value] = [NAME(first), VALUE(second)];
  return name === undefined || value === undefined ? undefined : [name.toLowerCase(), value];
};

/** The lines of a header: a text or a list of texts. */
function linesOf(name: string): is.Shape<readonly NamedValue[]> {
  if (!is.HTTP_TOKEN.test(name)) return (reader) => reader.refuse(`its name must be ${NAME_FORM}`);
  const texts = is.list(VALUE);
  const only = is.mapped(VALUE, (text) => [text]);
  return is.mapped(
    (reader) => (Array.isArray(reader.value) ? texts : only)(reader),
    (values) => values.map((value): NamedValue => [name.toLowerCase(), value]),
  );
}

/** Header lines: pairs in their order, or an object of name and text or list of texts. */
const LINES: is.Shape<readonly NamedValue[]> = (reader) => {
  if (Array.isArray(reader.value)) return is.list(PAIR)(reader);
  if (!isObject(reader.value)) return reader.refuse('it must be an array of pairs or an object');
  return is.mapped(is.byId(linesOf), (lines) => [...lines.values()].flat())(reader);
};

const STATUS = is.refusedIf(is.count, (status) =>
  status >= 100 && status <= 999 ? undefined : 'it must be from 100 to 999',
);

const REQUEST = is.object({
  method: is.given(is.text(is.HTTP_TOKEN, 'a method of HTTP')),
  host: is.given(is.text(HOST, 'a host name')),
  path: is.given(is.text(PATH, 'a path that begins with / and has no spaces')),
  headers: is.given(LINES),
  clientIp: is.given(
    is.refusedIf(is.text(), (sent) => (isIP(sent) === 0 ? 'it must be an IP address' : undefined)),
  ),
  response: is.given(
    is.object({ status: is.given(STATUS), headers: is.given(LINES), bytes: is.given(is.count) }),
  ),
  transformed: is.given(is.object({ request: is.given(LINES), response: is.given(LINES) })),
});

/** Reads `{ requests }`, and fills in the defaults of `TrafficRequest`. */
export function readTraffic(document: unknown, zoneName: string): Checked<readonly Exchange[]> {
  const exchange = is.mapped(
    REQUEST,
    ({ headers = [], response = {}, transformed = {}, ...rest }): Exchange => ({
      method: rest.method ?? 'GET',
      host: rest.host ?? (firstHeader(headers, 'host') || zoneName),
      uri: rest.path ?? '/',
      clientIp: rest.clientIp ?? DEFAULT_CLIENT_IP,
      status: response.status ?? 200,
      bytes: response.bytes ?? 0,
      headers: {
        request: headers,
        'transformed request': transformed.request ?? headers,
        response: response.headers ?? [],
        'transformed response': transformed.response ?? response.headers ?? [],
      },
    }),
  );
  const requests = is.mapped(is.object({ requests: is.list(exchange) }), (sent) => sent.requests);
  return check(document, requests);
}
