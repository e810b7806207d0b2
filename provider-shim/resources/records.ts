/** One record for each key, created on first use. */
export class Records<R> {
  readonly #all = new Map<string, R>();

  constructor(private readonly make: () => R) {}

  of(key: string): R {
    const known = this.#all.get(key);
    if (known !== undefined) return known;
    const record = this.make();
    this.#all.set(key, record);
    return record;
  }
}

/** Runs the tasks of one key one after the other, in order, even after failures. */
export class Exclusive {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    this.#last.set(key, mine);
    return mine;
  }
}

/**
 * Counts the objects of the state that nothing tells apart, as after a copy by hand. The engine reads and plans each object
 * once, or plans it, reads it and plans it again (docs/internals/plugin-protocol.md 4.8); at apply it only plans. What it
 * forgets it only shows.
 */
export class Copies {
  readonly #seen = new Records(() => ({ read: 0, planned: 0 }));

  /** @param object its identity, the same for all copies @returns whether there are several, as far as this run has seen */
  note(object: string, what: 'read' | 'planned'): boolean {
    const seen = this.#seen.of(object);
    seen[what] += 1;
    return Math.max(seen.read, seen.planned - seen.read) > 1;
  }
}
