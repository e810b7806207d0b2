import {
  type ExpectedRequest,
  type RequestOrder,
  type ComparedRequest,
  UnexpectedRequests,
} from './unexpected-requests';
import { isObject } from '../checks/json';
import { type JsonPath, pointerTo } from '../checks/reader';
import type { JournalEntry } from './journal-entry';

/** How expected requests are compared with those that were seen. */
export interface ExpectOptions {
  /** `exact`: these and no others; `contains`: others may come between. @default 'exact' */
  readonly order?: RequestOrder;
  /** Looks only at requests after the one with this number. @default 0 */
  readonly since?: number;
}

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

/** Each expectation takes the first match after the previous one: if any choice works, this one does. */
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

/** What about a request is not as expected, in words; empty if it matches. */
function requestDifferences(expected: ExpectedRequest, seen: JournalEntry): readonly string[] {
  const { body, ...parts } = expected;
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const differing = names.filter((name) => parts[name] !== undefined && parts[name] !== seen[name]);
  return [
    ...differing.map((name) => difference(name, parts[name], seen[name])),
    ...(body === undefined ? [] : bodyDifferences(body, seen.body, [])),
  ];
}

function bodyDifferences(expected: unknown, seen: unknown, path: JsonPath): readonly string[] {
  const place = `body ${pointerTo(path)}`.trim();
  if (Array.isArray(expected)) {
    if (!Array.isArray(seen)) return [difference(place, expected, seen)];
    if (seen.length !== expected.length)
      return [`${place}: expected ${expected.length} items, seen ${seen.length}`];
    return expected.flatMap((item, index) => bodyDifferences(item, seen[index], [...path, index]));
  }
  if (!isObject(expected)) return Object.is(expected, seen) ? [] : [difference(place, expected, seen)];
  if (!isObject(seen)) return [difference(place, expected, seen)];
  return Object.entries(expected).flatMap(([name, member]) =>
    bodyDifferences(member, Object.hasOwn(seen, name) ? seen[name] : undefined, [...path, name]),
  );
}

function difference(place: string, expected: unknown, seen: unknown): string {
  return `${place}: expected ${shown(expected)}, seen ${shown(seen)}`;
}

const SHOWN_CHARACTERS = 120;

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
