import { expected, seen } from './describe';
import { ExactNumber, isFaithful } from './exact-number';
import { into, problem, ROOT, type Place } from './place';
import { attributeType, type ListType, type ObjectType, type Type } from './type';
import { isUnknown, type Unknown, emptyRecord, isMembers, isSequence, type Value } from './value';

/** What to build from each kind of value; the parts of a value are already built. */
export interface Builder<R> {
  nil(): R;
  unknown(unknown: Unknown, at: Place): R;
  string(text: string): R;
  number(number: number | ExactNumber): R;
  bool(bool: boolean): R;
  sequence(type: ListType, items: readonly R[]): R;
  map(entries: readonly (readonly [string, R])[]): R;
  /** Includes all attributes of the type, in a record without a prototype. */
  object(attributes: Readonly<Record<string, R>>): R;
}

/**
 * Walks a value along its type and builds something from it.
 * @throws {ValueError} the value does not fit the type
 */
export function fold<R>(type: Type, value: Value | undefined, builder: Builder<R>, at: Place = ROOT): R {
  if (value === null) return builder.nil();
  if (isUnknown(value)) return builder.unknown(value, at);
  switch (type.kind) {
    case 'string':
      if (typeof value === 'string') return builder.string(wellFormed(value, at));
      break;
    case 'number':
      if (typeof value === 'number') return builder.number(faithful(value, at));
      if (value instanceof ExactNumber) return builder.number(value);
      break;
    case 'bool':
      if (typeof value === 'boolean') return builder.bool(value);
      break;
    case 'list':
    case 'set':
      if (isSequence(value)) {
        const items = value.map((item, index) => fold(type.element, item, builder, into(at, { index })));
        return builder.sequence(type, items);
      }
      break;
    case 'map':
      if (isMembers(value)) {
        const entry = (key: string) =>
          [wellFormed(key, at), fold(type.element, value[key], builder, into(at, { key }))] as const;
        return builder.map(Object.keys(value).map(entry));
      }
      break;
    case 'object':
      if (isMembers(value)) return foldObject(type, value, builder, at);
      break;
  }
  throw problem(at, `expected ${expected(type)}; saw ${seen(value)}`);
}

function foldObject<R>(
  type: ObjectType,
  value: { readonly [name: string]: Value },
  builder: Builder<R>,
  at: Place,
): R {
  for (const name of Object.keys(value)) {
    if (!attributeType(type, name) && value[name] !== undefined) throw noSuchAttribute(type, name, at);
  }
  const made = emptyRecord<R>();
  for (const name of Object.keys(type.attributes)) {
    const part = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    // Most attributes of an object are null, which needs no place.
    made[name] =
      part === null
        ? builder.nil()
        : fold(type.attributes[name] as Type, part, builder, into(at, { attribute: name }));
  }
  return builder.object(made);
}

/** The error for an attribute that the type does not have. */
export function noSuchAttribute(type: ObjectType, name: string, at: Place): Error {
  const names = Object.keys(type.attributes).sort();
  const allowed = names.length === 0 ? 'the object has no attributes' : `allowed are ${names.join(', ')}`;
  return problem(into(at, { attribute: name }), `no attribute of this name; ${allowed}`);
}

/** MessagePack and JSON are UTF-8, which cannot carry half a surrogate pair. */
function wellFormed(text: string, at: Place): string {
  if (!text.isWellFormed()) throw problem(at, 'expected Unicode text; saw half of a surrogate pair');
  return text;
}

function faithful(number: number, at: Place): number {
  if (isFaithful(number)) return number;
  if (!Number.isFinite(number)) throw problem(at, 'expected a finite number; saw NaN or Infinity');
  throw problem(
    at,
    'expected a number that keeps its digits; saw an integer beyond ±(2^53−1), which a JavaScript number rounds: ' +
      'keep its text and use ExactNumber.of(text)',
  );
}
