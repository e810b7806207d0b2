import { decimalText } from './decimal';
import { decimalOf, ExactNumber, numberFromText } from './exact-number';
import { fold, type Builder } from './fold';
import { isWhollyKnown } from './known';
import { compareCanonical } from './order';
import type { ListType, TupleType, Type } from './type';
import { isUnknown } from './unknown';
import { Dynamic, isMembers, isSequence, record, type Value } from './value';

/**
 * The canonical form, which all equal values share: strings and map keys in NFC, numbers as `number` where that is
 * exact, objects with all attributes, map keys and set elements sorted, sets without duplicates. Elements that are not
 * wholly known may still turn out different, so all of them are kept.
 * @throws {ValueError} the value does not fit the type
 */
export function canonical(type: Type, value: Value): Value {
  return fold(type, value, builder);
}

/**
 * Whether two values of a type are equal to the engine: order and duplicates in sets do not matter, nor does the
 * Unicode form of text. Unknown equals unknown, whatever their refinements.
 * @throws {ValueError} the values differ, and one does not fit the type
 */
export function equal(type: Type, a: Value, b: Value): boolean {
  return isIdentical(a, b) || compareCanonical(type, canonical(type, a), canonical(type, b)) === 0;
}

/** Whether two values are identical, as most compared values are: then they are equal, whatever their type. */
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
  // An exact `number` is canonical, except -0.
  number: (number) =>
    typeof number === 'number' ? number + 0 : (numberFromText(decimalText(decimalOf(number))) ?? number),
  bool: (bool) => bool,
  sequence: (type, items) => (type.kind === 'set' ? distinct(type, items) : items),
  map: (entries) => record(sorted(entries.map(([key, part]) => [key.normalize('NFC'), part]))),
  object: (attributes) => attributes,
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
