import { messages, type Message, type MessageInit, type Messages } from './messages';
import { createCodec, type Codec } from './wire';

/** What a call has besides its request: its end. Aborted when the caller cancelled it or is gone, or by whoever answers. */
export type CallContext = Pick<AbortController, 'signal' | 'abort'>;

/** One call, bytes to bytes; a rejection becomes a gRPC error. */
export type UnaryHandler = (request: Uint8Array, context: CallContext) => Promise<Uint8Array>;

/** A call that is answered with a stream of messages, all of which are there at once. */
export type StreamHandler = (request: Uint8Array, context: CallContext) => Promise<readonly Uint8Array[]>;

type Method<R extends RpcName> = (
  request: Message<`${R}.Request`>,
  context: CallContext,
) => Promise<MessageInit<`${R}.Response`>>;

/**
 * `tfplugin6.Provider`. Methods with a question mark are optional: without them the engine gets UNIMPLEMENTED, with
 * different effects (an identity simply does not exist). Problems belong in the diagnostics of the
 * reply: an error is shown to the user raw.
 */
export interface ProviderService {
  getMetadata: Method<'GetMetadata'>;
  getProviderSchema: Method<'GetProviderSchema'>;
  getResourceIdentitySchemas?: Method<'GetResourceIdentitySchemas'>;
  validateProviderConfig: Method<'ValidateProviderConfig'>;
  configureProvider: Method<'ConfigureProvider'>;
  stopProvider: Method<'StopProvider'>;

  validateResourceConfig: Method<'ValidateResourceConfig'>;
  upgradeResourceState: Method<'UpgradeResourceState'>;
  upgradeResourceIdentity?: Method<'UpgradeResourceIdentity'>;
  readResource: Method<'ReadResource'>;
  planResourceChange: Method<'PlanResourceChange'>;
  applyResourceChange: Method<'ApplyResourceChange'>;
  importResourceState: Method<'ImportResourceState'>;
  moveResourceState?: Method<'MoveResourceState'>;
  generateResourceConfig?: Method<'GenerateResourceConfig'>;

  validateDataResourceConfig: Method<'ValidateDataResourceConfig'>;
  readDataSource: Method<'ReadDataSource'>;

  validateEphemeralResourceConfig?: Method<'ValidateEphemeralResourceConfig'>;
  openEphemeralResource?: Method<'OpenEphemeralResource'>;
  renewEphemeralResource?: Method<'RenewEphemeralResource'>;
  closeEphemeralResource?: Method<'CloseEphemeralResource'>;

  validateListResourceConfig?: Method<'ValidateListResourceConfig'>;
  /** Answered with a stream of events. */
  listResource?: (
    request: Message<'ListResource.Request'>,
    context: CallContext,
  ) => Promise<readonly MessageInit<'ListResource.Event'>[]>;

  getFunctions?: Method<'GetFunctions'>;
}

/** Every RPC that is served, by its name on the wire. */
const RPCS = {
  GetMetadata: 'getMetadata',
  GetProviderSchema: 'getProviderSchema',
  GetResourceIdentitySchemas: 'getResourceIdentitySchemas',
  ValidateProviderConfig: 'validateProviderConfig',
  ConfigureProvider: 'configureProvider',
  StopProvider: 'stopProvider',
  ValidateResourceConfig: 'validateResourceConfig',
  UpgradeResourceState: 'upgradeResourceState',
  UpgradeResourceIdentity: 'upgradeResourceIdentity',
  ReadResource: 'readResource',
  PlanResourceChange: 'planResourceChange',
  ApplyResourceChange: 'applyResourceChange',
  ImportResourceState: 'importResourceState',
  MoveResourceState: 'moveResourceState',
  GenerateResourceConfig: 'generateResourceConfig',
  ValidateDataResourceConfig: 'validateDataResourceConfig',
  ReadDataSource: 'readDataSource',
  ValidateEphemeralResourceConfig: 'validateEphemeralResourceConfig',
  OpenEphemeralResource: 'openEphemeralResource',
  RenewEphemeralResource: 'renewEphemeralResource',
  CloseEphemeralResource: 'closeEphemeralResource',
  ValidateListResourceConfig: 'validateListResourceConfig',
  GetFunctions: 'getFunctions',
} as const satisfies Readonly<Record<string, keyof ProviderService>>;

/** The RPCs by their name on the wire, e.g. `PlanResourceChange`. */
export type RpcName = keyof typeof RPCS;

/** The protobuf of `tfplugin6`. */
export const tfplugin6: Codec<Messages> = createCodec(messages);

/** The gRPC path of an RPC, e.g. `/tfplugin6.Provider/PlanResourceChange`. */
export const rpcPath = (rpc: RpcName): string => `/tfplugin6.Provider/${rpc}`;

/** Handlers for all methods that `service` has, by gRPC path. They reject with `WireError` on bad bytes. */
export function bindService(service: ProviderService): ReadonlyMap<string, UnaryHandler> {
  const handlers = new Map<string, UnaryHandler>();
  for (const rpc of Object.keys(RPCS) as RpcName[]) {
    const handler = bindMethod(service, rpc);
    if (handler !== undefined) handlers.set(rpcPath(rpc), handler);
  }
  return handlers;
}

/** The handlers of the methods that answer with a stream. */
export function bindStreams({ listResource }: ProviderService): ReadonlyMap<string, StreamHandler> {
  if (listResource === undefined) return new Map();
  const handler: StreamHandler = async (bytes, context) => {
    const events = await listResource(tfplugin6.decode('ListResource.Request', bytes), context);
    return events.map((event) => tfplugin6.encode('ListResource.Event', event));
  };
  return new Map([['/tfplugin6.Provider/ListResource', handler]]);
}

function bindMethod<R extends RpcName>(service: ProviderService, rpc: R): UnaryHandler | undefined {
  const method = service[RPCS[rpc]] as Method<R> | undefined;
  if (method === undefined) return undefined;
  return async (bytes, context) => {
    const request = tfplugin6.decode(`${rpc}.Request`, bytes);
    return tfplugin6.encode(`${rpc}.Response`, await method.call(service, request, context));
  };
}
