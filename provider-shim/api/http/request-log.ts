import { printable, type Log } from '../../sdk/text';
import type { Envelope } from '../answers/envelope';
import { ServiceError, type FailureContext } from '../answers/errors';
import { describeWait, type LimitWait } from '../pacing/pacing';

const LONGEST_BODY = 16 * 1024;

/** Logs one request: at `debug` what happens to it, at `trace` its bodies, at `warn` each retry. */
export interface RequestLog {
  readonly sending: (attempt: number, body: unknown) => void;
  readonly done: (
    attempt: number,
    durationMs: number,
    result: Envelope | ServiceError,
    status?: number,
  ) => void;
  readonly waiting: (error: ServiceError, waitMs: number) => void;
}

export function createRequestLog(
  log: Log | undefined,
  { method, path, redactor }: FailureContext,
): RequestLog {
  if (log === undefined) return { sending: () => {}, done: () => {}, waiting: () => {} };
  const subject = { method, path: redactor.text(path) };
  const body = (value: unknown): string => {
    const text = JSON.stringify(redactor.value(value, LONGEST_BODY));
    const more = text.length <= LONGEST_BODY ? '' : `… (more than ${LONGEST_BODY} characters)`;
    return printable(`${text.slice(0, LONGEST_BODY)}${more}`);
  };
  /** The body is made when it is read: a log whose level is off never does. */
  const withBody = (attempt: number, value: unknown): Readonly<Record<string, unknown>> => ({
    ...subject,
    attempt,
    get body() {
      return body(value);
    },
  });
  return {
    sending(attempt, value) {
      if (value !== undefined) log('trace', 'request body', withBody(attempt, value));
    },
    done(attempt, durationMs, result, status) {
      const fields = {
        ...subject,
        attempt,
        duration_ms: durationMs,
        ...(status === undefined ? {} : { status }),
      };
      if (result instanceof ServiceError) {
        log('debug', 'request failed', {
          ...fields,
          kind: result.kind,
          outcome: result.outcome,
          error: result.message,
        });
        return;
      }
      log('debug', 'request answered', fields);
      if (result.result !== null) log('trace', 'answer body', withBody(attempt, result.result));
    },
    waiting(error, waitMs) {
      log('warn', 'retrying request', {
        ...subject,
        attempt: error.attempts,
        wait_ms: waitMs,
        error: error.message,
      });
    },
  };
}

/** Says once why nothing is sent for a while. */
export function logWait(log: Log | undefined, wait: LimitWait): void {
  log?.('warn', `requests wait: ${describeWait(wait)}`);
}
