import { isObject } from './json';

/** Where in a JSON document: member names and array positions from the root. */
export type JsonPath = readonly (string | number)[];

/** Something in a document that the service refuses. */
export interface Problem {
  readonly path: JsonPath;
  /** The service's error code, where it is known or chosen. */
  readonly code?: number;
  readonly message: string;
}

/** A document that was read, or all that is wrong with it. */
export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The path as a JSON pointer (RFC 6901), the form of `source.pointer` (docs/service.md 2.1). */
export function pointerTo(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Code of every value that a rule or ruleset cannot have; third-party fakes of the service use it so. */
export const INVALID_VALUE = 20021;

const COUNT_FORM = 'a whole number, zero or greater';

/**
 * Reads one value of a JSON document. A read that does not fit notes a problem and gives `undefined`, so that
 * one pass finds everything that is wrong.
 */
export class Reader {
  constructor(
    readonly value: unknown,
    readonly path: JsonPath,
    private readonly problems: Problem[],
  ) {}

  /** Refuses the value. The wording is the one of the service's known messages (docs/service.md 3.4). */
  refuse(reason: string, code: number = INVALID_VALUE): undefined {
    const member = this.path.findLast((step) => typeof step === 'string') ?? 'body';
    const message = `'${shown(this.value)}' is not a valid value for ${member} because ${reason}`;
    this.problems.push({ path: this.path, code, message });
    return undefined;
  }

  /** The member of that name, present or not, to refuse it. */
  member(name: string): Reader {
    const value = (this.value as Readonly<Record<string, unknown>>)[name];
    return new Reader(value, [...this.path, name], this.problems);
  }

  /** Another value in the place of that member. */
  with(name: string, value: unknown): Reader {
    return new Reader(value, [...this.path, name], this.problems);
  }

  string(): string | undefined {
    return typeof this.value === 'string' ? this.value : this.wrongType('a string');
  }

  boolean(): boolean | undefined {
    return typeof this.value === 'boolean' ? this.value : this.wrongType('true or false');
  }

  /** A whole number, zero or greater. */
  count(): number | undefined {
    const { value } = this;
    if (typeof value !== 'number') return this.wrongType(COUNT_FORM);
    return Number.isSafeInteger(value) && value >= 0
      ? value
      : this.refuse(`it must be ${COUNT_FORM}, not ${value}`);
  }

  /** A string of this form; `expected` completes "must be …". */
  matching(form: RegExp, expected: string): string | undefined {
    const text = this.string();
    if (text === undefined || form.test(text)) return text;
    return this.refuse(`it must be ${expected}`);
  }

  oneOf<const T extends string>(allowed: readonly T[]): T | undefined {
    const found = allowed.find((candidate) => candidate === this.value);
    return found ?? this.refuse(`it must be ${alternatives(allowed)}`);
  }

  items(): readonly Reader[] | undefined {
    if (!Array.isArray(this.value)) return this.wrongType('an array');
    // Not `value.map`: what is read is stored, and test runners hand over arrays of another realm, whose `map`
    // makes more of these. They would never be deeply equal to what a request brings.
    return Array.from(
      this.value,
      (item: unknown, index) => new Reader(item, [...this.path, index], this.problems),
    );
  }

  /** An object with no other members than these. */
  members<const K extends string>(allowed: readonly K[]): Members<K> | undefined {
    const value = this.value;
    if (!isObject(value)) return this.wrongType('an object');
    const present = new Map(Object.entries(value));
    const names: readonly string[] = allowed;
    for (const [name, member] of present) {
      if (names.includes(name)) continue;
      const unknown = new Reader(member, [...this.path, name], this.problems);
      unknown.refuse(`there is no such member; allowed here: ${allowed.join(', ')}`);
    }
    return {
      optional: (name) =>
        present.has(name) ? new Reader(present.get(name), [...this.path, name], this.problems) : undefined,
      required: (name) => {
        if (present.has(name)) return new Reader(present.get(name), [...this.path, name], this.problems);
        const message = `${name} is required`;
        this.problems.push({ path: [...this.path, name], code: INVALID_VALUE, message });
        return undefined;
      },
    };
  }

  private wrongType(expected: string): undefined {
    return this.refuse(`it must be ${expected}, not ${typeName(this.value)}`);
  }
}

/** The members of an object. */
export interface Members<K extends string> {
  optional(name: K): Reader | undefined;
  /** Notes a problem when the member is absent. */
  required(name: K): Reader | undefined;
}

/** Reads a whole document; every problem that the reading noted refuses it. */
export function check<T>(document: unknown, read: (reader: Reader) => T | undefined): Checked<T> {
  const problems: Problem[] = [];
  const value = read(new Reader(document, [], problems));
  if (problems.length === 0 && value !== undefined) return { ok: true, value };
  return { ok: false, problems };
}

function alternatives(allowed: readonly string[]): string {
  return allowed.map((text) => `'${text}'`).join(' or ');
}

const SHOWN_CHARACTERS = 80;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (asJson(value) ?? String(value));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** `undefined` for what JSON cannot say: a program can hold it in a seed, and a member that is missing is it. */
function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
