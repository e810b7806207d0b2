import { messages, type Message, type MessageInit, type MessageName, type Messages } from './messages';
import { createCodec, type Codec } from './wire';

/** What a call has besides its request: its end. Aborted when the caller cancelled it or is gone, or by whoever answers. */
export type CallContext = Pick<AbortController, 'signal' | 'abort'>;

/** Sends one message of a stream. Resolves when it has left, or when the caller is gone: wait for it before the next. */
export type Send<M> = (message: M) => Promise<void>;

/** One call, bytes to bytes: answers with a message, or sends those of a stream. A rejection becomes a gRPC error. */
type Handler = (
  request: Uint8Array,
  context: CallContext,
  send: Send<Uint8Array>,
) => Promise<Uint8Array | void>;

/** The RPCs by their name on the wire, e.g. `PlanResourceChange`: those whose messages are in the table. */
export type RpcName = { [N in MessageName]: N extends `${infer R}.Response` ? R : never }[MessageName];

/** Those that are answered with a stream of events. */
export type StreamName = { [N in MessageName]: N extends `${infer R}.Event` ? R : never }[MessageName];

type Method<R extends RpcName> = (
  request: Message<`${R}.Request`>,
  context: CallContext,
) => Promise<MessageInit<`${R}.Response`>>;

type StreamMethod<S extends StreamName> = (
  request: Message<`${S}.Request`>,
  context: CallContext,
  send: Send<MessageInit<`${S}.Event`>>,
) => Promise<void>;

/**
 * `tfplugin6.Provider`. Problems belong in the diagnostics of the reply: an error is shown to the user raw.
 */
export type ProviderService = { readonly [R in RpcName]: Method<R> } & {
  readonly [S in StreamName]: StreamMethod<S>;
};

/** The protobuf of `tfplugin6`. */
export const tfplugin6: Codec<Messages> = createCodec(messages);

/** The gRPC path of an RPC, e.g. `/tfplugin6.Provider/PlanResourceChange`. */
export const rpcPath = (rpc: RpcName | StreamName): string => `/tfplugin6.Provider/${rpc}`;

const STREAMS: readonly StreamName[] = ['ListResource', 'InvokeAction'];

/** Handlers for all methods, by gRPC path. They reject with `WireError` on bad bytes. */
export function bindService(service: ProviderService): ReadonlyMap<string, Handler> {
  const rpcs = (Object.keys(service) as RpcName[]).filter((rpc) =>
    Object.hasOwn(messages, `${rpc}.Response`),
  );
  return new Map<string, Handler>([
    ...rpcs.map((rpc) => [rpcPath(rpc), bindMethod(service, rpc)] as const),
    ...STREAMS.map((rpc) => [rpcPath(rpc), bindStream(service, rpc)] as const),
  ]);
}

function bindMethod<R extends RpcName>(service: ProviderService, rpc: R): Handler {
  const method = service[rpc] as Method<R>;
  return async (bytes, context) =>
    tfplugin6.encode(`${rpc}.Response`, await method(tfplugin6.decode(`${rpc}.Request`, bytes), context));
}

function bindStream<S extends StreamName>(service: ProviderService, rpc: S): Handler {
  const method = service[rpc] as StreamMethod<S>;
  return async (bytes, context, send) =>
    method(tfplugin6.decode(`${rpc}.Request`, bytes), context, (event) =>
      send(tfplugin6.encode(`${rpc}.Event`, event)),
    );
}
