import { createProviderService, type AnyProvider } from '../../../../provider-shim/sdk/framework';
import {
  bindService,
  rpcPath,
  Severity,
  tfplugin6,
  type Message,
  type MessageInit,
  type RpcName,
  type StreamName,
} from '../../../../provider-shim/sdk/protocol';
import { describe as described } from '../../../../schema';
import { encoded } from './plain';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A provider behind its RPCs. Every call goes through the bytes of the protocol, as it does from the engine. */
export interface Connected {
  call<R extends RpcName>(
    rpc: R,
    request: MessageInit<`${R}.Request`>,
    caller?: AbortController,
  ): Promise<Message<`${R}.Response`>>;
  /** Calls an RPC that is answered with a stream; `taken` is called with each of its events, and awaited. */
  stream<R extends StreamName>(
    rpc: R,
    request: MessageInit<`${R}.Request`>,
    taken: (event: Message<`${R}.Event`>) => unknown,
    caller?: AbortController,
  ): Promise<void>;
  /** What the provider wrote to its log so far. */
  readonly log: readonly LogLine[];
}

export function connect<C>(provider: AnyProvider<C>): Connected {
  const log: LogLine[] = [];
  const handlers = bindService(
    createProviderService(provider, (level, message, fields) => {
      log.push({ level, message, ...(fields ? { fields } : {}) });
    }),
  );
  const handlerOf = (rpc: RpcName | StreamName) => {
    const handler = handlers.get(rpcPath(rpc));
    if (!handler) throw new Error(`${rpc} is not served`);
    return handler;
  };
  return {
    log,
    async call(rpc, request, caller = new AbortController()) {
      const bytes = tfplugin6.encode(`${rpc}.Request`, request);
      const reply = await handlerOf(rpc)(bytes, caller, async () => undefined);
      return tfplugin6.decode(`${rpc}.Response`, reply as Uint8Array);
    },
    async stream(rpc, request, taken, caller = new AbortController()) {
      const bytes = tfplugin6.encode(`${rpc}.Request`, request);
      await handlerOf(rpc)(bytes, caller, async (event) => {
        await taken(tfplugin6.decode(`${rpc}.Event`, event));
      });
    },
  };
}

export const NOTHING = described({
  ...{ type: 'test', version: 0, description: 'Has no configuration.', attributes: {} },
});

/** A provider of these parts that has nothing to configure, not configured yet. */
export function connectParts<C>(parts: Partial<AnyProvider<C>>, client: C | undefined): Connected {
  return connect({ schema: NOTHING, resources: [], dataSources: [], configure: () => client, ...parts });
}

/** Configures a provider that has nothing to configure. */
export async function ready(connected: Connected): Promise<Connected> {
  await connected.call('ConfigureProvider', { terraformVersion: '1.11.4', config: encoded(NOTHING, {}) });
  return connected;
}

export interface ShownDiagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  /** Attribute names, list indexes (numbers) and map keys; absent for the object as a whole. */
  readonly at?: ShownPath;
}

/** A step is the name of an attribute, `{ key }` of a map or `{ index }` of a list. */
export type ShownPath = readonly (string | { readonly key: string } | { readonly index: number })[];

export function shownDiagnostics(diagnostics: readonly Message<'Diagnostic'>[]): readonly ShownDiagnostic[] {
  return diagnostics.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === Severity.ERROR ? 'error' : 'warning',
    summary,
    detail,
    ...(attribute ? { at: shownPath(attribute) } : {}),
  }));
}

export function shownPath({ steps }: Message<'AttributePath'>): ShownPath {
  return steps.map(({ attributeName, elementKeyString, elementKeyInt }) => {
    if (attributeName !== undefined) return attributeName;
    if (elementKeyString !== undefined) return { key: elementKeyString };
    if (elementKeyInt !== undefined) return { index: elementKeyInt };
    throw new Error('a step of a path without an address');
  });
}
