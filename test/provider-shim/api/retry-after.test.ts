import { readRetryAfter } from '../../../provider-shim/api/pacing/rate-limit';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const IN_90_S = 'Thu, 01 Jan 2026 12:01:30 GMT';

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
    const malformed = [
      '',
      ' ',
      '-1',
      '+5',
      '1e9',
      '0x10',
      'soon',
      'NaN',
      'Infinity',
      '12345678901',
      '1,5',
      '30s',
      'Thu',
    ];
    expect(malformed.map((value) => readRetryAfter({ 'retry-after': value }, 429, NOW))).toEqual(
      malformed.map(() => undefined),
    );
    expect(readRetryAfter({ 'retry-after': ['1', '2'] }, 429, NOW)).toBeUndefined();
  });
});
