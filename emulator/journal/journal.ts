import type { FaultEffect } from '../faults/fault-rule';

/** One request to the service, without its secrets. */
export interface JournalEntry {
  /** Counts the requests from 1. */
  readonly number: number;
  /** The emulator's time when the request came, ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Every value of each parameter, in order. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Lower-case names; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON document, or the text when it is not JSON; null without a body and for one that was not read. */
  readonly body: unknown;
  /** Name of the operation; null when the request reached none. */
  readonly operation: string | null;
  /** Null when the client got no answer. */
  readonly status: number | null;
  /** The fault that struck. */
  readonly fault: FaultEffect['kind'] | null;
}

export interface Journal {
  record(entry: Omit<JournalEntry, 'number'>): void;
  entries(): readonly JournalEntry[];
  clear(): void;
}

/** How many requests are kept; the oldest go first. */
export const JOURNAL_LENGTH = 10_000;

export function createJournal(): Journal {
  let entries: JournalEntry[] = [];
  let count = 0;
  return {
    record: (entry) => {
      count += 1;
      entries.push({ number: count, ...entry });
      // Twice the length before cutting, so that a full journal does not move all entries at each request.
      if (entries.length >= 2 * JOURNAL_LENGTH) entries = entries.slice(-JOURNAL_LENGTH);
    },
    entries: () => entries.slice(-JOURNAL_LENGTH),
    clear: () => {
      entries = [];
      count = 0;
    },
  };
}
