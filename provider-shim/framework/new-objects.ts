import { randomBytes } from 'node:crypto';
import { isMembers, type Value } from '../values';
import type { AnyResource } from './resource';

/** An object that is planned without a state. Each plan of one object has the same, as far as that can be told. */
export interface NewObject {
  /** 32 hexadecimal digits that were never there before. */
  readonly token: string;
}

/** The plan of an object without a state. */
interface NewPlan {
  readonly at: number;
  readonly object: NewObject;
  isRepeated: boolean;
}

/** The refresh of an object of the state that may be one of the new ones. */
interface Refresh {
  readonly at: number;
  readonly identity: string;
  readonly shownAt: number;
  /** The object as its plan with a state would have it, before and after the refresh. */
  readonly objects: readonly string[];
  isCounted: boolean;
}

/** An object of the state, with its private state. */
interface StoredObject {
  readonly state: Value;
  readonly privateBytes: Uint8Array;
}

/**
 * Tells the second plan of a new object from the plan of another one that is declared alike.
 *
 * The engine plans a tainted object without its state and without its private state, as if it were new. With
 * `plan -minimal-refresh` it does so twice, before it refreshes the object and after (docs/plugin-protocol.md 4.8).
 * So the second plan is one of the same object if the configuration is the same, and if in between an object of the
 * state with the same identity was refreshed, which was shown before the first plan and never planned with its state.
 *
 * Another new object that is declared alike is planned like this only by chance, if at all; apply refreshes nothing, so
 * it then tells the two apart.
 */
export class NewObjects<C> {
  /** Each call is later than the one before. */
  #now = 0;
  /** By identity: when the state of an object was first shown. */
  readonly #shown = new Map<string, number>();
  /** The objects that were planned with their state. */
  readonly #planned = new Set<string>();
  /** By type and configuration. */
  readonly #plans = new Map<string, NewPlan[]>();
  readonly #refreshes: Refresh[] = [];

  /** Notes that the engine has shown the state of an object. */
  markShown(resource: AnyResource<C>, state: unknown): void {
    const identity = identityIn(resource, state);
    if (!this.#shown.has(identity)) this.#shown.set(identity, this.#tick());
  }

  /** Notes that an object was planned with its state. */
  markPlanned(resource: AnyResource<C>, object: StoredObject): void {
    this.#planned.add(textOf(resource, object));
  }

  /** Notes that an object was refreshed. */
  markRefreshed(resource: AnyResource<C>, before: StoredObject, privateAfter: Uint8Array): void {
    if (this.#plans.size === 0) return;
    const identity = identityIn(resource, before.state);
    const shownAt = this.#shown.get(identity);
    if (shownAt === undefined) return;
    const after = { ...before, privateBytes: privateAfter };
    const objects = [textOf(resource, before), textOf(resource, after)];
    this.#refreshes.push({ at: this.#tick(), identity, shownAt, objects, isCounted: false });
  }

  /**
   * The object that is planned without a state.
   *
   * @param bytes its configuration as the engine sent it
   */
  planned(resource: AnyResource<C>, config: Value, bytes: Uint8Array = new Uint8Array()): NewObject {
    const key = `${resource.schema.type} ${Buffer.from(bytes).toString('base64')}`;
    const plans = this.#plans.get(key) ?? [];
    this.#plans.set(key, plans);
    const identity = identityIn(resource, config);
    for (const plan of plans) {
      const refresh = plan.isRepeated ? undefined : this.#refreshOf(plan, identity);
      if (!refresh) continue;
      refresh.isCounted = true;
      plan.isRepeated = true;
      return plan.object;
    }
    const object = newObject();
    plans.push({ at: this.#tick(), object, isRepeated: false });
    return object;
  }

  /** @param identity as the configuration has it: without what the service chooses */
  #refreshOf({ at }: NewPlan, identity: string): Refresh | undefined {
    return this.#refreshes.find(
      (one) =>
        !one.isCounted &&
        one.shownAt < at &&
        at < one.at &&
        one.identity.startsWith(identity) &&
        !one.objects.some((object) => this.#planned.has(object)),
    );
  }

  #tick(): number {
    this.#now += 1;
    return this.#now;
  }
}

export function newObject(): NewObject {
  return { token: randomBytes(16).toString('hex') };
}

/** The type, and the identifying attributes up to the first one that is not known. */
function identityIn<C>({ schema, identity = [] }: AnyResource<C>, object: unknown): string {
  const values = identity.map((name) => (isMembers(object) ? object[name] : undefined));
  const end = values.findIndex((value) => typeof value !== 'string' && typeof value !== 'number');
  return [schema.type, ...values.slice(0, end < 0 ? values.length : end), ''].join(' ');
}

function textOf<C>(resource: AnyResource<C>, { state, privateBytes }: StoredObject): string {
  return identityIn(resource, state) + Buffer.from(privateBytes).toString('base64');
}
