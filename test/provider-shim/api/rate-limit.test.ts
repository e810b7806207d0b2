import { readRateLimit, readRetryAfter } from '../../../provider-shim/api/pacing/rate-limit';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const IN_90_S = 'Thu, 01 Jan 2026 12:01:30 GMT';

const read = (ratelimit: string | readonly string[], policy?: string) =>
  readRateLimit({ ratelimit, ...(policy === undefined ? {} : { 'ratelimit-policy': policy }) }, NOW);

describe('what is left of the limit (docs/internals/service.md 2.4)', () => {
  test('is read from the headers of today, whose names need not agree', () => {
    expect(read('"default";r=50;t=30', '"burst";q=100;w=60')).toEqual({
      remaining: 50,
      resetMs: 30_000,
      quota: 100,
      windowMs: 60_000,
    });
  });

  test('is read from those of older deployments, by the clock of the service', () => {
    const headers = {
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': IN_90_S,
    };
    expect(readRateLimit(headers, NOW)).toEqual({ remaining: 7, resetMs: 90_000, quota: 1200 });
    expect(readRateLimit({ ...headers, date: 'Thu, 01 Jan 2026 12:01:20 GMT' }, NOW)?.resetMs).toBe(10_000);
    expect(readRateLimit({ ...headers, ratelimit: '"default";r=50;t=30' }, NOW)).toEqual({
      remaining: 50,
      resetMs: 30_000,
    });
  });

  test.each<[string, string | readonly string[], string | undefined, unknown]>([
    ['without a policy', '"default";r=5;t=30', undefined, { remaining: 5, resetMs: 30_000 }],
    ['with an escaped name', String.raw`"a\";r=9\\";r=5;t=30`, undefined, { remaining: 5, resetMs: 30_000 }],
    ['by a window', '"a";r=5', '"a";q=9;w=60', { remaining: 5, resetMs: 60_000, quota: 9, windowMs: 60_000 }],
    [
      'the tightest of several',
      '"day";r=60;t=800, "burst";r=2;t=10',
      '"burst";q=10;w=60, "day";q=1000;w=900',
      { remaining: 60, resetMs: 800_000, quota: 1000, windowMs: 900_000 },
    ],
    ['in two headers', ['"a";r=900;t=30', '"b";r=1;t=30'], undefined, { remaining: 1, resetMs: 30_000 }],
    ['with a policy that makes no sense', '"a";r=5;t=30', '"a";q=0;w=-1', { remaining: 5, resetMs: 30_000 }],
  ])('is read %s', (_case, ratelimit, policy, expected) => {
    expect(read(ratelimit as string, policy)).toEqual(expected);
  });

  test.each([
    ...['', ' ', '"a";r=5 t=30', '("a" "b");r=5;t=30', 'limit=100, remaining=50, reset=30'],
    ...', "a" "a;r=5;t=30 "a";r=5;t=30, "a";r=-1;t=30 "a";r=5.0;t=30 "a";r="5";t=30 "a";r=NaN;t=30'.split(
      ' ',
    ),
    ...'"a";r=1234567890123456;t=30 "a";r=5 "a";t=30 "a";r=5;t=901 "a";r=5;t=999999999999999'.split(' '),
    ...[`"a";r=5;t=30${' '.repeat(2000)}`, '\u0000'],
  ])('is not known from %j', (ratelimit) => {
    expect(read(ratelimit)).toBeUndefined();
  });
});

describe('how long the service asks to wait', () => {
  test.each([
    ['seconds', { 'retry-after': '30' }, 429, 30_000],
    ['fractions of a second', { 'retry-after': '1.5' }, 503, 1_500],
    ['an HTTP date', { 'retry-after': IN_90_S }, 503, 90_000],
    ['a date as RFC 850 has it', { 'retry-after': 'Thursday, 01-Jan-26 12:01:30 GMT' }, 503, 90_000],
    ['a date as asctime writes it', { 'retry-after': 'Thu Jan  1 12:01:30 2026' }, 503, 90_000],
    ['a date, by its clock', { 'retry-after': IN_90_S, date: 'Thu, 01 Jan 2026 12:01:20 GMT' }, 503, 10_000],
    ['milliseconds before seconds', { 'retry-after-ms': '250', 'retry-after': '30' }, 429, 250],
    ['the reset of the limit', { 'x-ratelimit-reset': IN_90_S }, 429, 90_000],
    ['the reset only where the limit is exceeded', { 'x-ratelimit-reset': IN_90_S }, 503, undefined],
    ['nothing', {}, 429, undefined],
  ])('is read from %s', (_case, headers, status, expected) => {
    expect(readRetryAfter(headers, status, NOW)).toBe(expected);
  });

  test('is unknown when the header is malformed', () => {
    const malformed = ['', ' ', ...'-1 +5 1e9 0x10 soon NaN Infinity 12345678901 1,5 30s Thu'.split(' ')];
    expect(malformed.map((value) => readRetryAfter({ 'retry-after': value }, 429, NOW))).toEqual(
      malformed.map(() => undefined),
    );
    expect(readRetryAfter({ 'retry-after': ['1', '2'] }, 429, NOW)).toBeUndefined();
  });
});
