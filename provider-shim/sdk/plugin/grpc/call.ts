import { constants, type IncomingHttpHeaders } from 'node:http2';
import { ANSWER_HEADERS, type CallStream, type Handler, type Router, type Send } from './routes';
import { encodeStatusMessage, RpcError, Status, toRpcError } from './status';

/** Below this a message shares one DATA frame with its prefix; above it is not worth a copy. */
const COPY_BELOW = 16 * 1024;

/** What became of a call, for the log. */
export interface CallReport {
  readonly path: string;
  readonly status: Status;
  readonly message: string;
  readonly requestBytes: number;
  readonly replyBytes: number;
}

export interface CallServices {
  readonly route: Router;
  /** Applied to every error message before it is sent. */
  readonly redact: (text: string) => string;
  readonly report: (report: CallReport) => void;
}

/** Answers one HTTP/2 stream, as laid down in gRPC PROTOCOL-HTTP2. Never rejects. */
export async function answerCall(
  stream: CallStream,
  headers: IncomingHttpHeaders,
  services: CallServices,
): Promise<void> {
  // A stream that breaks also closes, which is what matters here; without a listener it ends the process.
  stream.on('error', () => undefined);
  const refusal = refusedAsHttp(headers);
  if (refusal !== undefined) return stream.respond({ ':status': refusal }, { endStream: true });
  const path = headers[':path'] ?? '';
  let requestBytes = 0;
  let replyBytes = 0;
  const send: Send = (message) =>
    new Promise((resolve) => {
      replyBytes += message.byteLength;
      sendMessage(stream, message, resolve);
    });
  try {
    const route = await services.route(path).catch(async (error: unknown) => {
      // A caller that is still sending may miss the answer: Node.js 22 and newer may end the stream first.
      await readMessage(stream, headers);
      throw error;
    });
    if (route?.kind === 'silent') return openSilently(stream);
    const request = await readMessage(stream, headers);
    requestBytes = request.byteLength;
    if (route === undefined) throw new RpcError(Status.UNIMPLEMENTED, `unknown method ${path}`);
    const reply = await callHandler(stream, (call) => route.handle(request, call, send));
    if (route.replied !== undefined) stream.once('close', route.replied);
    if (reply) void send(reply);
    sendStatus(stream, Status.OK);
    services.report({ path, status: Status.OK, message: '', requestBytes, replyBytes });
  } catch (error) {
    const { status, message } = toRpcError(error);
    const text = services.redact(message);
    sendStatus(stream, status, text);
    services.report({ path, status, message: text, requestBytes, replyBytes });
  }
}

/** The HTTP status for what is no gRPC call at all. */
function refusedAsHttp(headers: IncomingHttpHeaders): number | undefined {
  if (headers[':method'] !== 'POST') return 405;
  return /^application\/grpc(\+proto)?(;|$)/.test(headers['content-type'] ?? '') ? undefined : 415;
}

/** The caller of a bidirectional stream waits for the headers before it sends anything, if it ever does. */
function openSilently(stream: CallStream): void {
  if (!isGone(stream)) stream.respond(ANSWER_HEADERS);
  stream.resume();
}

function readMessage(stream: CallStream, headers: IncomingHttpHeaders): Promise<Uint8Array> {
  const encoding = headers['grpc-encoding'];
  const body = new MessageBody(typeof encoding === 'string' ? encoding : undefined);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      // What still comes is dropped, so that the caller gets as far as reading the answer.
      stream.off('data', onData).off('close', onClose).resume();
      reject(error as Error);
    };
    const attempt = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error);
      }
    };
    const onData = (chunk: Buffer): void => attempt(() => body.push(chunk));
    // Every call ends with it, and an error costs more than all the rest here.
    const onClose = (): void => reject(gaveUp());
    if (stream.destroyed) return reject(gaveUp());
    stream.on('data', onData);
    stream.on('end', () =>
      attempt(() => {
        stream.off('close', onClose);
        resolve(body.finish());
      }),
    );
    stream.on('close', onClose);
  });
}

async function callHandler(stream: CallStream, handle: (call: AbortController) => ReturnType<Handler>) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(gaveUp());
  stream.once('close', abort);
  try {
    return await handle(controller);
  } finally {
    stream.off('close', abort);
  }
}

const gaveUp = (): RpcError => new RpcError(Status.CANCELLED, 'the caller gave up');

/** The headers come before the first message. `sent` is called when the message has left, or when nobody is there to take it. */
function sendMessage(stream: CallStream, message: Uint8Array, sent: () => void): void {
  if (isGone(stream) || stream.writableEnded) return sent();
  if (!stream.headersSent) stream.respond(ANSWER_HEADERS, { waitForTrailers: true });
  const prefix = messagePrefix(message);
  if (message.byteLength < COPY_BELOW) {
    stream.write(Buffer.concat([prefix, message]), sent);
  } else {
    stream.write(prefix);
    stream.write(message, sent);
  }
}

/** The end of the answer. Without a message before it, it is "Trailers-Only": the status comes in the headers. */
function sendStatus(stream: CallStream, status: Status, message = ''): void {
  if (isGone(stream)) return;
  const fields = {
    'grpc-status': String(status),
    ...(message !== '' && { 'grpc-message': encodeStatusMessage(message) }),
  };
  if (stream.headersSent) {
    stream.once('wantTrailers', () => {
      if (!stream.destroyed) stream.sendTrailers(fields);
    });
    stream.end();
    return;
  }
  stream.respond({ ...ANSWER_HEADERS, ...fields }, { endStream: true });
  // Tells a caller who is still sending that nobody reads any more (RFC 9113 section 8.1).
  if (!stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
}

const isGone = (stream: CallStream): boolean => stream.destroyed || stream.closed;

/** gRPC PROTOCOL-HTTP2: one byte of flags, four bytes of length, the message. */
const PREFIX = 5;
const COMPRESSED = 1;

/** As large as other providers accept (terraform-plugin-go: 256 MiB). */
const REQUEST_LIMIT = 256 * 1024 * 1024;

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
