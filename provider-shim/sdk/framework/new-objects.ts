import { type NewObject, type AnyResource } from './resource';
import { randomBytes } from 'node:crypto';
import { isMembers, type Value } from '../values';

/** The plan of an object without a state. */
interface NewPlan {
  readonly object: NewObject;
  readonly at: number;
  isRepeated: boolean;
}

/** The refresh of an object of the state, which may be one of the new ones. */
interface Refresh {
  readonly identity: string;
  readonly shownAt: number;
  readonly at: number;
}

/**
 * Tells the second plan of a new object from the plan of another one that is declared alike.
 *
 * The engine plans a tainted object without its state and without its private state, as if it were new. With
 * `plan -minimal-refresh` it does so twice, before it refreshes the object and after (docs/internals/plugin-protocol.md 4.8). So a
 * plan with the same configuration is one of the same object if an object with its identity, which was shown before the
 * first plan and is not planned with its state, was refreshed in between. Apply refreshes nothing: it tells two new
 * objects apart that were taken for one.
 */
export class NewObjects<C> {
  /** Each call is later than the one before. */
  #now = 0;
  /** By type and configuration. */
  readonly #plans = new Map<string, NewPlan[]>();
  /** By identity: when the state of an object was first shown. */
  readonly #shown = new Map<string, number>();
  /** The identities of objects that were planned with their state: they are not tainted. */
  readonly #planned = new Set<string>();
  readonly #refreshes = new Set<Refresh>();
  /** The identities of objects that were read. */
  readonly #read = new Set<string>();

  /** Notes that the engine has shown the state of an object. */
  markShown(resource: AnyResource<C>, state: unknown): void {
    const identity = identityIn(resource, state);
    if (!this.#shown.has(identity)) this.#shown.set(identity, this.#now++);
  }

  /** Notes that an object was planned with its state. */
  markPlanned(resource: AnyResource<C>, state: Value): void {
    this.#planned.add(identityIn(resource, state));
  }

  /** Notes that an object of the state was refreshed. */
  markRefreshed(resource: AnyResource<C>, state: Value): void {
    const identity = identityIn(resource, state);
    this.#read.add(identity);
    const shownAt = this.#shown.get(identity);
    if (shownAt !== undefined) this.#refreshes.add({ identity, shownAt, at: this.#now++ });
  }

  wasRefreshed(resource: AnyResource<C>, state: Value): boolean {
    return this.#read.has(identityIn(resource, state));
  }

  /**
   * The object that is planned without a state.
   *
   * @param bytes its configuration as the engine sent it
   */
  planned(resource: AnyResource<C>, config: Value, bytes: Uint8Array = new Uint8Array()): NewObject {
    const key = `${resource.schema.type} ${Buffer.from(bytes).toString('base64')}`;
    const plans = this.#plans.get(key) ?? [];
    const identity = identityIn(resource, config);
    for (const plan of plans.filter(({ isRepeated }) => !isRepeated)) {
      const refresh = this.#refreshSince(plan, identity);
      if (!refresh) continue;
      this.#refreshes.delete(refresh);
      plan.isRepeated = true;
      return plan.object;
    }
    const object = newObject();
    this.#plans.set(key, [...plans, { object, at: this.#now++, isRepeated: false }]);
    return object;
  }

  /** @param identity as the configuration has it: without what the service chooses */
  #refreshSince(plan: NewPlan, identity: string): Refresh | undefined {
    return [...this.#refreshes].find(
      (one) =>
        one.shownAt < plan.at &&
        plan.at < one.at &&
        one.identity.startsWith(identity) &&
        !this.#planned.has(one.identity),
    );
  }
}

/** Its token is made when it is first asked for, which the plan of an object of the state never does. */
export function newObject(): NewObject {
  let made: string | undefined;
  return {
    get token() {
      return (made ??= randomBytes(16).toString('hex'));
    },
  };
}

/** The type, and the identifying attributes up to the first one that is not known. */
function identityIn<C>({ schema, identity = [] }: AnyResource<C>, object: unknown): string {
  const values = identity.map((name) => (isMembers(object) ? object[name] : undefined));
  const end = values.findIndex((value) => typeof value !== 'string' && typeof value !== 'number');
  return [schema.type, ...values.slice(0, end < 0 ? values.length : end), ''].join(' ');
}
