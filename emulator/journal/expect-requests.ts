import type { ExpectOptions, ExpectedRequest } from './expected-request';
import type { JournalEntry } from './journal-entry';
import { requestDifferences } from './request-differences';
import type { ComparedRequest } from './unexpected-requests';
import { UnexpectedRequests } from './unexpected-requests';

/** Compares requests with what a test expects. @throws UnexpectedRequests */
export function expectRequests(
  entries: readonly JournalEntry[],
  expected: readonly ExpectedRequest[],
  { order = 'exact', since = 0 }: ExpectOptions,
): void {
  const seen = entries.filter(({ number }) => number > since);
  const rows = order === 'exact' ? inExactOrder(expected, seen) : inOrder(expected, seen);
  const isFine = rows.every((row) => row.verdict === 'fits' || row.verdict === 'passed over');
  if (!isFine) throw new UnexpectedRequests(order, rows);
}

function inExactOrder(
  expected: readonly ExpectedRequest[],
  seen: readonly JournalEntry[],
): readonly ComparedRequest[] {
  return Array.from({ length: Math.max(expected.length, seen.length) }, (_, index): ComparedRequest => {
    const wanted = expected[index];
    const entry = seen[index];
    if (wanted === undefined) return { verdict: 'not expected', seen: entry, differences: [] };
    if (entry === undefined) return { verdict: 'missing', expected: wanted, differences: [] };
    const differences = requestDifferences(wanted, entry);
    return {
      verdict: differences.length === 0 ? 'fits' : 'differs',
      expected: wanted,
      seen: entry,
      differences,
    };
  });
}

/** Each expectation takes the first request that fits behind the one before: if any choice works, this does. */
function inOrder(
  expected: readonly ExpectedRequest[],
  seen: readonly JournalEntry[],
): readonly ComparedRequest[] {
  const rows: ComparedRequest[] = [];
  let next = 0;
  for (const entry of seen) {
    const wanted = expected[next];
    const fits = wanted !== undefined && requestDifferences(wanted, entry).length === 0;
    if (fits) next += 1;
    rows.push(
      fits
        ? { verdict: 'fits', expected: wanted, seen: entry, differences: [] }
        : { verdict: 'passed over', seen: entry, differences: [] },
    );
  }
  const missing = expected.slice(next).map((wanted): ComparedRequest => {
    return { verdict: 'missing', expected: wanted, differences: [] };
  });
  return [...rows, ...missing];
}
