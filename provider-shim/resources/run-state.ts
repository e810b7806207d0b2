/**
 * What one run of the provider remembers of the objects that it was shown, from its configuration to its close.
 *
 * The engine shows one object at a time, several at once, without their addresses and in an order of its own. A
 * replacement comes as two objects, and a tainted object as if it were new. Whether two objects of one configuration or
 * state get in each other's way can only be told by what was shown before. So each registry keeps a record for each
 * thing at the service that objects share, and one for each object of the state where objects differ.
 *
 * Rules of all records:
 * - A record stays until the run ends, and nothing outlives the run: what has to is in the private state of an object or
 *   in `records`.
 * - What is in the state and what is declared are two members of a record, and neither overwrites the other.
 * - Between objects the order of the calls makes no difference: of two that conflict the later one is refused, whichever
 *   comes first.
 * - Of one object the order counts that the engine keeps: its state is shown, then it is read (or not at all), then
 *   planned, then applied; the old half of a replacement is destroyed before the new half is planned again.
 */
export class RunState {
  readonly #registries = new Map<new () => object, Records<object>>();
  /** Zones that the service does not have any more. */
  readonly #gone = new Set<string>();

  /** A registry, the same for the whole run. @param name which of several of one kind */
  of<T extends object>(Registry: new () => T, name = ''): T {
    const all = this.#registries.get(Registry) ?? new Records<object>(() => new Registry());
    this.#registries.set(Registry, all);
    return all.of(name) as T;
  }

  /** Notes that a zone is gone. @returns whether that is news */
  markGone(zoneId: string): boolean {
    const isNews = !this.#gone.has(zoneId);
    this.#gone.add(zoneId);
    return isNews;
  }

  isGone(zoneId: string): boolean {
    return this.#gone.has(zoneId);
  }
}

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
