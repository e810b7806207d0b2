import { decimalText } from './decimal';
import { decimalOf, ExactNumber, numberFromText } from './exact-number';
import { fold, type Builder } from './fold';
import { isWhollyKnown } from './known';
import { compareCanonical } from './order';
import type { ListType, TupleType, Type } from './type';
import { isUnknown } from './unknown';
import { Dynamic, isMembers, isSequence, record, type Value } from './value';

/**
 * The one form of a value that all equal values have: strings and map keys in NFC, numbers as `number` where that
 * is exact, objects with all attributes, map keys and set elements in order, no element of a set twice. Elements that
 * are not wholly known may still turn out different, so none of them is dropped.
 * @throws {ValueError} the value does not fit the type
 */
export function canonical(type: Type, value: Value): Value {
  return fold(type, value, builder);
}

/**
 * Whether two values of a type are the same to the engine: order and repetition in sets do not count, nor does
 * the Unicode form of text. Unknown equals unknown, whatever else is certain about either.
 * @throws {ValueError} the values differ, and one does not fit the type
 */
export function equal(type: Type, a: Value, b: Value): boolean {
  return isIdentical(a, b) || compareCanonical(type, canonical(type, a), canonical(type, b)) === 0;
}

/** Whether two values are written alike, as nearly all are that are compared: such are equal, of whatever type. */
function isIdentical(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isUnknown(a)) return isUnknown(b);
  if (a instanceof ExactNumber) return b instanceof ExactNumber && a.text === b.text;
  if (isSequence(a))
    return isSequence(b) && a.length === b.length && a.every((item, at) => isIdentical(item, b[at] ?? null));
  if (!isMembers(a) || !isMembers(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isIdentical(a[name] ?? null, b[name] ?? null))
  );
}

const builder: Builder<Value> = {
  nil: () => null,
  unknown: (unknown) => unknown,
  string: (text) => text.normalize('NFC'),
  // A `number` that means itself is canonical, but for -0.
  number: (number) =>
    typeof number === 'number' ? number + 0 : (numberFromText(decimalText(decimalOf(number))) ?? number),
  bool: (bool) => bool,
  sequence: (type, items) => (type.kind === 'set' ? distinct(type, items) : items),
  map: (entries) => record(sorted(entries.map(([key, part]) => [key.normalize('NFC'), part]))),
  object: record,
  dynamic: (type, item) => new Dynamic(type, item),
};

function distinct(type: ListType | TupleType, items: readonly Value[]): readonly Value[] {
  if (type.kind !== 'set') return items;
  const ordered = [...items].sort((a, b) => compareCanonical(type.element, a, b));
  return ordered.filter((item, index) => {
    const before = ordered[index - 1];
    return before === undefined || !isWhollyKnown(item) || compareCanonical(type.element, before, item) !== 0;
  });
}

function sorted(entries: readonly (readonly [string, Value])[]): readonly (readonly [string, Value])[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
