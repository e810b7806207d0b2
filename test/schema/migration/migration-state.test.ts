import {
  isAhead,
  isBackwards,
  MIGRATION_STATES,
  TARGET_STATES,
  type MigrationState,
  type TargetState,
} from '../../../schema';

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

test('only two of its states can be a target', () => {
  expect(TARGET_STATES).toEqual(['validation', 'finished']);
});
