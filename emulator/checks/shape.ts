import { isObject, type JsonObject } from './json';
import { alternatives, type Reader } from './reader';

/**
 * What a value of a document has to be: reads it, or refuses it and returns `undefined`. Bodies of requests and parts of
 * seeds are read by the same shapes. Any function of a reader is one, for what no other expresses; one that remembers, such
 * as ids, is made for one document.
 */
export type Shape<T> = (reader: Reader) => T | undefined;

/** A member that may be absent, or has this value then. */
export interface Optional<T, Absent extends T | undefined> {
  readonly optional: Shape<T>;
  readonly absent: Absent;
}

/** Without a value for its absence, the member is then left out. */
export function optional<T>(shape: Shape<T>): Optional<T, undefined>;
export function optional<T>(shape: Shape<T>, absent: T): Optional<T, T>;
export function optional<T>(shape: Shape<T>, absent?: T): Optional<T, T | undefined> {
  return { optional: shape, absent };
}

/** A member that may be absent, or `undefined` as in an object of a program. */
export function given<T>(shape: Shape<T>): Optional<T, undefined> {
  return optional((reader) => (reader.value === undefined ? undefined : shape(reader)));
}

/** A member that a client may send back, which only the service sets: it is checked and left out. */
export function ignored(shape: Shape<unknown>): Optional<never, undefined> {
  return optional<never>((reader) => {
    shape(reader);
    return undefined;
  });
}

/** These members, each of which may be absent, or is this then. */
export function allOptional<
  const M extends Readonly<Record<string, Shape<unknown>>>,
  A extends null | undefined,
>(
  members: M,
  absent: A,
): { readonly [K in keyof M]: Optional<Value<M[K]>, Extract<A, Value<M[K]> | undefined>> } {
  const entries = Object.entries(members).map(([name, shape]) => [name, { optional: shape, absent }]);
  return Object.fromEntries(entries) as ReturnType<typeof allOptional<M, A>>;
}

/** Members with these names that are read apart. */
export function elsewhere(names: readonly string[]): Readonly<Record<never, Optional<never, undefined>>> {
  return Object.fromEntries(names.map((name) => [name, ignored(() => undefined)]));
}

type Member = Shape<unknown> | Optional<unknown, unknown>;

type LeftOut<M, K extends keyof M> =
  M[K] extends Optional<infer _T, infer A> ? (undefined extends A ? K : never) : never;

type Value<S> = S extends Optional<infer T, infer _A> ? T : S extends Shape<infer T> ? T : never;

/** An object of these members. */
export type ObjectOf<M> = {
  readonly [K in Exclude<keyof M, { [K in keyof M]: LeftOut<M, K> }[keyof M]>]: Value<M[K]>;
} & { readonly [K in { [K in keyof M]: LeftOut<M, K> }[keyof M]]?: Value<M[K]> };

/**
 * An object with these members, in their order, and future ones. A wrong member that may be absent counts as absent, with
 * its default, so that the rest is checked as well.
 */
export function object<const M extends Readonly<Record<string, Member>>>(members: M): Shape<ObjectOf<M>> {
  const names = Object.keys(members);
  const entries = Object.entries(members);
  return (reader) => {
    if (!reader.isObjectOf(names)) return undefined;
    const values = new Map<string, unknown>();
    let isComplete = true;
    for (const [name, member] of entries) {
      const mayBeAbsent = 'optional' in member;
      const shape = mayBeAbsent ? member.optional : member;
      const found = mayBeAbsent ? reader.optional(name) : reader.required(name);
      const read = found && shape(found);
      const value = read === undefined && mayBeAbsent ? member.absent : read;
      if (value !== undefined) values.set(name, value);
      else if (!mayBeAbsent) isComplete = false;
    }
    // Their names and values are those of the members.
    return isComplete ? ({ ...Object.fromEntries(values), ...reader.future() } as ObjectOf<M>) : undefined;
  };
}

/** An object whose shape depends on what was sent for some of its members. The shape has to read them itself. */
export function dependent<T>(shapeOf: (sent: JsonObject) => Shape<T>): Shape<T> {
  return (reader) => shapeOf(isObject(reader.value) ? reader.value : {})(reader);
}

/** A text, of this form if one is given; `expected` completes "must be …". */
export function text(form?: RegExp, expected = ''): Shape<string> {
  return (reader) => {
    const { value } = reader;
    if (typeof value !== 'string') return reader.wrongType('a string');
    return form === undefined || form.test(value) ? value : reader.refuse(`it must be ${expected}`);
  };
}

/** True or false. */
export const flag: Shape<boolean> = (reader) =>
  typeof reader.value === 'boolean' ? reader.value : reader.wrongType('true or false');

/** A whole number, zero or greater. */
export const count: Shape<number> = (reader) => {
  const { value } = reader;
  const form = 'a whole number, zero or greater';
  if (typeof value !== 'number') return reader.wrongType(form);
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : reader.refuse(`it must be ${form}, not ${value}`);
};

/** A number that fits; `form` completes "it must be …". */
export function number(fits: (value: number) => boolean, form: string): Shape<number> {
  return (reader) => {
    const { value } = reader;
    return typeof value === 'number' && fits(value) ? value : reader.refuse(`it must be ${form}`);
  };
}

/** A whole number in this range. */
export function whole(least: number, greatest: number): Shape<number> {
  const fits = (value: number): boolean => Number.isInteger(value) && value >= least && value <= greatest;
  return number(fits, `a whole number from ${least} to ${greatest}`);
}

/** A number from 0 to 1. */
export const fraction = number((value) => value >= 0 && value <= 1, 'a number from 0 to 1');

/** One of these texts. */
export function oneOf<const T extends string>(allowed: readonly T[]): Shape<T> {
  return (reader) =>
    allowed.find((candidate) => candidate === reader.value) ??
    reader.refuse(`it must be ${alternatives(allowed)}`);
}

const TIME_TEXT = text(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time such as 2025-01-01T00:00:00Z');

/** A time, ISO 8601 in UTC, as milliseconds since the Unix epoch. */
export const time: Shape<number> = (reader) => {
  const sent = TIME_TEXT(reader);
  const read = sent === undefined ? undefined : Date.parse(sent);
  return Number.isNaN(read) ? reader.refuse('there is no such time') : read;
};

/** The same, but keeps the text. */
export const timeText: Shape<string> = (reader) =>
  time(reader) === undefined ? undefined : String(reader.value);

/** A list, without the items that are refused. */
export function list<T>(item: Shape<T>): Shape<readonly T[]> {
  return (reader) =>
    reader
      .items()
      ?.map(item)
      .filter((value) => value !== undefined);
}

/** An object or a list, of at least this many members or items. */
export function atLeast<T>(least: number, shape: Shape<T>, reason: string): Shape<T> {
  return also(shape, (reader) => {
    if (Object.keys(reader.value as object).length < least) reader.refuse(reason);
  });
}

/** A list that is not empty. */
export function nonEmpty<T>(shape: Shape<readonly T[]>): Shape<readonly T[]> {
  return atLeast(1, shape, 'it must have at least one item');
}

/**
 * A list of which no two items have the same key.
 *
 * @param at the member with the key, which is refused if an earlier item has it. @default - the item itself
 */
export function distinct<T>(
  item: Shape<T>,
  keyOf: (value: T) => unknown = (value) => value,
  { at, reason = 'another item is the same' }: { readonly at?: string; readonly reason?: string } = {},
): Shape<readonly T[]> {
  return (reader) => {
    const seen = new Set<unknown>();
    return list((each) => {
      const value = item(each);
      if (value === undefined) return undefined;
      const key = keyOf(value);
      if (seen.has(key)) return (at === undefined ? each : each.member(at)).refuse(reason);
      seen.add(key);
      return value;
    })(reader);
  };
}

/** An object of values by id, without those that are refused. */
export function byId<T>(shapeOf: (id: string) => Shape<T>): Shape<ReadonlyMap<string, T>> {
  return (reader) => {
    const { value } = reader;
    if (!isObject(value)) return reader.refuse('it must be an object');
    const entries = Object.keys(value).map((id) => [id, shapeOf(id)(reader.member(id))] as const);
    return new Map(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
  };
}

/** The value, or null: client libraries send null for unset members. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (reader) => (reader.value === null ? null : shape(reader));
}

/** The value, or this one for null. */
export function nullAs<T>(value: T, shape: Shape<T>): Shape<T> {
  return (reader) => (reader.value === null ? value : shape(reader));
}

/** What is made of the value. */
export function mapped<T, U>(shape: Shape<T>, make: (value: T) => U | undefined): Shape<U> {
  return (reader) => {
    const value = shape(reader);
    return value === undefined ? undefined : make(value);
  };
}

/** The value, unless there is a reason to refuse it. */
export function refusedIf<T>(
  shape: Shape<T>,
  reasonOf: (value: T, reader: Reader) => string | undefined,
): Shape<T> {
  return (reader) => {
    const value = shape(reader);
    const reason = value === undefined ? undefined : reasonOf(value, reader);
    return reason === undefined ? value : reader.refuse(reason);
  };
}

/** An object or a list, which is also checked as a whole, whatever is wrong with its members or items. */
export function also<T>(shape: Shape<T>, refuse: (reader: Reader) => void): Shape<T> {
  return (reader) => {
    const value = shape(reader);
    if (typeof reader.value === 'object' && reader.value !== null) refuse(reader);
    return value;
  };
}

/** A text with at most this many characters. */
export function atMost(most: number, shape: Shape<string> = text()): Shape<string> {
  return refusedIf(shape, ({ length }) =>
    length > most ? `it must have at most ${most} characters` : undefined,
  );
}

/** RFC 9110 section 5.6.2: a method or the name of a header. */
export const HTTP_TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
