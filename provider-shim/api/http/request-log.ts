import { printable, type Log } from '../../sdk/text';
import type { Envelope } from '../answers/envelope';
import { ServiceError, type FailureContext } from '../answers/errors';
import { describeWait, type LimitWait } from '../pacing/pacing';

const LONGEST_BODY = 16 * 1024;

export type RequestLog = ReturnType<typeof createRequestLog>;

/** Logs one request: at `debug` what happens to it, at `trace` its bodies, at `warn` each retry. */
export function createRequestLog(log: Log = () => undefined, { method, path, redactor }: FailureContext) {
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
    sending(attempt: number, value: unknown): void {
      if (value !== undefined) log('trace', 'request body', withBody(attempt, value));
    },
    done(attempt: number, duration_ms: number, result: Envelope | ServiceError, status?: number): void {
      const fields = { ...subject, attempt, duration_ms, ...(status === undefined ? {} : { status }) };
      if (result instanceof ServiceError) {
        const { kind, outcome, message: error } = result;
        log('debug', 'request failed', { ...fields, kind, outcome, error });
        return;
      }
      log('debug', 'request answered', fields);
      if (result.result !== null) log('trace', 'answer body', withBody(attempt, result.result));
    },
    waiting({ attempts: attempt, message: error }: ServiceError, wait_ms: number): void {
      log('warn', 'retrying request', { ...subject, attempt, wait_ms, error });
    },
  };
}

/** Says once why nothing is sent for a while. */
export function logWait(log: Log | undefined, wait: LimitWait): void {
  log?.('warn', `requests wait: ${describeWait(wait)}`);
}
