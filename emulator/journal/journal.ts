import { remembered } from '../service/credentials';
import { type JournalEntry, type RecordedRequest, journalEntry, secretFinder } from './journal-entry';

/** Selects requests of the journal; an absent member matches every request. */
export interface JournalFilter {
  /** Name of an operation. */
  readonly operation?: string;
  /** The zone in the path. */
  readonly zoneId?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** Null for requests without an answer. */
  readonly status?: number | null;
  /** Only requests after the one with this number. */
  readonly since?: number;
}

type Filtered = Pick<JournalEntry, 'number' | 'operation' | 'zoneId' | 'method' | 'status'>;

function fits({ since = 0, ...wanted }: JournalFilter, request: Filtered): boolean {
  const members = ['operation', 'zoneId', 'method', 'status'] as const;
  return (
    request.number > since &&
    members.every((name) => wanted[name] === undefined || wanted[name] === request[name])
  );
}

export interface Journal {
  record(request: RecordedRequest): void;
  /** The matching requests, oldest first. */
  entries(filter?: JournalFilter): readonly JournalEntry[];
  clear(): void;
}

/** How many requests are kept; the oldest go first. */
const JOURNAL_LENGTH = 10_000;

/** A recorded request; once read, its entry replaces what was sent. */
interface Kept {
  readonly number: number;
  content: { readonly request: RecordedRequest } | { readonly entry: JournalEntry };
}

/** @param onRequest called with each recorded request */
export function createJournal(onRequest?: (entry: JournalEntry) => void): Journal {
  let kept: Kept[] = [];
  let count = 0;
  const secretsOf = remembered(secretFinder);
  const entryOf = (each: Kept): JournalEntry => {
    if ('entry' in each.content) return each.content.entry;
    const { request } = each.content;
    const entry = journalEntry(each.number, request, secretsOf(request.credentials));
    each.content = { entry };
    return entry;
  };
  return {
    record: (request) => {
      count += 1;
      const recorded: Kept = { number: count, content: { request } };
      kept.push(recorded);
      // Cuts only at twice the length, so that a full journal does not move all entries at each request.
      if (kept.length >= 2 * JOURNAL_LENGTH) kept = kept.slice(-JOURNAL_LENGTH);
      onRequest?.(entryOf(recorded));
    },
    entries: (filter = {}) =>
      kept
        .slice(-JOURNAL_LENGTH)
        .filter(({ number, content }) => {
          const request = 'entry' in content ? content.entry : content.request;
          return fits(filter, { ...request, number });
        })
        .map(entryOf),
    clear: () => {
      kept = [];
      count = 0;
    },
  };
}
