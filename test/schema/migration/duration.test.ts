import { duration, durationMs, MIGRATION_TIME_LIMIT } from '../../../schema';

const MINUTE = 60_000;

test.each([
  ['1s', 1000],
  ['45s', 45_000],
  ['90m', 90 * MINUTE],
  ['2h', 120 * MINUTE],
  ['1h30m', 90 * MINUTE],
  ['1h0m5s', 60 * MINUTE + 5000],
  ['0h1s', 1000],
  ['007m', 7 * MINUTE],
  ['99999h99999m99999s', (99_999 * 3600 + 99_999 * 60 + 99_999) * 1000],
])('%s is %d milliseconds', (text, milliseconds) => {
  expect([durationMs(text), duration(text)]).toEqual([milliseconds, []]);
});

test('the default time limit is a valid duration', () => {
  expect(durationMs(MIGRATION_TIME_LIMIT)).toBe(90 * MINUTE);
});

test.each([
  '',
  ' ',
  '90',
  'm',
  'h1',
  '1d',
  '1.5h',
  '-1h',
  '+1h',
  '1h 30m',
  '30m1h',
  '1H',
  '1h1h',
  '1m\n',
  '123456s',
  '١h',
])('%j is refused as a duration', (text) => {
  expect([durationMs(text), duration(text)]).toEqual([undefined, [malformed(text)]]);
});

test.each(['0s', '0h0m0s', '00m'])('%j is refused as a duration of zero', (text) => {
  expect([durationMs(text), duration(text)]).toEqual([0, [malformed(text)]]);
});

function malformed(text: string): object {
  return {
    code: 'duration_malformed',
    path: [],
    message: `${JSON.stringify(text)} is not a time limit.`,
    hint: 'Write hours, minutes and seconds in this order, as needed: "90m", "1h30m", "45s".',
  };
}
