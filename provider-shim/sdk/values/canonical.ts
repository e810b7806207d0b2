import { decimalText, compareDecimals, decimalOf, ExactNumber, numberFromText } from './exact-number';
import { fold, type Builder } from './fold';
import { isWhollyKnown, isUnknown, isMembers, isSequence, record, type Value, type Members } from './value';
import type { ListType, Type } from './type';

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
};

function distinct(type: ListType, items: readonly Value[]): readonly Value[] {
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

/**
 * A total order of the canonical values of one type: null first, then by content, unknown last. Zero means equal.
 */
function compareCanonical(type: Type, a: Value, b: Value): number {
  if (a === null || b === null || isUnknown(a) || isUnknown(b)) return rank(a) - rank(b);
  switch (type.kind) {
    case 'string':
    case 'bool':
      return compareScalars(a, b);
    case 'number':
      return isNumber(a) && isNumber(b) ? compareDecimals(decimalOf(a), decimalOf(b)) : 0;
    case 'list':
    case 'set':
      return isSequence(a) && isSequence(b) ? compareItems(type.element, a, b) : 0;
    case 'map':
      return isMembers(a) && isMembers(b) ? compareMaps(type.element, a, b) : 0;
    case 'object': {
      if (!isMembers(a) || !isMembers(b)) return 0;
      const attributes = Object.entries(type.attributes);
      return first(attributes, ([name, member]) =>
        compareCanonical(member, a[name] ?? null, b[name] ?? null),
      );
    }
  }
}

function compareItems(element: Type, a: readonly Value[], b: readonly Value[]): number {
  if (a.length !== b.length) return a.length - b.length;
  return first([...a.keys()], (index) => compareCanonical(element, a[index] ?? null, b[index] ?? null));
}

/** The keys of canonical maps are sorted. */
function compareMaps(element: Type, a: Members, b: Members): number {
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return keys.length - others.length;
  return (
    first([...keys.keys()], (index) => compareScalars(keys[index], others[index])) ||
    first(keys, (key) => compareCanonical(element, a[key] ?? null, b[key] ?? null))
  );
}

function first<T>(items: readonly T[], compare: (item: T) => number): number {
  for (const item of items) {
    const order = compare(item);
    if (order !== 0) return order;
  }
  return 0;
}

function rank(value: Value): number {
  if (value === null) return 0;
  return isUnknown(value) ? 2 : 1;
}

function isNumber(value: Value): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function compareScalars<T>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
