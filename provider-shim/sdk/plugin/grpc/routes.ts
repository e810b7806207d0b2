import type { ServerHttp2Stream } from 'node:http2';
import type { Host } from '../host/host';
import { RpcError, Status } from './status';

/** One call, bytes to bytes. A rejection becomes a gRPC error: `RpcError` with its status, others INTERNAL. */
export type UnaryHandler = (request: Uint8Array, call: AbortController) => Promise<Uint8Array>;

/** Sends one message. Resolves when it has left, or when the caller is gone, which the signal of the call tells. */
export type Send = (message: Uint8Array) => Promise<void>;

/** A call that is answered with one message, or with a stream of those that it sends. */
export type Handler = (request: Uint8Array, call: AbortController, send: Send) => Promise<Uint8Array | void>;

export type Route =
  | { readonly kind: 'answered'; readonly handle: Handler; readonly replied?: () => void }
  /** A stream that is answered with headers and then left open, without a message, until the caller ends it. */
  | { readonly kind: 'silent' };

/** Finds what answers a path such as `/package.Service/Method`. */
export type Router = (path: string) => Promise<Route | undefined>;

/** The header part that all answers share. */
export const ANSWER_HEADERS = { ':status': 200, 'content-type': 'application/grpc' } as const;

/** An HTTP/2 stream that carries one call. */
export type CallStream = ServerHttp2Stream;

const EMPTY = new Uint8Array(0);

/** HealthCheckResponse { status: SERVING }: field 1, varint 1. */
const SERVING = Uint8Array.of(0x08, 0x01);

/** HealthCheckRequest in the three forms that are served: field 1 absent, empty, and "plugin". */
const HEALTH_REQUESTS = ['', '\x0a\x00', '\x0a\x06plugin'].map((text) => Buffer.from(text, 'latin1'));

/** For a caller who never takes the answer to Shutdown; the engine kills after two seconds. */
const SHUTDOWN_PATIENCE = 200;

/**
 * What go-plugin expects next to the provider itself. `asked` is called when Shutdown arrives, `shutdown` after the
 * answer to Shutdown, possibly twice.
 */
export function hostServices(
  after: Host['after'],
  shutdown: () => void,
  asked?: () => void,
): ReadonlyMap<string, Route> {
  const answerShutdown = async (): Promise<Uint8Array> => {
    asked?.();
    after(SHUTDOWN_PATIENCE, shutdown);
    return EMPTY;
  };
  return new Map<string, Route>([
    ['/plugin.GRPCController/Shutdown', { kind: 'answered', handle: answerShutdown, replied: shutdown }],
    // Nothing is sent, because the engine would log it as unexpected.
    ['/plugin.GRPCStdio/StreamStdio', { kind: 'silent' }],
    ['/plugin.GRPCBroker/StartStream', { kind: 'silent' }],
    ['/grpc.health.v1.Health/Check', { kind: 'answered', handle: checkHealth }],
  ]);
}

async function checkHealth(request: Uint8Array): Promise<Uint8Array> {
  if (HEALTH_REQUESTS.some((known) => known.equals(request))) return SERVING;
  throw new RpcError(
    Status.NOT_FOUND,
    'only the health of the service "plugin" and of the whole server is known',
  );
}
