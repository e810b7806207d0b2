/** Headers of an answer, lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A longer wait is taken for this one, a hundred years: the time at which it ends is still a date. */
const LONGEST_WAIT_MS = 100 * 366 * 86_400_000;

/**
 * How long the service asks to wait, in milliseconds, or undefined when it does not say. Read from `retry-after-ms`,
 * `retry-after` (RFC 9110, section 10.2.3: seconds or an HTTP date), and, when the limit is exceeded,
 * `x-ratelimit-reset` (an HTTP date). A date is compared with the service's own `date`, because this machine's clock
 * may be wrong.
 */
export function readRetryAfter(headers: AnswerHeaders, status: number, now: number): number | undefined {
  const clock = readDate(headers['date']) ?? now;
  return (
    readNumber(headers['retry-after-ms'], 1) ??
    readNumber(headers['retry-after'], 1000) ??
    until(readDate(headers['retry-after']), clock) ??
    (status === 429 ? until(readDate(headers['x-ratelimit-reset']), clock) : undefined)
  );
}

function readNumber(value: AnswerHeaders[string], unit: number): number | undefined {
  if (typeof value !== 'string' || !/^\s*\d{1,9}(\.\d+)?\s*$/.test(value)) return undefined;
  return Math.ceil(Number(value) * unit);
}

/** An HTTP date, in milliseconds since 1970 UTC. */
export function readDate(value: AnswerHeaders[string]): number | undefined {
  // Date.parse accepts nearly anything, a lone number included; an HTTP date begins with the day's name.
  if (typeof value !== 'string' || !/^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*[ ,]/.test(value))
    return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function until(time: number | undefined, clock: number): number | undefined {
  return time === undefined ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, time - clock));
}
