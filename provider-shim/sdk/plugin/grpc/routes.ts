import type { ServerHttp2Stream } from 'node:http2';

/** One call, bytes to bytes. A rejection becomes a gRPC error: `RpcError` with its status, others INTERNAL. */
export type UnaryHandler = (request: Uint8Array, call: AbortController) => Promise<Uint8Array>;

/** A call that is answered with one message, or with a stream of those in a list. */
export type Handler = (
  request: Uint8Array,
  call: AbortController,
) => Promise<Uint8Array | readonly Uint8Array[]>;

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
