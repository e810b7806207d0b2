import { compareDecimals } from './decimal';
import { decimalOf, ExactNumber } from './exact-number';
import { typeToJson } from './type-json';
import type { Type } from './type';
import { isUnknown } from './unknown';
import { Dynamic, isMembers, isSequence, type Members, type Value } from './value';

/**
 * A total order of the canonical values of one type: null first, then by content, unknown last. Zero means equal.
 */
export function compareCanonical(type: Type, a: Value, b: Value): number {
  if (a === null || b === null || isUnknown(a) || isUnknown(b)) return rank(a) - rank(b);
  switch (type.kind) {
    case 'string':
    case 'bool':
      return compareScalars(a, b);
    case 'number':
      return isNumber(a) && isNumber(b) ? compareDecimals(decimalOf(a), decimalOf(b)) : 0;
    case 'list':
    case 'set':
      return isSequence(a) && isSequence(b) ? compareItems(a, b, () => type.element) : 0;
    case 'tuple':
      return isSequence(a) && isSequence(b) ? compareItems(a, b, (index) => type.elements[index]) : 0;
    case 'map':
      return isMembers(a) && isMembers(b) ? compareMaps(type.element, a, b) : 0;
    case 'object': {
      if (!isMembers(a) || !isMembers(b)) return 0;
      const attributes = Object.entries(type.attributes);
      return first(attributes, ([name, member]) =>
        compareCanonical(member, a[name] ?? null, b[name] ?? null),
      );
    }
    case 'dynamic': {
      if (!(a instanceof Dynamic) || !(b instanceof Dynamic)) return 0;
      return (
        compareScalars(typeToJson(a.type), typeToJson(b.type)) || compareCanonical(a.type, a.value, b.value)
      );
    }
  }
}

function compareItems(
  a: readonly Value[],
  b: readonly Value[],
  elementAt: (index: number) => Type | undefined,
): number {
  if (a.length !== b.length) return a.length - b.length;
  return first([...a.keys()], (index) => {
    const element = elementAt(index);
    return element ? compareCanonical(element, a[index] ?? null, b[index] ?? null) : 0;
  });
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
