import type { AnyAction } from '../action';
import type { AnyDataSource } from '../data-source';
import { Diagnostics, type Explanation, Stopped } from '../diagnostics';
import type { AnyListResource } from '../list-resource';
import { NewObjects } from '../new-objects';
import type { CallContext, MessageInit } from '../../protocol';
import type { Log } from '../../text';
import { PrivateState } from '../private-state';
import type { AnyProvider } from '../provider';
import type { AnyResource, Call } from '../resource';
import type { Secrets } from '../secrets';
import type { ObjectSchema } from '../../../../schema/description';
import { diagnosticMessages } from './diagnostic-message';

/** What the calls of one provider process share: what is served, what was configured, and whether to stop. */
export class Session<C> {
  /** What `configure` made; absent before it ran and while the configuration is not known. */
  client: C | undefined;
  /** What the current run plans without a state. */
  newObjects = new NewObjects<C>();

  /** What errors of this run said to do, each told in full with one object. */
  readonly told = new Set<string>();

  readonly #resources: ReadonlyMap<string, AnyResource<C>>;
  readonly #dataSources: ReadonlyMap<string, AnyDataSource<C>>;
  readonly #listResources: ReadonlyMap<string, AnyListResource<C>>;
  readonly #actions: ReadonlyMap<string, AnyAction<C>>;
  /** Of the calls in progress. */
  readonly #running = new Set<CallContext>();
  #isStopped = false;

  constructor(
    readonly provider: AnyProvider<C>,
    readonly log: Log,
    /** What no diagnostic may show. */
    readonly secrets: Secrets,
  ) {
    this.#resources = byType(provider.resources);
    this.#dataSources = byType(provider.dataSources);
    this.#listResources = byType(provider.listResources ?? []);
    this.#actions = byType(provider.actions ?? []);
  }

  readonly resource = (typeName: string): AnyResource<C> => found(this.#resources, typeName, 'resource');

  readonly dataSource = (typeName: string): AnyDataSource<C> =>
    found(this.#dataSources, typeName, 'data source');

  readonly listResource = (typeName: string): AnyListResource<C> =>
    found(this.#listResources, typeName, 'list resource');

  readonly action = (typeName: string): AnyAction<C> => found(this.#actions, typeName, 'action');

  /** Answers one call of the engine about what a schema describes, with the diagnostics of the call. */
  answer<T extends object>(
    caller: CallContext,
    { schema }: { readonly schema: ObjectSchema },
    privateBytes: Uint8Array | undefined,
    answer: (call: Call) => Promise<T>,
  ): Promise<T & { readonly diagnostics: MessageInit<'Diagnostic'>[] }> {
    return this.run(caller, privateBytes, async (call) => {
      const reply = await answer(call);
      return { ...reply, diagnostics: diagnosticMessages(schema, call.diagnostics, this) };
    });
  }

  /**
   * Answers one call of the engine, aborted by either side. What it has asked for and no longer needs, since something
   * else was refused, ends with it.
   *
   * @param privateBytes the private state as the engine stored it
   */
  async run<T>(
    caller: CallContext,
    privateBytes: Uint8Array | undefined,
    answer: (call: Call) => Promise<T>,
  ): Promise<T> {
    const privateState = PrivateState.from(privateBytes);
    const diagnostics = new Diagnostics();
    if (privateState.damage !== undefined) diagnostics.warning(damaged(privateState.damage));
    const work = new AbortController();
    const abort = (): void => work.abort(caller.signal.reason);
    caller.signal.addEventListener('abort', abort);
    if (caller.signal.aborted) abort();
    this.#running.add(caller);
    try {
      return await answer({ diagnostics, privateState, signal: work.signal, log: this.log });
    } finally {
      this.#running.delete(caller);
      caller.signal.removeEventListener('abort', abort);
      work.abort();
    }
  }

  /** Ends the calls in progress. Calls that come later run, since a debugged process serves many commands. */
  stop(): void {
    this.#isStopped = true;
    for (const caller of this.#running) caller.abort(new Stopped());
  }

  /** Ends the run: the engine is done with this process, or begins another run with it. */
  close(): void {
    const { client, log } = this;
    this.client = undefined;
    this.newObjects = new NewObjects<C>();
    this.told.clear();
    const isStopped = this.#isStopped;
    this.#isStopped = false;
    if (client === undefined) return;
    try {
      this.provider.close?.(client, { isStopped });
    } catch (error) {
      log('error', 'unexpected failure', { stack: (error as Error).stack });
    }
  }
}

function damaged(damage: string): Explanation {
  return {
    message: `The private state of this object is damaged: ${damage}.`,
    hint:
      'What the provider stored there, such as who created the object, counts as unknown until the next apply stores it ' +
      'again. If the state file was edited or truncated, restore it from a backup first.',
  };
}

function byType<T extends { readonly schema: ObjectSchema }>(served: readonly T[]): ReadonlyMap<string, T> {
  return new Map(served.map((one) => [one.schema.type, one]));
}

function found<T>(served: ReadonlyMap<string, T>, typeName: string, what: string): T {
  const one = served.get(typeName);
  if (one) return one;
  throw new Error(
    `this provider has no ${what} ${typeName}; it has: ${[...served.keys()].join(', ') || 'none'}`,
  );
}
