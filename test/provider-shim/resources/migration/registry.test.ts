import { MigrationRegistry } from '../../../../provider-shim/resources/migration/registry';
import type { Transition } from '../../../../provider-shim/resources/migration/state';
import { announcements } from '../../../../provider-shim/resources/migration/problems';
import { emulatedZone } from '../../api/emulated-zone';
import { transitionOf } from './computed-transition';

let transition: Transition;
beforeAll(async () => {
  transition = await transitionOf((await emulatedZone()).client);
});

/** The warning of what cannot be undone, for zones of one run that get the same rules. */
function warned(zones: readonly string[], approved = true, waits = false): readonly string[] {
  const migrations = new MigrationRegistry();
  const listRules = migrations.listRules.bind(migrations);
  return zones.map((name) => {
    const parts = { transition, made: true, waits, approved, listRules, losses: undefined };
    return announcements(name, parts).find(({ code }) => code === 'migration_irreversible')?.hint ?? '';
  });
}

test.each([
  ['without an approval, in the words of the engine', false],
  ['with one, only that it does', true],
])('apply fails if the previous settings change: %s', (_case, approved) => {
  const [hint] = warned(['one'], approved);
  expect(hint).toContain(
    approved
      ? 'it saves nothing and fails; then make a new plan.'
      : 'it saves nothing and fails (with the engine\'s "inconsistent final plan"); then make a new plan.',
  );
});

test('zones with the same rules list them once in a run, and each says its status and wait', () => {
  const [first = '', second = '', again] = warned(['one', 'two', 'one'], true, true);
  expect(first).toContain('Apply saves these rules:\n');
  expect(first.split('\n').length).toBeGreaterThan(2);
  expect(again).toBe(first);
  expect(second).toBe(
    `Zone two has not begun to migrate: the previous managed rules are in force. Apply saves the same ` +
      `${transition.shown.length} rules as for zone one: that warning lists them and says what the ` +
      'service then does. Apply waits for this: minutes, or up to an hour.',
  );
});

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
