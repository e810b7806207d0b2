import { isNestedDeeper, isRecord } from '../../../schema/description';
import { MAX_DEPTH } from '../values';

/** Longer than any private state, and short enough to be read in no time. */
const LONGEST = 1024 * 1024;

/**
 * Values that a resource keeps beside its state, unseen by the user: the engine stores the bytes and hands them
 * back. They are JSON. Anybody can write into a state file, so they are read by their type: a value of another type
 * counts as one that is not there. Those whose names begin with `plan:` are of one plan: the next call still reads them
 * with {@link fromPlan}, a plan stores only its own, and apply stores none, whatever it comes to.
 */
export class PrivateState {
  readonly #values: Map<string, unknown>;
  readonly #ofPlan = new Map<string, unknown>();
  #changed = false;

  private constructor(
    values: Iterable<readonly [string, unknown]>,
    private readonly stored: Uint8Array,
    /** What is wrong with the bytes that were stored, of which nothing is known then; undefined when they were read. */
    readonly damage?: string,
  ) {
    this.#values = new Map(values);
  }

  /** What {@link bytes} wrote. Anything else is damaged: it holds no values, and is forgotten. */
  static from(bytes: Uint8Array | undefined): PrivateState {
    if (!bytes || bytes.length === 0) return new PrivateState([], new Uint8Array());
    try {
      const state = new PrivateState(Object.entries(readValues(bytes)), bytes);
      for (const [key, value] of state.#values) {
        if (!key.startsWith('plan:')) continue;
        state.#ofPlan.set(key, value);
        state.set(key, undefined);
      }
      return state;
    } catch (error) {
      return new PrivateState([], new Uint8Array(), (error as Error).message);
    }
  }

  /** What was set; undefined if nothing was. */
  get(key: string): unknown {
    return this.#values.get(key);
  }

  /** A value of the plan before this call: of the one that is applied, or of the first half of a replacement. */
  fromPlan(key: string): unknown {
    return this.#ofPlan.get(key);
  }

  /** A value that is a text. */
  text(key: string): string | undefined {
    return textIn(this.#values.get(key));
  }

  /** A value that is a list of texts. */
  texts(key: string): readonly string[] | undefined {
    const value = this.#values.get(key);
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
  }

  /** A value that is an object with a text for each of these names. */
  members<N extends string>(key: string, names: readonly N[]): Readonly<Record<N, string>> | undefined {
    const value = this.#values.get(key);
    if (!isRecord(value)) return undefined;
    const found = names.map((name) => [name, textIn(value[name])]);
    return found.some(([, text]) => text === undefined)
      ? undefined
      : (Object.fromEntries(found) as Record<N, string>);
  }

  /** Keeps a value, which JSON can express; undefined removes it. */
  set(key: string, value: unknown): void {
    this.#changed = true;
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
  }

  /** The very bytes that were stored when no value was set since: other bytes are a change for `plan -refresh-only`. */
  bytes(): Uint8Array {
    if (!this.#changed) return this.stored;
    if (this.#values.size === 0) return new Uint8Array();
    return Buffer.from(JSON.stringify(Object.fromEntries(this.#values)));
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** @throws Error that says what is wrong, and nothing of what is stored */
function readValues(bytes: Uint8Array): object {
  if (bytes.length > LONGEST) throw new Error(`it has ${bytes.length} bytes, more than ${LONGEST}`);
  const text = Buffer.from(bytes).toString('utf8');
  if (isNestedDeeper(text, MAX_DEPTH)) throw new Error('it is nested too deeply');
  const values = parsed(text);
  if (isRecord(values)) return values;
  throw new Error('it is JSON, but not an object');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
