import { isUnknown as isUnknownHere, unknown } from '../../../schema/description';
import { wellFormed } from '../text';
import { ExactNumber, isUnknown, Unknown, type Members, type Value } from '../values';

/**
 * A value as the author of a resource sees it: plain JavaScript, with `unknown` of the schema's language for
 * what is not known yet, so that the same checks serve the constructs and the provider.
 */
export function toAuthor(value: Value): unknown {
  if (isUnknown(value)) return unknown;
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value;
  return isList(value) ? mapList(value, toAuthor) : mapRecord(value, toAuthor);
}

/**
 * The reverse. What the author omitted is null. Half of a surrogate pair, which a service can send in JSON and the
 * engine cannot take, is U+FFFD.
 */
export function fromAuthor(value: unknown): Value {
  if (isUnknownHere(value)) return Unknown.plain;
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return mapList(value, fromAuthor) as readonly Value[];
  if (typeof value === 'object')
    return mapRecord(value as Readonly<Record<string, unknown>>, fromAuthor) as Members;
  throw new TypeError(`a resource cannot hold a ${typeof value}`);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** The very list that was given when `f` changes no item of it. */
function mapList<A>(list: readonly A[], f: (value: A) => unknown): readonly unknown[] {
  const mapped = list.map(f);
  return mapped.every((item, index) => item === list[index]) ? list : mapped;
}

/** The very record that was given when it has no prototype and `f` changes nothing of it. */
function mapRecord<A>(record: Readonly<Record<string, A>>, f: (value: A) => unknown): object {
  const keys = Object.keys(record);
  const made = keys.map((key) => f(record[key] as A));
  const isSame = (key: string, index: number): boolean =>
    made[index] === record[key] && wellFormed(key) === key;
  if (Object.getPrototypeOf(record) === null && keys.every(isSame)) return record;
  const mapped = Object.create(null) as Record<string, unknown>;
  keys.forEach((key, index) => (mapped[wellFormed(key)] = made[index]));
  return mapped;
}
