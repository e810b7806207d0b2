import {
  acknowledgementMissing,
  duration,
  durationMs,
  isAhead,
  isBackwards,
  MIGRATION_STATES,
  type MigrationState,
  type TargetState,
} from '../../../schema';

const ZONE = '1'.repeat(32);

test('a missing acknowledgement is refused with the status of the zone and what to write', () => {
  expect(acknowledgementMissing(ZONE, 'The zone is validating.')).toEqual({
    code: 'acknowledgement_missing',
    path: ['acknowledge_irreversible'],
    message: 'Finishing the migration cannot be undone, and acknowledge_irreversible is not set.',
    hint: `The zone is validating. To finish, set acknowledge_irreversible = "${ZONE}". Nothing was changed.`,
  });
});

const MINUTE = 60_000;

const NONE = ['', '90', '1d', '1.5h', '-1h', '1h 30m', '30m1h', '1H', '1m\n', '123456s', '١h'];
const ZERO = ['0s', '0h0m0s', '00m'];

test.each<readonly [string, milliseconds: number | undefined]>([
  ['1s', 1000],
  ['45s', 45_000],
  ['90m', 90 * MINUTE],
  ['1h30m', 90 * MINUTE],
  ['1h0m5s', 60 * MINUTE + 5000],
  ['99999h99999m99999s', (99_999 * 3600 + 99_999 * 60 + 99_999) * 1000],
  ...NONE.map((text) => [text, undefined] as const),
  ...ZERO.map((text) => [text, 0] as const),
])('the duration %j has %j milliseconds, and is refused if it has none', (text, milliseconds) => {
  const codes = duration(text).map(({ code }) => code);
  expect([durationMs(text), codes]).toEqual([milliseconds, milliseconds ? [] : ['duration_malformed']]);
});

type Relation = 'ahead' | 'reached' | 'backwards';

test.each<readonly [TargetState, Readonly<Record<MigrationState, Relation>>]>([
  ['validation', { start: 'ahead', validation: 'reached', finishing: 'backwards', finished: 'backwards' }],
  ['finished', { start: 'ahead', validation: 'ahead', finishing: 'reached', finished: 'reached' }],
])('a target state relative to the current one: %s', (target, expected) => {
  const relation = (state: MigrationState): Relation => {
    const [ahead, backwards] = [isAhead(target, state), isBackwards(target, state)];
    expect([ahead, backwards]).not.toEqual([true, true]);
    if (ahead) return 'ahead';
    return backwards ? 'backwards' : 'reached';
  };
  expect(Object.fromEntries(MIGRATION_STATES.map((state) => [state, relation(state)]))).toEqual(expected);
});
