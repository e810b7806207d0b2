import { MigrationClaims } from '../../../../provider-shim/resources/migration/claims';

test('a migration that is in the state is held, with where it stood', () => {
  const claims = new MigrationClaims();
  claims.hold('z', 'validation');
  expect([claims.heldIn('z'), claims.heldIn('y')]).toEqual(['validation', undefined]);
});

test('what is shown again replaces what was shown', () => {
  const claims = new MigrationClaims();
  claims.hold('z', 'validation');
  claims.hold('z', 'finished');
  expect(claims.heldIn('z')).toBe('finished');
});

test('of several objects of a zone, the one that is under way counts, in whatever order they are shown', () => {
  const claims = new MigrationClaims();
  claims.hold('z', 'start');
  expect(claims.heldIn('z')).toBe('start');
  claims.hold('z', 'validation');
  claims.hold('z', 'start');
  expect(claims.heldIn('z')).toBe('validation');
});

test('a migration that this run begins is known to those that come after', () => {
  const claims = new MigrationClaims();
  claims.begin('z');
  expect([claims.begins('z'), claims.begins('y')]).toEqual([true, false]);
});

test('a migration is to be made by one resource of a run, whatever other zones do', () => {
  const claims = new MigrationClaims();
  expect(['z', 'y', 'z', 'z', 'y'].map((zone) => claims.declare(zone))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('to be held and to be declared are two things', () => {
  const claims = new MigrationClaims();
  claims.hold('z', 'finished');
  expect([claims.declare('z'), claims.heldIn('z')]).toEqual([true, 'finished']);
});

test('another run knows nothing of it', () => {
  new MigrationClaims().hold('z', 'finished');
  expect(new MigrationClaims().heldIn('z')).toBeUndefined();
});
