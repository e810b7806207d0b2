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
  readonly object: NewObject;
  readonly identity: string;
  /** How many plans were made before. */
  readonly at: number;
  /** Whether it comes again if its object is tainted: undefined until an object of its identity was refreshed. */
  isRepeated: boolean | undefined;
}

/**
 * Tells the second plan of a new object from the plan of another one that is declared alike.
 *
 * The engine plans a tainted object without its state and without its private state, as if it were new. With
 * `plan -minimal-refresh` it does so twice, before it refreshes the object and after (docs/plugin-protocol.md 4.8). So a
 * plan with the same configuration is one of the same object if an object with its identity, which was shown before the
 * first plan, was refreshed in between. Apply refreshes nothing: it tells two new objects apart that were taken for one.
 */
export class NewObjects<C> {
  /** By type and configuration. */
  readonly #plans = new Map<string, NewPlan[]>();
  /** By identity: how many plans were made before an object of the state was first shown. */
  readonly #shown = new Map<string, number>();
  #count = 0;

  /** Notes that the engine has shown the state of an object. */
  markShown(resource: AnyResource<C>, state: unknown): void {
    const identity = identityIn(resource, state);
    if (!this.#shown.has(identity)) this.#shown.set(identity, this.#count);
  }

  /** Notes that an object of the state was refreshed. */
  markRefreshed(resource: AnyResource<C>, state: Value): void {
    const identity = identityIn(resource, state);
    const shownAt = this.#shown.get(identity) ?? this.#count;
    const plan = [...this.#plans.values()]
      .flat()
      .find((one) => one.isRepeated === undefined && shownAt <= one.at && identity.startsWith(one.identity));
    if (plan) plan.isRepeated = false;
  }

  /**
   * The object that is planned without a state.
   *
   * @param bytes its configuration as the engine sent it
   */
  planned(resource: AnyResource<C>, config: Value, bytes: Uint8Array = new Uint8Array()): NewObject {
    const key = `${resource.schema.type} ${Buffer.from(bytes).toString('base64')}`;
    const plans = this.#plans.get(key) ?? [];
    const earlier = plans.find(({ isRepeated }) => isRepeated === false);
    if (earlier) {
      earlier.isRepeated = true;
      return earlier.object;
    }
    const object = newObject();
    this.#plans.set(key, [
      ...plans,
      { object, identity: identityIn(resource, config), at: this.#count++, isRepeated: undefined },
    ]);
    return object;
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
