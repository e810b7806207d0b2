import type { Dispatcher } from 'undici';
import type { AnswerHeaders } from '../pacing/rate-limit';

/** One HTTP request, as it goes to the dispatcher. */
interface ExchangeRequest {
  readonly origin: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface ExchangeLimits {
  /** Milliseconds for everything from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body, as received; no more of a larger one is read. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly type: 'answer';
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The size of a body over the limit, in words, since the service may not announce it. */
  readonly body: Buffer | { readonly tooLarge: string };
}

/** What came back. `sent` is false when it is certain that no byte of the request left this machine. */
export type Exchange =
  | Answer
  | { readonly type: 'cancelled' | 'timeout'; readonly sent: boolean }
  | { readonly type: 'lost'; readonly sent: boolean; readonly error: unknown };

/** Sends one request once and collects its answer. Follows no redirect and repeats nothing. */
export function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<Exchange> {
  if (limits.signal?.aborted === true) return Promise.resolve({ type: 'cancelled', sent: false });
  return new Promise((resolve) => {
    let sent = false;
    let ended = false;
    let controller: Dispatcher.DispatchController | undefined;
    let status = 0;
    let headers: AnswerHeaders = {};
    const body = createCollector(limits.maxBytes);

    const end = (result: Exchange): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', cancel);
      resolve(result);
      if (result.type !== 'answer' || !Buffer.isBuffer(result.body)) controller?.abort(new Error('given up'));
    };
    const answer = (received: Answer['body']): void =>
      end({ type: 'answer', status, headers, body: received });
    const cancel = (): void => end({ type: 'cancelled', sent });
    const timer = setTimeout(() => end({ type: 'timeout', sent }), limits.timeoutMs);
    limits.signal?.addEventListener('abort', cancel);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // The dispatcher calls this directly before it writes. Given up while the connection was being made: nothing
        // must be written now. Called for the second time: undici would repeat the request by itself.
        if (ended || sent) {
          started.abort(new Error('given up'));
          return;
        }
        controller = started;
        sent = true;
      },
      onResponseStart(_controller, statusCode, answerHeaders) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = answerHeaders;
        const announced = Number(answerHeaders['content-length']);
        if (announced > limits.maxBytes) answer({ tooLarge: `${announced} bytes` });
      },
      onResponseData(_controller, chunk) {
        if (!body.add(chunk)) answer({ tooLarge: `more than ${limits.maxBytes} bytes` });
      },
      onResponseEnd() {
        answer(body.collected());
      },
      onResponseError(_controller, error) {
        end({ type: 'lost', sent, error });
      },
    };
    try {
      dispatcher.dispatch(
        {
          ...request,
          headers: { ...request.headers },
          body: request.body ?? null,
          // One limit for the whole exchange (above) instead of the dispatcher's one for each part.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      );
    } catch (error) {
      end({ type: 'lost', sent, error });
    }
  });
}

/** Puts a body together. It is copied, because a list of its pieces takes a hundred times the body when each is a byte. */
function createCollector(maxBytes: number) {
  let bytes: Buffer = Buffer.alloc(0);
  let length = 0;
  return {
    /** False when the body is larger than allowed. */
    add(chunk: Buffer): boolean {
      if (length + chunk.length > maxBytes) return false;
      if (length + chunk.length > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(4096, 2 * (length + chunk.length))));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length += chunk.length;
      return true;
    },
    collected: (): Buffer => bytes.subarray(0, length),
  };
}
