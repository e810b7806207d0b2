import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import { timestamp } from '../service/clock';
import type { FaultEffect } from '../faults/faults';
import type { SentBody } from '../http/read-body';
import type { Credentials } from '../service/credentials';
import { REDACTED, redactedDestination } from '../destinations/destination';

/** One request to the service, without its secrets. */
export interface JournalEntry {
  /** The number of the request, from 1. */
  readonly number: number;
  /** The emulator's time at the request, ISO 8601. */
  readonly at: string;
  /** In upper case, `GET`. */
  readonly method: string;
  /** As sent, with the base path and without the query. */
  readonly path: string;
  /** Every value of each parameter, in order. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Lower-case names; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The JSON document, or the text if it is not JSON; null if there was no body or it was not read. What may be
   * secret in a `destination_conf` is redacted, and all of an `ownership_challenge`.
   */
  readonly body: unknown;
  /** Name of the operation; null if the request reached none. */
  readonly operation: string | null;
  /** The zone in the path, whether it exists or not; null if the path names none. */
  readonly zoneId: string | null;
  /** Null if the client got no answer. */
  readonly status: number | null;
  /** The fault that applied. */
  readonly fault: FaultEffect['kind'] | null;
  /**
   * The status of the service's own answer, even if a fault kept it from the client; null if a fault kept the request
   * from the service, so that it had no effect.
   */
  readonly servedStatus: number | null;
}

/** A request as received. Most are never looked at, so secrets are only removed when somebody does. */
export interface RecordedRequest extends Pick<
  JournalEntry,
  'method' | 'operation' | 'zoneId' | 'status' | 'fault' | 'servedStatus'
> {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** As sent, with its escapes. */
  readonly pathname: string;
  readonly search: string;
  /** Names and values in alternation. */
  readonly headerLines: readonly string[];
  readonly body: SentBody;
  /** Those of the service at the request. */
  readonly credentials: Credentials;
}

/** The request as the journal shows it. */
export function journalEntry(
  number: number,
  request: RecordedRequest,
  secretsIn: SecretFinder,
): JournalEntry {
  const { at, method, pathname, search, headerLines, body, operation, zoneId, status, fault, servedStatus } =
    request;
  const headers = headersOf(headerLines);
  const redact = redactor(secretsIn, headers);
  return {
    number,
    at: timestamp(at),
    method,
    path: redact(pathname),
    query: redact(queryOf(new URLSearchParams(search))),
    headers: redactedHeaders(headers, redact),
    body: redact(journalBody(body)),
    operation,
    zoneId,
    status,
    fault,
    servedStatus,
  };
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < lines.length; index += 2)
    headers.append(lines[index] ?? '', lines[index + 1] ?? '');
  return headers;
}

function queryOf(parameters: URLSearchParams): Record<string, readonly string[]> {
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name)]));
}

/** A body in the journal: the document, or the text if it is not JSON. */
function journalBody(body: SentBody): unknown {
  if (body.kind !== 'text') return null;
  if (depthOf(body.text) > MAX_JSON_DEPTH) return redactedText(body.text);
  try {
    return JSON.parse(body.text) as unknown;
  } catch {
    return redactedText(body.text);
  }
}

// A shorter text in a credential header is not a credential, and would be removed from ordinary words.
const SHORTEST_SECRET = 8;

/** Headers that contain only a secret. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-auth-key',
  'x-auth-user-service-key',
  'cookie',
]);

/** Members that hold a secret at any depth of a body (docs/internals/service.md 5.2), and what to show of them. */
const SECRET_MEMBERS: ReadonlyMap<string, (text: string) => string> = new Map([
  ['destination_conf', redactedDestination],
  ['ownership_challenge', () => REDACTED],
]);

/** The headers with lower-case names, without their secrets; the scheme of a bearer token stays. */
function redactedHeaders(headers: Headers, redact: Redact): Record<string, string> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (!SECRET_HEADERS.has(name)) return [name, redact(value)];
      return [name, /^Bearer\s/i.test(value) ? `Bearer ${REDACTED}` : REDACTED];
    }),
  );
}

/** Removes every secret from a value, whole or within a text, at any depth. */
type Redact = <T>(value: T) => T;

/**
 * Secrets are the credentials of the service, those in the request itself, right or wrong, and the secret members.
 */
function redactor(secretsIn: SecretFinder, headers: Headers): Redact {
  const sent = [
    headers.get('authorization')?.replace(/^Bearer\s+/i, ''),
    headers.get('authorization'),
    headers.get('x-auth-key'),
  ].filter((text) => typeof text === 'string' && text.length >= SHORTEST_SECRET) as string[];
  const inText = (text: string): string =>
    [...sent, ...secretsIn(text)]
      // Longest first: one secret may be part of another.
      .sort((a, b) => b.length - a.length)
      .reduce((result, secret) => result.replaceAll(secret, REDACTED), text);
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(inValue);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const shown = SECRET_MEMBERS.get(name);
        return [inText(name), inValue(shown === undefined ? member : secretMember(member, shown))];
      }),
    );
  };
  return <T>(value: T): T => inValue(value) as T;
}

function secretMember(value: unknown, shown: (text: string) => string): unknown {
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.map((item) => secretMember(item, shown));
  return value === null ? null : REDACTED;
}

/** A text that is not JSON, cut off after the first name of a secret member. */
function redactedText(text: string): string {
  const ends = [...SECRET_MEMBERS.keys()]
    .map((name) => ({ at: text.indexOf(name), name }))
    .filter(({ at }) => at !== -1)
    .map(({ at, name }) => at + name.length);
  return ends.length === 0 ? text : `${text.slice(0, Math.min(...ends))}${REDACTED}`;
}

/** No token and no key is shorter: `TOKEN_FORMAT` and `KEY_FORMAT`. */
const LONG_WORD = /[A-Za-z0-9_-]{37,}/g;

/** Finds the service's credentials in a text, whole or within a longer word. */
type SecretFinder = (text: string) => readonly string[];

/** There may be thousands of credentials, so words are looked up; the text is searched only for unusually long ones. */
export function secretFinder({ tokens, keys }: Credentials): SecretFinder {
  const secrets = new Set([...tokens.map(({ token }) => token), ...keys.map(({ key }) => key)]);
  return (text) =>
    (text.match(LONG_WORD) ?? []).flatMap((word) =>
      secrets.has(word) ? [word] : [...secrets].filter((secret) => word.includes(secret)),
    );
}
