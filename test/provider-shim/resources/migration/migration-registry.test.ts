import { MigrationRegistry } from '../../../../provider-shim/resources/migration/migration-registry';

test('the registry knows the state of a stored migration', () => {
  const registry = new MigrationRegistry();
  registry.markInState('z', 'validation');
  expect([registry.inState('z'), registry.inState('y')]).toEqual(['validation', undefined]);
});

test('an object of the registry that is further on replaces its earlier status', () => {
  const registry = new MigrationRegistry();
  registry.markInState('z', 'validation');
  registry.markInState('z', 'finished');
  expect(registry.inState('z')).toBe('finished');
});

describe('of several objects of a zone the furthest counts, in any order', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['one at its start, one under way', ['start', 'validation'], 'validation'],
    ['two under way', ['validation', 'finishing'], 'finishing'],
    ['one under way, one finished', ['finished', 'validation', 'start'], 'finished'],
    ['one at its start, one whose state is damaged', ['start', 'undefined'], 'undefined'],
    ['one under way, one whose state is damaged', ['validation', 'undefined'], 'validation'],
    ['two whose states are damaged', ['7', 'undefined'], 'undefined'],
    ['one alone', ['start'], 'start'],
  ])('%s', (_case, states, furthest) => {
    for (const order of ordersOf(states)) {
      const registry = new MigrationRegistry();
      for (const state of order) registry.markInState('z', state);
      expect(registry.inState('z')).toBe(furthest);
    }
  });
});

test('the registry knows a migration that this run begins', () => {
  const registry = new MigrationRegistry();
  registry.markBegun('z');
  expect([registry.isBegun('z'), registry.isBegun('y')]).toEqual([true, false]);
});

test('only one object of a run can reserve the migration of a zone, as often as it is planned', () => {
  const registry = new MigrationRegistry();
  const [one, other] = [{ token: 'new' }, { token: 'new' }];
  const calls = [
    ['z', 'a', true],
    ['y', one, true],
    ['z', 'b', false],
    ['z', 'a', true],
    ['y', other, false],
    ['y', one, true],
  ] as const;
  for (const [zone, object, isFree] of calls) expect(registry.reserve(zone, object)).toBe(isFree);
});

test('being in the state and being reserved are independent', () => {
  const registry = new MigrationRegistry();
  registry.markInState('z', 'finished');
  expect([registry.reserve('z', 'a'), registry.inState('z')]).toEqual([true, 'finished']);
});

test('the registry of another run is empty', () => {
  new MigrationRegistry().markInState('z', 'finished');
  expect(new MigrationRegistry().inState('z')).toBeUndefined();
});

function ordersOf<T>(things: readonly T[]): readonly (readonly T[])[] {
  if (things.length < 2) return [things];
  return things.flatMap((one, index) =>
    ordersOf(things.filter((_, at) => at !== index)).map((rest) => [one, ...rest]),
  );
}
