import { isRecord, type JsonObject } from '../../../schema/description/value';
import { MAX_ITEMS } from './size-limits';
import { describe } from './seen';

/** What was read, or what was seen instead and where, as part of a sentence. */
export type Parsed<T> = { readonly value: T } | Fault;

type Fault = { readonly fault: string };

/** Reads a result, or a part of one. */
export type Parser<T> = (value: unknown) => Parsed<T>;

/** What a parser reads. */
export type ReadBy<P> = P extends Parser<infer T> ? T : never;

/** What is made of a value, if it could be read. */
export function andThen<T, U>(parsed: Parsed<T>, make: (value: T) => Parsed<U>): Parsed<U> {
  return 'fault' in parsed ? parsed : make(parsed.value);
}

/**
 * Reads a list of objects, each of which occurs once; null counts as an empty list.
 *
 * @param names of the list in faults: before the index of an item, where it is no array, and where an item occurs twice
 */
export function list<T extends WithId>(
  parse: Parser<T>,
  {
    item = 'result',
    result = 'the result',
    all = item,
  }: { item?: string; result?: string; all?: string } = {},
): Parser<readonly T[]> {
  return (value) => {
    const items = value ?? [];
    if (!Array.isArray(items)) return { fault: `${result} is ${describe(items)}, not an array` };
    return andThen(collect(items, parse, item), (values) => distinct(values, all));
  };
}

/** Reads each item of a list; the first fault says where it is. */
export function collect<T>(items: readonly unknown[], parse: Parser<T>, at: string): Parsed<readonly T[]> {
  if (items.length > MAX_ITEMS) return { fault: tooMany(at, items.length) };
  const values: T[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = parse(item);
    if ('fault' in parsed) return { fault: `${at}[${index}]: ${parsed.fault}` };
    values.push(parsed.value);
  }
  return { value: values };
}

export interface WithId {
  readonly id: string | number;
}

/** The items of a list of objects, or of all its pages; a fault when they are too many or one occurs twice. */
export function distinct<T extends WithId>(items: readonly T[], at: string): Parsed<readonly T[]> {
  if (items.length > MAX_ITEMS) return { fault: tooMany(at, items.length) };
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length) return { value: items };
  const twice = items.find(({ id }) => !ids.delete(id))?.id;
  return { fault: `${at} has the id ${describe(twice)} twice` };
}

function tooMany(at: string, count: number): string {
  return `${at} has ${count} items; at most ${MAX_ITEMS} are read`;
}

/** What a member of an object must be, and its type. No fault shows a hidden text, which may hold a secret. */
interface Kinds {
  id: string;
  text: string;
  /** Also where it is sent as a number. */
  version: string;
  'hidden text': string;
  /** Undefined where there is none, or an empty one. */
  'optional text': string;
  texts: readonly string[];
  boolean: boolean;
  number: number;
  'whole number': number;
  object: JsonObject;
}

export type MemberKind = keyof Kinds;
type Members = Readonly<Record<string, MemberKind>>;

const isText = (value: unknown): boolean => typeof (value ?? '') === 'string';

const KINDS: Readonly<
  Record<MemberKind, { readonly spelt: string; readonly fits: (value: unknown) => boolean }>
> = {
  id: { spelt: 'a text', fits: (value) => nonEmpty(value) !== undefined },
  text: { spelt: 'a text', fits: isText },
  version: { spelt: 'a text', fits: (value) => isText(value) || typeof value === 'number' },
  'hidden text': { spelt: 'a text', fits: isText },
  'optional text': { spelt: 'a text', fits: isText },
  texts: {
    spelt: 'an array of texts',
    fits: (value) => {
      const items = value ?? [];
      return Array.isArray(items) && items.every((item) => typeof item === 'string');
    },
  },
  boolean: { spelt: 'a boolean', fits: (value) => typeof (value ?? false) === 'boolean' },
  number: { spelt: 'a number', fits: (value) => typeof (value ?? 0) === 'number' },
  'whole number': { spelt: 'a whole number', fits: (value) => Number.isSafeInteger(value ?? 0) },
  object: { spelt: 'an object', fits: (value) => isRecord(value ?? {}) },
};

/**
 * Checks an object's members and leaves everything else unchanged. Only an `id`, a non-empty text, must be present;
 * the others may be absent or null.
 */
export function parseMembers(what: string, value: unknown, members: Members): Parsed<JsonObject> {
  if (!isRecord(value)) return { fault: `${what} is ${describe(value)}, not an object` };
  for (const [name, kind] of Object.entries(members)) {
    const { spelt, fits } = KINDS[kind];
    if (fits(value[name])) continue;
    const seen = kind === 'hidden text' ? `a ${typeof value[name]}` : describe(value[name]);
    return { fault: `${name} of ${what} is ${seen}, not ${spelt}` };
  }
  return { value };
}

/** The members of an object that was read: an absent text is "", and anything else that is absent is left out. */
type MembersOf<M extends Members> = {
  readonly [N in keyof M as M[N] extends 'id' | 'text' | 'version' ? N : never]: string;
} & {
  readonly [N in keyof M as M[N] extends 'id' | 'text' | 'version' ? never : N]?: Kinds[M[N]];
};

/**
 * A parser of objects with these members.
 *
 * @param make what becomes of them, and of the whole object. @default the members as they are
 */
export function shape<M extends Members, T = MembersOf<M>>(
  what: string,
  members: M,
  make: (found: MembersOf<M>, whole: JsonObject) => Parsed<T> = (found) => ({ value: found as never }),
): Parser<T> {
  return (value) =>
    andThen(parseMembers(what, value, members), (whole) => {
      const found = Object.entries(members).flatMap(([name, kind]) => {
        if (kind === 'version') return [[name, String(whole[name] ?? '')] as const];
        const missing = kind === 'text' ? '' : undefined;
        const member = (kind === 'optional text' ? nonEmpty(whole[name]) : whole[name]) ?? missing;
        return member === undefined ? [] : [[name, member] as const];
      });
      return make(Object.fromEntries(found) as MembersOf<M>, whole);
    });
}

/** A text that is not empty; undefined for anything else. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of a list, whatever else is in it. */
export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/**
 * Finds a whole number beyond 2^53 in a value that is kept and sent back: parsing has rounded it, and it would be sent
 * back changed. Undefined when there is none.
 */
export function roundedNumber(value: unknown): Fault | undefined {
  if (typeof value === 'number') {
    const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return exact ? undefined : { fault: `it holds the number ${value}, which is too large to keep exactly` };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = roundedNumber(member);
    if (found !== undefined) return found;
  }
  return undefined;
}
