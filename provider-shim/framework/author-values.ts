import { isUnknown as isUnknownHere, unknown } from '../../schema';
import { wellFormed } from '../text';
import { Dynamic, ExactNumber, isUnknown, Unknown, type Value } from '../values';

/**
 * A value as the author of a resource sees it: plain JavaScript, with `unknown` of the schema's language for
 * what is not known yet, so that the same checks serve the constructs and the provider.
 */
export function toAuthor(value: Value): unknown {
  if (isUnknown(value)) return unknown;
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value;
  if (value instanceof Dynamic) return toAuthor(value.value) === unknown ? unknown : value;
  if (isList(value)) return value.map(toAuthor);
  return mapRecord(value, toAuthor);
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
  if (value instanceof ExactNumber || value instanceof Dynamic) return value;
  if (Array.isArray(value)) return value.map(fromAuthor);
  if (typeof value === 'object') return mapRecord(value as Readonly<Record<string, unknown>>, fromAuthor);
  throw new TypeError(`a resource cannot hold a ${typeof value}`);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function mapRecord<A, B>(record: Readonly<Record<string, A>>, f: (value: A) => B): Record<string, B> {
  const mapped = Object.create(null) as Record<string, B>;
  for (const [key, value] of Object.entries(record)) mapped[wellFormed(key)] = f(value);
  return mapped;
}
