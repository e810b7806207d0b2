import type { Dispatcher } from 'undici';
import type { AnswerHeaders } from './retry-after';

/** One HTTP request, as it goes to the dispatcher. */
export interface ExchangeRequest {
  readonly origin: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ExchangeLimits {
  /** Milliseconds for everything from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body, as received. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came back. `sent` is false when it is certain that no byte of the request left this machine. */
export type Exchange =
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly body: Buffer;
    }
  | { readonly type: 'cancelled' | 'timeout' | 'too-large'; readonly sent: boolean }
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
    let bytes = 0;
    const chunks: Buffer[] = [];

    const end = (result: Exchange): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', cancel);
      resolve(result);
      if (result.type !== 'answer') controller?.abort(new Error('given up'));
    };
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
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) end({ type: 'too-large', sent });
        else chunks.push(chunk);
      },
      onResponseEnd() {
        end({ type: 'answer', status, headers, body: Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        end({ type: 'lost', sent, error });
      },
    };
    try {
      dispatcher.dispatch(
        {
          origin: request.origin,
          method: request.method,
          path: request.path,
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
