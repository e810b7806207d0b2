import { MigrationRegistry } from '../../../provider-shim/resources/migration/registry';

/** A replacement that was interrupted leaves two objects of one zone in the state. */
test.each([
  [['start', 'validation'], 'validation'],
  [['finishing', 'validation', 'start'], 'finishing'],
  [['start', 'a word that no provider wrote'], 'a word that no provider wrote'],
])(
  'of several objects of a zone, the furthest counts, in whatever order they come: %j',
  (states, furthest) => {
    for (const order of [states, states.toReversed()]) {
      const registry = new MigrationRegistry();
      for (const state of order) registry.markInState('zone', state);
      expect(registry.inState('zone')).toBe(furthest);
    }
  },
);
