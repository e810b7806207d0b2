import { isObject } from '../checks/json-object';
import { pointerTo } from '../checks/problem';
import type { JsonPath } from '../checks/problem';
import type { ExpectedRequest } from './expected-request';
import type { JournalEntry } from './journal-entry';

/** What about a request is not as expected, in words; empty when it fits. */
export function requestDifferences(expected: ExpectedRequest, seen: JournalEntry): readonly string[] {
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
