import { RpcError, Status } from './status';

/** gRPC PROTOCOL-HTTP2: one byte of flags, four bytes of length, the message. */
const PREFIX = 5;
const COMPRESSED = 1;

/** As large as other providers accept (terraform-plugin-go: 256 MiB). */
export const REQUEST_LIMIT = 256 * 1024 * 1024;

/** The prefix that goes before `message` on the wire. */
export function messagePrefix(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32BE(message.byteLength, 1);
  return prefix;
}

/** Collects the one message of a unary request from chunks that are cut anywhere. */
export class MessageBody {
  private readonly chunks: Buffer[] = [];
  private received = 0;
  private expected: number | undefined;

  /** `encoding` is the request's `grpc-encoding`. */
  constructor(
    private readonly encoding: string | undefined,
    private readonly limit: number = REQUEST_LIMIT,
  ) {}

  /** Throws `RpcError` as soon as the request is known to be refused. */
  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.byteLength;
    this.expected ??= this.readPrefix();
    if (this.expected !== undefined && this.received > PREFIX + this.expected) {
      throw new RpcError(Status.UNIMPLEMENTED, 'the request holds more than one message; send exactly one');
    }
  }

  /** The message; a view when it came in one piece. Throws `RpcError` when it is not whole. */
  finish(): Uint8Array {
    if (this.received === 0) {
      throw new RpcError(Status.UNIMPLEMENTED, 'the request holds no message; send exactly one');
    }
    if (this.expected === undefined || this.received < PREFIX + this.expected) {
      const announced = this.expected === undefined ? 'its prefix' : `the ${this.expected} bytes announced`;
      throw new RpcError(
        Status.INTERNAL,
        `the request ends after ${this.received} bytes, before ${announced}`,
      );
    }
    const body = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    return body.subarray(PREFIX);
  }

  private readPrefix(): number | undefined {
    if (this.received < PREFIX) return undefined;
    const prefix = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    const flags = prefix.readUInt8(0);
    if (flags === COMPRESSED) throw this.compressed();
    if (flags !== 0) {
      throw new RpcError(Status.INTERNAL, `the request has the message flag ${flags}; only 0 is known`);
    }
    const length = prefix.readUInt32BE(1);
    if (length > this.limit) {
      const text = `the request has ${length} bytes; at most ${this.limit} are accepted`;
      throw new RpcError(Status.RESOURCE_EXHAUSTED, text);
    }
    return length;
  }

  /** gRPC compression.md distinguishes an unsupported encoding from a flag without an encoding. */
  private compressed(): RpcError {
    if (this.encoding === undefined || this.encoding === 'identity') {
      return new RpcError(
        Status.INTERNAL,
        'the message is flagged as compressed, but names no grpc-encoding',
      );
    }
    const text = `compression "${this.encoding}" is not supported; send the message uncompressed`;
    return new RpcError(Status.UNIMPLEMENTED, text);
  }
}
