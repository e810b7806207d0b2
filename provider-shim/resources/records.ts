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
