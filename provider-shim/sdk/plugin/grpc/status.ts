import { reasonOf } from '../../text';

/** Status codes of gRPC that a server sends (grpc/doc/statuscodes.md). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** A call that fails as a whole. The engine shows the message to the user as it is. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly status: Status,
    message: string,
  ) {
    super(message);
  }
}

/** The only place where an unknown error becomes a status. */
export function toRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(Status.INTERNAL, reasonOf(error));
}

/**
 * node:http2 drops a stream whose headers pass 64 KiB; percent-encoding makes three bytes of one.
 */
const MESSAGE_LIMIT = 8 * 1024;

/** The `grpc-message` header: UTF-8 with all but printable ASCII, and `%`, percent-encoded (PROTOCOL-HTTP2). */
export function encodeStatusMessage(message: string): string {
  const bytes = Buffer.from(message);
  let encoded = '';
  for (const byte of bytes.subarray(0, wholeCharacters(bytes, MESSAGE_LIMIT))) {
    encoded +=
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}

/** The largest length up to `limit` that cuts no UTF-8 character in two. */
function wholeCharacters(bytes: Uint8Array, limit: number): number {
  if (bytes.length <= limit) return bytes.length;
  let end = limit;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
}
