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

/** A request that a test expects; an absent member matches every request. */
export interface ExpectedRequest {
  /** Name of an operation. */
  readonly operation?: string;
  /** In upper case, `GET`. */
  readonly method?: string;
  /** The zone of the request, 32 hexadecimal digits. */
  readonly zoneId?: string;
  /** Null for a request that got no answer. */
  readonly status?: number | null;
  /** Members that the body has, at any depth; it may have others. A list has exactly these items. */
  readonly body?: unknown;
}

/** `exact` or `contains`: how strictly expected requests are compared with those that were seen. */
export type RequestOrder = (typeof REQUEST_ORDERS)[number];

/** `exact`: these requests and no others, in this order. `contains`: in this order, with any others between. */
export const REQUEST_ORDERS = ['exact', 'contains'] as const;

/** An expectation and the request compared with it; either may be absent. */
export interface ComparedRequest {
  /** How the two compare. */
  readonly verdict: 'fits' | 'differs' | 'missing' | 'not expected' | 'passed over';
  /** What the test expects; absent for an unexpected request. */
  readonly expected?: ExpectedRequest | undefined;
  /** The request seen; absent if it is missing. */
  readonly seen?: JournalEntry | undefined;
  /** In words; empty unless the verdict is `differs`. */
  readonly differences: readonly string[];
}

/** The requests to the service are not the expected ones; the message shows both side by side. */
export class UnexpectedRequests extends Error {
  /** All of them, side by side. */
  declare readonly rows: readonly ComparedRequest[];

  constructor(order: RequestOrder, rows: readonly ComparedRequest[]) {
    super([HEADLINES[order], ...table(rows)].join('\n'));
    this.name = 'UnexpectedRequests';
    // Node prints what can be enumerated of an error that nobody catches, and the message has the rows.
    Object.defineProperty(this, 'rows', { value: rows });
  }
}

const HEADLINES: Readonly<Record<RequestOrder, string>> = {
  exact: 'The requests are not exactly the expected ones:',
  contains: 'Not all of the expected requests came in this order:',
};

/** Rows around the first one that is wrong; a long journal would hide it. */
const SHOWN_ROWS = 40;

function table(rows: readonly ComparedRequest[]): readonly string[] {
  const firstWrong = rows.findIndex(({ verdict }) => verdict !== 'fits' && verdict !== 'passed over');
  const from = Math.max(0, Math.min(firstWrong - SHOWN_ROWS / 2, rows.length - SHOWN_ROWS));
  const shown = rows.slice(from, from + SHOWN_ROWS);
  const lines = shown.map(({ verdict, expected, seen, differences }) => ({
    cells: [verdict, expected === undefined ? '' : expectedText(expected), seen ? seenText(seen) : ''],
    differences,
  }));
  const cells = [['', 'expected', 'seen'], ...lines.map((line) => line.cells)];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return [
    line(cells[0] ?? []),
    ...(from > 0 ? [`  … ${from} before`] : []),
    ...lines.flatMap(({ cells: row, differences }) => [
      line(row),
      ...differences.map((text) => `      ${text}`),
    ]),
    ...(from + SHOWN_ROWS < rows.length ? [`  … ${rows.length - from - SHOWN_ROWS} behind`] : []),
  ];
}

function expectedText({ operation, method, zoneId, status, body }: ExpectedRequest): string {
  const parts = [
    method,
    operation,
    ...(status === undefined ? [] : [status === null ? 'no answer' : String(status)]),
    ...(zoneId === undefined ? [] : [`zone ${zoneId}`]),
    ...(body === undefined ? [] : ['with body']),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'any request' : parts.join(' ');
}

function seenText({ number, method, operation, path, status }: JournalEntry): string {
  return `#${number} ${method} ${operation ?? path} ${status ?? 'no answer'}`;
}
