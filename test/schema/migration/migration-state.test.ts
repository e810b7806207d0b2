import {
  isAhead,
  isBackwards,
  isUnderWay,
  MIGRATION_STATES,
  migrationState,
  TARGET_STATES,
  type MigrationState,
  type TargetState,
} from '../../../schema';

test.each<readonly [string, MigrationState | undefined]>([
  ['start', 'start'],
  ['default', 'start'],
  ['validation', 'validation'],
  ['pending', 'finishing'],
  ['finished', 'finished'],
  ['complete', 'finished'],
  ['finishing', undefined],
  ['Start', undefined],
  ['', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
])('the word %j means %s', (word, state) => {
  expect(migrationState(word)).toBe(state);
});

describe('what a declared state is to the present one', () => {
  type Relation = 'ahead' | 'reached' | 'backwards';

  test.each<readonly [TargetState, Readonly<Record<MigrationState, Relation>>]>([
    ['validation', { start: 'ahead', validation: 'reached', finishing: 'backwards', finished: 'backwards' }],
    ['finished', { start: 'ahead', validation: 'ahead', finishing: 'reached', finished: 'reached' }],
  ])('%s', (target, expected) => {
    const relation = (state: MigrationState): Relation => {
      const [ahead, backwards] = [isAhead(target, state), isBackwards(target, state)];
      expect([ahead, backwards]).not.toEqual([true, true]);
      if (ahead) return 'ahead';
      return backwards ? 'backwards' : 'reached';
    };
    expect(Object.fromEntries(MIGRATION_STATES.map((state) => [state, relation(state)]))).toEqual(expected);
  });
});

test('what has begun cannot be taken back; what can be declared are two of the states', () => {
  expect(MIGRATION_STATES.filter(isUnderWay)).toEqual(['validation', 'finishing', 'finished']);
  expect(TARGET_STATES).toEqual(['validation', 'finished']);
});
