import { messages, type Message, type MessageInit, type MessageName, type Messages } from './messages';
import { createCodec, type Codec } from './wire';

/** What a call has besides its request: its end. Aborted when the caller cancelled it or is gone, or by whoever answers. */
export type CallContext = Pick<AbortController, 'signal' | 'abort'>;

/** One call, bytes to bytes; a rejection becomes a gRPC error. */
type UnaryHandler = (request: Uint8Array, context: CallContext) => Promise<Uint8Array>;

/** A call that is answered with a stream of messages, all of which are there at once. */
type StreamHandler = (request: Uint8Array, context: CallContext) => Promise<readonly Uint8Array[]>;

/** The RPCs by their name on the wire, e.g. `PlanResourceChange`: those whose messages are in the table. */
export type RpcName = { [N in MessageName]: N extends `${infer R}.Response` ? R : never }[MessageName];

/**
 * `tfplugin6.Provider`. Problems belong in the diagnostics of the reply: an error is shown to the user raw.
 */
export type ProviderService = {
  readonly [R in RpcName]: (
    request: Message<`${R}.Request`>,
    context: CallContext,
  ) => Promise<MessageInit<`${R}.Response`>>;
} & {
  /** Answered with a stream of events. */
  readonly ListResource: (
    request: Message<'ListResource.Request'>,
    context: CallContext,
  ) => Promise<readonly MessageInit<'ListResource.Event'>[]>;
};

/** The protobuf of `tfplugin6`. */
export const tfplugin6: Codec<Messages> = createCodec(messages);

/** The gRPC path of an RPC, e.g. `/tfplugin6.Provider/PlanResourceChange`. */
export const rpcPath = (rpc: RpcName | 'ListResource'): string => `/tfplugin6.Provider/${rpc}`;

/** Handlers for all methods, by gRPC path. They reject with `WireError` on bad bytes. */
export function bindService(service: ProviderService): ReadonlyMap<string, UnaryHandler | StreamHandler> {
  const rpcs = (Object.keys(service) as RpcName[]).filter((rpc) =>
    Object.hasOwn(messages, `${rpc}.Response`),
  );
  const list: StreamHandler = async (bytes, context) => {
    const events = await service.ListResource(tfplugin6.decode('ListResource.Request', bytes), context);
    return events.map((event) => tfplugin6.encode('ListResource.Event', event));
  };
  return new Map<string, UnaryHandler | StreamHandler>([
    ...rpcs.map((rpc) => [rpcPath(rpc), bindMethod(service, rpc)] as const),
    [rpcPath('ListResource'), list],
  ]);
}

function bindMethod<R extends RpcName>(service: ProviderService, rpc: R): UnaryHandler {
  const method = service[rpc] as (
    request: Message<`${R}.Request`>,
    context: CallContext,
  ) => Promise<MessageInit<`${R}.Response`>>;
  return async (bytes, context) =>
    tfplugin6.encode(`${rpc}.Response`, await method(tfplugin6.decode(`${rpc}.Request`, bytes), context));
}
