import { present } from '../checks/json';
import { type Reader, check } from '../checks/reader';
import type { ExpectOptions } from '../journal/expect-requests';
import { type ExpectedRequest, REQUEST_ORDERS } from '../journal/unexpected-requests';
import type { JournalFilter } from '../journal/journal';
import { OPERATIONS } from '../requests/parts';
import { refusedDocument } from './control-error';

/** Longer texts are not close to any name, and comparing them would take long. */
const LONGEST_COMPARED = 100;

/** The name of an operation of the service; an unknown one is refused with the nearest known name. */
export function readOperationName(reader: Reader | undefined): string | undefined {
  const name = reader?.string();
  if (name === undefined) return undefined;
  const names = OPERATIONS.map((operation) => operation.name);
  if (names.includes(name)) return name;
  const nearest = nearestName(name.slice(0, LONGEST_COMPARED), names);
  return reader?.refuse(`there is no such operation; the nearest is ${nearest}`);
}

/**
 * Reads the query of the journal, with the members of a filter; `status=none` matches requests without an answer.
 *
 * @throws ControlError
 */
export function readJournalFilter(query: Readonly<Record<string, string>>): JournalFilter {
  const read = check(query, (reader): JournalFilter | undefined => {
    const members = reader.members(['operation', 'zoneId', 'method', 'status', 'since']);
    if (members === undefined) return undefined;
    const operation = readOperationName(members.optional('operation'));
    const zoneId = members.optional('zoneId')?.string();
    const method = members.optional('method')?.string()?.toUpperCase();
    const sent = members.optional('status');
    const status = sent?.value === 'none' ? null : readDigits(sent);
    const since = readDigits(members.optional('since'));
    return present({ operation, zoneId, method, status, since });
  });
  if (!read.ok) throw refusedDocument('The journal cannot be queried like this:', read.problems);
  return read.value;
}

function readDigits(reader: Reader | undefined): number | undefined {
  const digits = reader?.matching(/^\d{1,15}$/, 'a whole number');
  return digits === undefined ? undefined : Number(digits);
}

/** Reads `{ expected, order?, since? }`: what the journal should hold. @throws ControlError */
export function readExpectations(document: unknown): {
  readonly expected: readonly ExpectedRequest[];
  readonly options: ExpectOptions;
} {
  const read = check(document, (reader) => {
    const members = reader.members(['expected', 'order', 'since']);
    const expected = members?.required('expected')?.items();
    const order = members?.optional('order')?.oneOf(REQUEST_ORDERS);
    const since = members?.optional('since')?.count();
    if (expected === undefined) return undefined;
    return {
      expected: expected.flatMap((item) => readExpected(item) ?? []),
      options: present({ order, since }),
    };
  });
  if (!read.ok) throw refusedDocument('These expectations cannot be used:', read.problems);
  return read.value;
}

function readExpected(reader: Reader): ExpectedRequest | undefined {
  const members = reader.members(['operation', 'method', 'zoneId', 'status', 'body']);
  if (members === undefined) return undefined;
  const operation = readOperationName(members.optional('operation'));
  const method = members.optional('method')?.string()?.toUpperCase();
  const zoneId = members.optional('zoneId')?.string();
  const status = members.optional('status');
  const wantedStatus = status?.value === null ? null : status?.count();
  const body: unknown = members.optional('body')?.value;
  return present({ operation, method, zoneId, status: wantedStatus, body });
}

/** The name that is the fewest edits away from the text; among equals, the first. */
function nearestName(text: string, names: readonly string[]): string | undefined {
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(text, name);
    if (nearest === undefined || edits < nearest.edits) nearest = { name, edits };
  }
  return nearest?.name;
}

/** How many characters to insert, delete or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, mark] of [...one].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (mark === other[column - 1] ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
