import { depthOf, MAX_JSON_DEPTH } from '../checks/json';
import { timestamp } from '../service/clock';
import type { FaultEffect } from '../faults/fault-rule';
import type { SentBody } from '../http/read-body';
import type { Credentials } from '../service/credentials';
import { type SecretFinder, redactedHeaders, redactedText, redactor } from './redact';

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
