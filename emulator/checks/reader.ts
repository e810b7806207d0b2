import { copyOf, isObject, type JsonObject, MAX_JSON_DEPTH } from './json';

/** A place in a JSON document: member names and array positions from the root. */
export type JsonPath = readonly (string | number)[];

/** Something in a document that the service refuses. */
export interface Problem {
  readonly path: JsonPath;
  /** The service's error code, where it is known or chosen. */
  readonly code?: number;
  readonly message: string;
  /** Whether it is that an object has a member which it cannot have. @default false */
  readonly isUnknownMember?: true;
}

/** The value read from a document, or all problems of the document. */
export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problems: readonly Problem[] };

/** The path as a JSON pointer (RFC 6901), the form of `source.pointer` (docs/internals/service.md 2.1). */
export function pointerTo(path: JsonPath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The code for every value that a rule or ruleset cannot have, as in third-party fakes of the service. */
export const INVALID_VALUE = 20021;

/**
 * Members that stand for those which the service will have one day. Every object may have them: they are kept as sent, so
 * that a test sees what a client does with members that it does not know.
 */
export const FUTURE_MEMBER = /^x_/;

/**
 * Reads one value of a JSON document. If the value is not as expected, the reader adds a problem and returns
 * `undefined`, so that one pass finds every problem.
 */
export class Reader {
  constructor(
    readonly value: unknown,
    readonly path: JsonPath,
    private readonly problems: Problem[],
  ) {}

  /** Refuses the value, with the wording of the service's known messages (docs/internals/service.md 3.4). */
  refuse(reason: string, code: number = INVALID_VALUE): undefined {
    this.problems.push({ path: this.path, code, message: this.refusal(reason) });
    return undefined;
  }

  private refuseAsUnknown(allowed: readonly string[]): void {
    const message = this.refusal(`there is no such member; allowed here: ${allowed.join(', ')}`);
    this.problems.push({ path: this.path, code: INVALID_VALUE, message, isUnknownMember: true });
  }

  private refusal(reason: string): string {
    const member = this.path.findLast((step) => typeof step === 'string') ?? 'body';
    return `'${shown(this.value)}' is not a valid value for ${member} because ${reason}`;
  }

  /** Whether it is an object with this member. */
  has(name: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, name);
  }

  /** The member with that name, if it is present. */
  optional(name: string): Reader | undefined {
    return this.has(name) ? this.member(name) : undefined;
  }

  /** The same, but adds a problem if it is absent. */
  required(name: string): Reader | undefined {
    if (this.has(name)) return this.member(name);
    const message = `${name} is required`;
    this.problems.push({ path: [...this.path, name], code: INVALID_VALUE, message });
    return undefined;
  }

  /** The member with that name, present or not, to refuse it. */
  member(name: string): Reader {
    const value = (this.value as Readonly<Record<string, unknown>>)[name];
    return new Reader(value, [...this.path, name], this.problems);
  }

  /** The same place with another value, such as one without secrets. */
  as(value: unknown): Reader {
    return new Reader(value, this.path, this.problems);
  }

  /** The member with another value. */
  with(name: string, value: unknown): Reader {
    return new Reader(value, [...this.path, name], this.problems);
  }

  items(): readonly Reader[] | undefined {
    if (!Array.isArray(this.value)) return this.wrongType('an array');
    // Not `value.map`: test runners pass arrays of another realm, whose `map` returns arrays of that realm. They would
    // be stored, and would never deeply equal those of a request.
    return Array.from(
      this.value,
      (item: unknown, index) => new Reader(item, [...this.path, index], this.problems),
    );
  }

  /** Whether it is an object; adds a problem if not, and for each member but these and future ones. */
  isObjectOf(allowed: readonly string[]): boolean {
    const { value } = this;
    if (!isObject(value)) return this.wrongType('an object') ?? false;
    for (const [name, member] of Object.entries(value))
      if (!allowed.includes(name) && !FUTURE_MEMBER.test(name))
        this.with(name, member).refuseAsUnknown(allowed);
    return true;
  }

  /** A copy of an object of any form. Only what JSON can express is accepted: a seed in a program may contain anything. */
  jsonObject(): JsonObject | undefined {
    if (!isObject(this.value)) return this.refuse('it must be an object');
    const copy = copyOf(this.value, MAX_JSON_DEPTH);
    if (copy === undefined)
      return this.refuse(`it must be JSON with at most ${MAX_JSON_DEPTH} levels of nesting`);
    return copy as JsonObject;
  }

  /** The future members of an object, to be kept beside those that it is read for. */
  future(): JsonObject {
    const members = Object.entries(isObject(this.value) ? this.value : {});
    const future = members.filter(([name]) => FUTURE_MEMBER.test(name));
    // Most objects have none.
    if (future.length === 0) return {};
    return this.with('future members', Object.fromEntries(future)).jsonObject() ?? {};
  }

  /** Refuses a value of another type. */
  wrongType(expected: string): undefined {
    return this.refuse(`it must be ${expected}, not ${typeName(this.value)}`);
  }
}

/** Reads a whole document; any problem refuses it. */
export function check<T>(document: unknown, read: (reader: Reader) => T | undefined): Checked<T> {
  const problems: Problem[] = [];
  const value = read(new Reader(document, [], problems));
  if (problems.length === 0 && value !== undefined) return { ok: true, value };
  return { ok: false, problems };
}

/** The texts as a choice: `'a' or 'b'`. */
export function alternatives(allowed: readonly string[]): string {
  return allowed.map((text) => `'${text}'`).join(' or ');
}

const SHOWN_CHARACTERS = 80;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (asJson(value) ?? String(value));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** `undefined` for what JSON cannot express, which a seed in a program may contain, and for a missing member. */
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
