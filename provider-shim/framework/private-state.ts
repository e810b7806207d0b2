import { isNestedTooDeep } from '../values';

/** Longer than any fact that is kept, and short enough to be read in no time. */
const LONGEST = 1024 * 1024;

/**
 * Facts that a resource keeps beside its state, unseen by the user: the engine stores the bytes and hands them
 * back. Values are JSON. Anybody can write into a state file, so they are read by their type: a fact of another type
 * counts as one that is not there.
 */
export class PrivateState {
  readonly #facts: Map<string, unknown>;
  #changed = false;

  private constructor(
    facts: Iterable<readonly [string, unknown]>,
    private readonly stored: Uint8Array,
    /** What is wrong with the bytes that were stored, of which nothing is known then; undefined when they were read. */
    readonly damage?: string,
  ) {
    this.#facts = new Map(facts);
  }

  /** What {@link bytes} wrote. Anything else is damaged: it holds no facts, and is forgotten. */
  static from(bytes: Uint8Array | undefined): PrivateState {
    if (!bytes || bytes.length === 0) return new PrivateState([], new Uint8Array());
    try {
      return new PrivateState(Object.entries(readFacts(bytes)), bytes);
    } catch (error) {
      return new PrivateState([], new Uint8Array(), (error as Error).message);
    }
  }

  get(key: string): unknown {
    return this.#facts.get(key);
  }

  /** A fact that is a text. */
  text(key: string): string | undefined {
    return textIn(this.#facts.get(key));
  }

  /** A fact that is a list of texts. */
  texts(key: string): readonly string[] | undefined {
    const value = this.#facts.get(key);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
  }

  /** A fact that is an object with a text for each of these names. */
  members<N extends string>(key: string, names: readonly N[]): Readonly<Record<N, string>> | undefined {
    const value = this.#facts.get(key);
    if (typeof value !== 'object' || value === null) return undefined;
    const found = names.map((name) => [name, textIn((value as Readonly<Record<string, unknown>>)[name])]);
    return found.some(([, text]) => text === undefined)
      ? undefined
      : (Object.fromEntries(found) as Record<N, string>);
  }

  /** @param value any JSON value; `undefined` forgets the fact */
  set(key: string, value: unknown): void {
    this.#changed = true;
    if (value === undefined) this.#facts.delete(key);
    else this.#facts.set(key, value);
  }

  /** The very bytes that were stored when no fact was set since: other bytes are a change for `plan -refresh-only`. */
  bytes(): Uint8Array {
    if (!this.#changed) return this.stored;
    if (this.#facts.size === 0) return new Uint8Array();
    return Buffer.from(JSON.stringify(Object.fromEntries(this.#facts)));
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** @throws Error that says what is wrong, and nothing of what is stored */
function readFacts(bytes: Uint8Array): object {
  if (bytes.length > LONGEST) throw new Error(`it has ${bytes.length} bytes, more than ${LONGEST}`);
  const text = Buffer.from(bytes).toString('utf8');
  if (isNestedTooDeep(text)) throw new Error('it is nested too deep');
  const facts = parsed(text);
  if (typeof facts === 'object' && facts !== null && !Array.isArray(facts)) return facts;
  throw new Error('it is JSON, but no object');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
