import type { JournalEntry } from './journal-entry';

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
