import type { JournalEntry } from '../../journal/journal-entry';

/** A request of the journal. */
export interface RequestView {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Null when the request reached none. */
  readonly operation: string | null;
  /** Null when the client got no answer. */
  readonly status: number | null;
  /** The fault that struck, and what the service itself answered when the client saw something else. */
  readonly fault: string | null;
}

/** The most characters of a path that are shown. */
const MAX_PATH_CHARACTERS = 300;

/** The last requests, newest first. */
export function readRequests(entries: readonly JournalEntry[], count: number): readonly RequestView[] {
  return entries.slice(-count).reverse().map(requestView);
}

function requestView({
  number,
  at,
  method,
  path,
  query,
  operation,
  status,
  fault,
  servedStatus,
}: JournalEntry): RequestView {
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => (value === '' ? name : `${name}=${value}`)),
  );
  const whole = parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
  const shown = whole.length > MAX_PATH_CHARACTERS ? `${whole.slice(0, MAX_PATH_CHARACTERS)}…` : whole;
  return {
    number,
    at,
    method,
    path: shown,
    operation,
    status,
    fault: fault && fault + servedText(status, servedStatus),
  };
}

function servedText(status: number | null, servedStatus: number | null): string {
  if (servedStatus === status) return '';
  return servedStatus === null ? ', not served' : `, served ${servedStatus}`;
}
