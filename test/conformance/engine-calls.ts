import { isDeepStrictEqual } from 'node:util';
import type { ObjectSchema } from '../../schema';
import { wholeObject } from './called-provider';
import type { Reply } from './provider-client';
import { plainValue, UNKNOWN, wireValue } from './wire-value';

/** The orders in which an engine plans an object of the state (docs/internals/plugin-protocol.md 4.8). */
export const ORDERS = ['full', 'minimal', 'none'] as const;
export type Order = (typeof ORDERS)[number];

export type Values = Readonly<Record<string, unknown>>;

/** A provider, configured for each walk of an engine. */
export interface Caller {
  readonly call: (rpc: string, request: object) => Promise<Reply>;
  readonly configure: (config?: Values) => Promise<void>;
}

/** An object of the state. */
export interface Stored {
  readonly value: Values;
  readonly private: unknown;
  readonly isTainted?: boolean;
}

export interface Planned {
  readonly action: 'no-op' | 'create' | 'update' | 'replace' | 'delete';
  /** Null for an object that is to be destroyed. */
  readonly value: Values | null;
  readonly private: unknown;
}

/** What is declared of an object; null for one that is to be destroyed. */
export interface Wanted {
  readonly config: Values | null;
  readonly isReplaced?: boolean;
}

/** An object as the plan leaves it: refreshed, if at all. */
export interface Outcome {
  readonly stored: Stored | null;
  readonly plan: Planned;
}

export interface Said {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
}

export type Typed = Pick<ObjectSchema, 'type' | 'version' | 'attributes'>;

/** The errors of a reply, and the reply. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly reply: Reply,
  ) {
    super(message);
  }
}

/** The object in a reply to ApplyResourceChange; undefined in any other reply. */
export function storedIn(reply: Reply): Stored | null | undefined {
  if (!reply['newState']) return undefined;
  const value = plainValue(reply['newState']) as Values | null;
  return value && { value, private: reply['private'] };
}

/** What an engine calls for one object of a resource, without an engine. */
export class EngineCalls {
  readonly #said: Said[] = [];

  constructor(private readonly provider: Caller) {}

  /** What was said since this was asked. */
  takeSaid(): readonly Said[] {
    return this.#said.splice(0);
  }

  /** What was warned of since either was asked. */
  takeWarnings(): readonly Said[] {
    return this.takeSaid().filter(({ severity }) => severity === 'WARNING');
  }

  /** Begins another walk of the engine, which is another process. */
  walk(config?: Values): Promise<void> {
    return this.provider.configure(config);
  }

  /** @throws Refused with the errors of the reply */
  async call(rpc: string, request: object): Promise<Reply> {
    const reply = await this.provider.call(rpc, request);
    const all = reply['diagnostics'] as readonly Said[];
    this.#said.push(...all);
    const errors = all.filter(({ severity }) => severity === 'ERROR').map(({ summary }) => summary);
    if (errors.length > 0) throw new Refused(`${rpc}: ${errors.join('; ')}`, reply);
    return reply;
  }

  show({ type, version }: Typed, { value }: Stored): Promise<Reply> {
    const rawState = { json: Buffer.from(JSON.stringify(value)) };
    return this.call('UpgradeResourceState', { typeName: type, version, rawState });
  }

  validate({ type: typeName }: Typed, config: Values): Promise<Reply> {
    const clientCapabilities = { writeOnlyAttributesAllowed: true };
    return this.call('ValidateResourceConfig', { typeName, config: wireValue(config), clientCapabilities });
  }

  async read({ type: typeName }: Typed, stored: Stored): Promise<Stored | null> {
    const currentState = wireValue(stored.value);
    const reply = await this.call('ReadResource', { typeName, currentState, private: stored.private });
    const value = plainValue(reply['newState']) as Values | null;
    return value && { ...stored, value, private: reply['private'] };
  }

  /** Imports an object, and reads it. */
  async imported(schema: Typed, id: string): Promise<Stored> {
    await this.walk();
    return this.importedAt(schema, id);
  }

  /** The same in a walk that has begun. */
  async importedAt(schema: Typed, id: string): Promise<Stored> {
    const reply = await this.call('ImportResourceState', { typeName: schema.type, id });
    const [{ state, private: kept } = {} as Reply] = reply['importedResources'] as readonly Reply[];
    return (await this.read(schema, { value: plainValue(state) as Values, private: kept })) as Stored;
  }

  /**
   * Plans an object as the engine does: a replacement and a tainted object also as a new one.
   *
   * @param plannedPrivate at apply, the private data of the first plan
   */
  async planOnce(
    schema: Typed,
    stored: Stored | null,
    { config: given, isReplaced }: Wanted,
    plannedPrivate?: unknown,
  ): Promise<Planned> {
    const config = given && (wholeObject(schema, given) as Values);
    const prior = stored === null || stored.isTainted ? null : stored.value;
    const first = await this.call('PlanResourceChange', {
      ...propose(schema, prior, config),
      ...(prior && { priorPrivate: stored?.private }),
      plannedPrivate,
    });
    const value = plainValue(first['plannedState']) as Values | null;
    const answer = { value, private: first['plannedPrivate'] };
    if (config === null) return { ...answer, action: 'delete' };
    if (prior === null) return { ...answer, action: stored ? 'replace' : 'create' };
    const isSame = isDeepStrictEqual(value, prior);
    if (!isReplaced && (first['requiresReplace'] as readonly unknown[]).length === 0)
      return { ...answer, action: isSame ? 'no-op' : 'update' };
    const before = this.#said.length;
    const second = await this.call('PlanResourceChange', {
      ...propose(schema, null, config),
      priorPrivate: answer.private,
    });
    // The engine shows no warning of its second plan.
    this.#said.splice(before);
    return {
      action: 'replace',
      value: plainValue(second['plannedState']) as Values,
      private: second['plannedPrivate'],
    };
  }

  /** Plans an object of the state, or a new one, in the order of the engine. */
  async plan(schema: Typed, stored: Stored | null, wanted: Wanted, order: Order = 'full'): Promise<Outcome> {
    if (stored === null) return { stored, plan: await this.planOnce(schema, null, wanted) };
    await this.show(schema, stored);
    if (order !== 'full') {
      const first = await this.planOnce(schema, stored, wanted);
      if (order === 'none' || first.action === 'no-op' || first.action === 'delete')
        return { stored, plan: first };
    }
    const current = await this.read(schema, stored);
    return { stored: current, plan: await this.planOnce(schema, current, wanted) };
  }

  /**
   * Applies a plan in a process of its own: the old half of a replacement first, and planned once more before that.
   *
   * @param act what somebody else does after that
   */
  async apply(
    schema: Typed,
    { stored, plan: planned }: Outcome,
    { config }: Wanted,
    act: () => unknown = () => undefined,
  ): Promise<Stored | null> {
    if (planned.action === 'no-op') return stored;
    if (stored) await this.show(schema, stored);
    const isEnded = planned.action === 'replace' || planned.action === 'delete';
    if (isEnded) act();
    if (isEnded && stored) await this.destroyed(schema, stored, planned.private);
    if (planned.action === 'delete') return null;
    return this.written(schema, isEnded ? null : stored, planned, { config }, isEnded ? undefined : act);
  }

  /** @throws Refused with what is left of the object in the reply */
  async destroyed({ type: typeName }: Typed, { value }: Stored, plannedPrivate: unknown): Promise<void> {
    const nothing = wireValue(null);
    const request = { typeName, priorState: wireValue(value), plannedState: nothing, config: nothing };
    await this.call('ApplyResourceChange', { ...request, plannedPrivate });
  }

  /**
   * Creates or updates an object, planned once more before that.
   *
   * @throws Refused with what became of the object in the reply
   */
  async written(
    schema: Typed,
    before: Stored | null,
    planned: Planned,
    { config }: Wanted,
    act: () => unknown = () => undefined,
  ): Promise<Stored> {
    const again = await this.planOnce(schema, before, { config }, planned.private);
    for (const [name, value] of Object.entries(planned.value ?? {}))
      if (!isPartlyUnknown(value) && !isDeepStrictEqual(again.value?.[name], value)) {
        const summary = 'Provider produced inconsistent final plan';
        this.#said.push({ severity: 'ERROR', summary, detail: name });
        throw new Refused(`${summary}: ${name}`, {});
      }
    act();
    const reply = await this.call('ApplyResourceChange', {
      ...{ typeName: schema.type, plannedState: wireValue(again.value), plannedPrivate: again.private },
      ...{
        priorState: wireValue(before?.value ?? null),
        config: wireValue(wholeObject(schema, config ?? {})),
      },
    });
    return storedIn(reply) as Stored;
  }

  /** Makes an object, as an earlier run did. */
  async made(schema: Typed, wanted: Wanted): Promise<Stored> {
    await this.walk();
    const planned = await this.plan(schema, null, wanted);
    await this.walk();
    return (await this.apply(schema, planned, wanted)) as Stored;
  }
}

/** One request: what is not configured and computed is proposed as it was. */
function propose({ type, attributes }: Typed, prior: Values | null, config: Values | null): object {
  const kept = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value ?? (attributes[name]?.computed ? (prior?.[name] ?? null) : null),
  ];
  return {
    typeName: type,
    priorState: wireValue(prior),
    proposedNewState: wireValue(config && Object.fromEntries(Object.entries(config).map(kept))),
    config: wireValue(config),
    clientCapabilities: { storePlannedPrivate: true },
  };
}

const isPartlyUnknown = (value: unknown): boolean =>
  value === UNKNOWN ||
  (typeof value === 'object' && value !== null && JSON.stringify(value).includes('"type":0'));
