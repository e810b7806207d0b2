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

/** What a run is shown of an object of the state: it is read, or it is planned to stay or to go. */
export type Shown = 'read' | 'kept' | 'destroyed';

/**
 * What a run is shown of one object, by first letters: the engine reads and plans it, or plans what goes and reads it, or
 * plans it, reads it and plans it again (docs/internals/plugin-protocol.md 4.8); at apply it only plans.
 */
const SHOWN_OF_ONE = /^(?:r?[kd]?|krk?|drd?)$/;

/** Tells whether several objects of the state are one and the same, as after a copy by hand: nothing tells them apart. */
export class Copies {
  readonly #shown = new Map<string, string>();

  /** @param object its identity, the same for all copies @returns whether there are several, as far as this run was shown */
  note(object: string, what: Shown): boolean {
    const shown = (this.#shown.get(object) ?? '') + what.charAt(0);
    this.#shown.set(object, shown);
    return !SHOWN_OF_ONE.test(shown);
  }
}
