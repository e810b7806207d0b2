/** What an answer says about a limit of the service (docs/internals/service.md 2.4). */
export interface RateLimit {
  /** Requests that may still be sent before the reset, by all clients that share the limit. */
  readonly remaining: number;
  /** Milliseconds until the reset. */
  readonly resetMs: number;
  /** Requests in a window, if the answer says so. */
  readonly quota?: number;
  /** Milliseconds of a window, if the answer says so. */
  readonly windowMs?: number;
}

/** A limit that takes longer to reset is left to the service to enforce: no request waits for it. */
export const LONGEST_RESET_MS = 15 * 60_000;

/** Characters of a header that are read. */
const LONGEST_HEADER = 1024;

/**
 * The limit with the fewest requests for the time until its reset, from the headers of an answer: `ratelimit` with
 * `ratelimit-policy`, or `x-ratelimit-limit`, `-remaining` and `-reset` of older deployments. Undefined when they
 * contain no usable limit.
 *
 * @param now milliseconds since 1970 UTC, for a reset that is given as a date
 */
export function readRateLimit(headers: AnswerHeaders, now: number): RateLimit | undefined {
  const limits = currentLimits(headers) ?? olderLimit(headers, now);
  return limits
    .filter(({ resetMs }) => resetMs <= LONGEST_RESET_MS)
    .sort((one, other) => one.remaining / (one.resetMs + 1) - other.remaining / (other.resetMs + 1))[0];
}

function currentLimits(headers: AnswerHeaders): readonly RateLimit[] | undefined {
  const items = readList(headers['ratelimit']);
  if (items === undefined) return undefined;
  const policies = readList(headers['ratelimit-policy']) ?? [];
  return items.flatMap(({ name, numbers }, position) => {
    const policy = (policies.find((one) => one.name === name) ?? policies[position])?.numbers;
    const [remaining, quota, window] = [numbers.get('r'), policy?.get('q'), policy?.get('w')];
    const reset = numbers.get('t') ?? window;
    if (remaining === undefined || reset === undefined) return [];
    return [{ remaining, resetMs: reset * 1000, ...policyOf(quota, window) }];
  });
}

function olderLimit(headers: AnswerHeaders, now: number): readonly RateLimit[] {
  const [remaining, quota] = [
    readInteger(headers['x-ratelimit-remaining']),
    readInteger(headers['x-ratelimit-limit']),
  ];
  const reset = readDate(headers['x-ratelimit-reset']);
  if (remaining === undefined || reset === undefined) return [];
  const clock = readDate(headers['date']) ?? now;
  return [{ remaining, resetMs: Math.max(0, reset - clock), ...policyOf(quota, undefined) }];
}

function policyOf(quota: number | undefined, window: number | undefined): Partial<RateLimit> {
  return {
    ...(quota === undefined || quota === 0 ? {} : { quota }),
    ...(window === undefined || window === 0 ? {} : { windowMs: window * 1000 }),
  };
}

function readInteger(value: AnswerHeaders[string]): number | undefined {
  return typeof value === 'string' && INTEGER.test(value) ? Number(value) : undefined;
}

/** A non-negative integer of at most 15 digits: https://www.rfc-editor.org/rfc/rfc9651#section-3.3.1 */
const INTEGER = /^\d{1,15}$/;

interface ListItem {
  readonly name: string;
  /** The parameters that are integers from 0. */
  readonly numbers: ReadonlyMap<string, number>;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const PARAMETERS = String.raw`(?:[ ]*;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:${STRING}|[^" ,;]+))?)*`;
const ITEM = new RegExp(String.raw`[ \t]*(${STRING}|[^" \t,;=()]+)(${PARAMETERS})[ \t]*(,|$)`, 'y');
const PARAMETER = new RegExp(String.raw`([a-z*][a-z0-9_.*-]*)(?:=(${STRING}|[^" ,;]+))?`, 'g');

/** Parses a list of structured fields (RFC 9651, section 3.1) with its parameters; undefined when malformed. */
function readList(value: AnswerHeaders[string]): readonly ListItem[] | undefined {
  const text = typeof value === 'object' ? value.join(',') : value;
  if (text === undefined || text.length > LONGEST_HEADER) return undefined;
  const items: ListItem[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const found = ITEM.exec(text);
    if (found === null) return undefined;
    const [, name = '', parameters = '', end] = found;
    const numbers = new Map<string, number>();
    for (const [, key = '', number = ''] of parameters.matchAll(PARAMETER))
      if (INTEGER.test(number)) numbers.set(key, Number(number));
      else numbers.delete(key);
    items.push({ name, numbers });
    if (end === '') return items;
  }
}

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
  // The form of asctime, which recipients must accept (RFC 9110, section 5.6.7), names no zone.
  const time = Date.parse(value.replace(/:\d\d +\d{4}\s*$/, '$& GMT'));
  return Number.isNaN(time) ? undefined : time;
}

function until(time: number | undefined, clock: number): number | undefined {
  return time === undefined ? undefined : Math.min(LONGEST_WAIT_MS, Math.max(0, time - clock));
}
