import { canonicalJson, isUnknown, isWhollyKnown } from '../../../schema/description';
import { fit, type Form } from './fit';
import { InexactNumber, isFaithful } from './number';
import type { Type } from './type';
import { isMembers, type Value } from './value';
import { ValueError } from './value-error';

/**
 * The value that an author wrote, in the form that all equal values share: strings and map keys in NFC, objects with all
 * attributes (what was omitted is null), map keys and set elements sorted, sets without duplicates. Elements that are not
 * wholly known may still turn out different, so all of them are kept. Half of a surrogate pair, which a service can send in
 * JSON and the engine cannot take, is U+FFFD.
 * @throws {ValueError} the value does not fit the type
 */
export function canonical(type: Type, value: unknown): Value {
  return fit(type, value, written);
}

/**
 * Whether two values of a type are equal to the engine: order and duplicates in sets do not matter, nor does the
 * Unicode form of text. Unknown equals unknown.
 * @throws {ValueError} the values differ, and one does not fit the type
 */
export function equal(type: Type, a: Value, b: Value): boolean {
  // Most compared values are identical: then they are equal, whatever their type.
  return isIdentical(a, b) || isIdentical(canonical(type, a), canonical(type, b));
}

function isIdentical(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof InexactNumber) return b instanceof InexactNumber && a.text === b.text;
  if (Array.isArray(a))
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item: Value, at) => isIdentical(item, b[at] as Value))
    );
  if (!isMembers(a) || !isMembers(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isIdentical(a[name] ?? null, b[name] ?? null))
  );
}

const normal = (text: string): string => text.toWellFormed().normalize('NFC');

const written: Form = {
  string: (value) => (typeof value === 'string' ? normal(value) : undefined),
  number: (value) => {
    if (value instanceof InexactNumber) return value;
    if (typeof value !== 'number') return undefined;
    if (Number.isFinite(value) && !isFaithful(value)) throw new ValueError(KEEPS_DIGITS);
    if (!Number.isFinite(value)) throw new ValueError('expected a finite number; saw NaN or Infinity');
    return value + 0; // -0 is 0
  },
  bool: (value) => (typeof value === 'boolean' ? value : undefined),
  key: normal,
  set: (items) => {
    const ordered = [...items].sort(inOrder);
    return ordered.filter((item, index) => {
      const before = ordered[index - 1];
      return before === undefined || !isWhollyKnown(item) || inOrder(before, item) !== 0;
    });
  },
};

export const KEEPS_DIGITS =
  'expected a number that keeps its digits; saw one that a JavaScript number would round';

/** A total order of the canonical elements of a set: null first, then by content, unknown last. Zero means equal. */
function inOrder(a: Value, b: Value): number {
  if (rank(a) !== rank(b) || rank(a) !== 1) return rank(a) - rank(b);
  const isPlain = typeof a !== 'object' && typeof b !== 'object';
  const [one, other] = isPlain ? [a, b] : [canonicalJson(a), canonicalJson(b)];
  return one === other ? 0 : (one as string) < (other as string) ? -1 : 1;
}

function rank(value: Value): number {
  if (value === null) return 0;
  return isUnknown(value) ? 2 : 1;
}

/** The value, if all of it is known. @throws {ValueError} a part is unknown in `what`, such as `test_thing returned a state` */
export function refuseUnknown(value: Value, what: string): Value {
  if (isWhollyKnown(value)) return value;
  throw new ValueError(`${what} with unknown values: ${unknownIn(value).join(', ')}`);
}

function unknownIn(value: Value, at = ''): readonly string[] {
  if (isUnknown(value)) return [at];
  if (Array.isArray(value)) return value.flatMap((item: Value, index) => unknownIn(item, `${at}[${index}]`));
  if (!isMembers(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => unknownIn(part, at === '' ? name : `${at}.${name}`));
}
