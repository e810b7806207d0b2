import type { Reader } from '../checks/reader';
import type { Rule } from '../service/ruleset';

const PLACES = ['before', 'after', 'index'] as const;

/**
 * Reads the `position` of a single rule (docs/service.md 3.2): before or after a rule, where an empty id means first or
 * last, or at an index that counts from 1. Gives how many of the other rules stand before it.
 */
export function readPosition(reader: Reader, others: readonly Rule[]): number | undefined {
  const members = reader.members(PLACES);
  if (members === undefined) return undefined;
  const sent = PLACES.filter((name) => members.optional(name) !== undefined);
  if (sent.length !== 1) return reader.refuse(`it must have exactly one of ${PLACES.join(', ')}`);
  const before = members.optional('before');
  if (before !== undefined) return before.value === '' ? 0 : placeOf(before, others);
  const after = members.optional('after');
  if (after !== undefined) return after.value === '' ? others.length : follow(placeOf(after, others));
  const index = members.optional('index');
  return index && readIndex(index, others.length + 1);
}

function placeOf(reader: Reader, others: readonly Rule[]): number | undefined {
  const id = reader.string();
  if (id === undefined) return undefined;
  const place = others.findIndex((rule) => rule.id === id);
  return place === -1 ? reader.refuse('the ruleset has no other rule with this id') : place;
}

function follow(place: number | undefined): number | undefined {
  return place === undefined ? undefined : place + 1;
}

function readIndex(reader: Reader, last: number): number | undefined {
  const index = reader.count();
  if (index === undefined) return undefined;
  return index >= 1 && index <= last ? index - 1 : reader.refuse(`it must be from 1 to ${last}`);
}
