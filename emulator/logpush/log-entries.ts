import { depthOf, isObject, MAX_JSON_DEPTH } from '../checks/json';

/** A member of a log entry: a text, or members of its own. */
export interface LogMember {
  readonly name: string;
  readonly value: string | readonly LogMember[];
}

/** A log entry: its members when it is a JSON object, otherwise its text. */
export type LogEntry =
  | { readonly kind: 'members'; readonly members: readonly LogMember[] }
  | { readonly kind: 'text'; readonly text: string };

export interface LogEntries {
  readonly shown: readonly LogEntry[];
  /** The number of lines after those that are shown. */
  readonly more: number;
}

/** The maximum number of lines of one file to show. */
export const MAX_ENTRIES = 20;

/** The maximum number of characters of one line to show. */
export const MAX_ENTRY_CHARACTERS = 16_384;

const MAX_DEPTH = 4;

/** Reads the first entries of a delivered file, whatever format its job writes. */
export function readLogEntries(text: string): LogEntries {
  const lines: string[] = [];
  let position = 0;
  while (position < text.length && lines.length < MAX_ENTRIES) {
    const end = endOfLine(text, position);
    const line = text.slice(position, end);
    if (line.trim() !== '') lines.push(line);
    position = end + 1;
  }
  return { shown: lines.flatMap(entriesOf).slice(0, MAX_ENTRIES), more: countLines(text, position) };
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Counts the rest without parsing it: a file may have a million lines. */
function countLines(text: string, from: number): number {
  let count = 0;
  for (let position = from; position < text.length; position = endOfLine(text, position) + 1) count += 1;
  return count;
}

/** One entry for each line; a line that is a JSON array of objects, one for each object. */
function entriesOf(line: string): readonly LogEntry[] {
  if (line.length > MAX_ENTRY_CHARACTERS)
    return [{ kind: 'text', text: `${line.slice(0, MAX_ENTRY_CHARACTERS)}…` }];
  const document = parsed(line);
  const objects = Array.isArray(document) ? document : [document];
  if (objects.length === 0 || !objects.every(isObject)) return [{ kind: 'text', text: line }];
  return objects.map((object) => ({ kind: 'members', members: membersOf(object, 1) }));
}

/** The document with every number as its text: timestamps in nanoseconds have more digits than a number can hold. */
function parsed(line: string): unknown {
  if (depthOf(line) > MAX_JSON_DEPTH) return undefined;
  try {
    JSON.parse(line);
  } catch {
    return undefined;
  }
  const numbersQuoted = line.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
  return JSON.parse(numbersQuoted) as unknown;
}

function membersOf(object: object, depth: number): readonly LogMember[] {
  return Object.entries(object).map(([name, value]: [string, unknown]) => ({
    name,
    value:
      isObject(value) && depth < MAX_DEPTH
        ? membersOf(value, depth + 1)
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
  }));
}
