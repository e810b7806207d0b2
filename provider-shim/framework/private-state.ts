/**
 * Facts that a resource keeps beside its state, unseen by the user: the engine stores the bytes and hands them
 * back. Values are JSON.
 */
export class PrivateState {
  readonly #facts: Map<string, unknown>;

  private constructor(facts: Iterable<readonly [string, unknown]>) {
    this.#facts = new Map(facts);
  }

  /** @throws SyntaxError when the bytes were not written by {@link bytes} */
  static from(bytes: Uint8Array | undefined): PrivateState {
    if (!bytes || bytes.length === 0) return new PrivateState([]);
    const facts: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (typeof facts !== 'object' || facts === null) throw new SyntaxError('private state is not an object');
    if (!canBeWritten(facts)) throw new SyntaxError('private state is nested too deep');
    return new PrivateState(Object.entries(facts));
  }

  get(key: string): unknown {
    return this.#facts.get(key);
  }

  /** @param value any JSON value; `undefined` forgets the fact */
  set(key: string, value: unknown): void {
    if (value === undefined) this.#facts.delete(key);
    else this.#facts.set(key, value);
  }

  /** Empty when there is nothing to keep. */
  bytes(): Uint8Array {
    if (this.#facts.size === 0) return new Uint8Array();
    return Buffer.from(JSON.stringify(Object.fromEntries(this.#facts)));
  }
}

/** Writing needs the call stack where reading does not. */
function canBeWritten(facts: object): boolean {
  try {
    JSON.stringify(facts);
    return true;
  } catch {
    return false;
  }
}
