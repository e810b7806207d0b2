import type { RunningEmulator } from '../../emulator';
import { MANAGED, SUCCESSOR } from './equivalent-rules';
import { migratingZone, PHASE, zoneIdOf, zoneText } from './migrating-zones';
import {
  finished,
  held,
  migrations,
  printed,
  rest,
  service,
  stateOf,
  useMigratingZones,
  validated,
  workspace,
} from './migration-workspace';

/**
 * Somebody saves rules between the last look of an apply and its own save. The service has no condition for a save, but
 * it numbers each one, so the answer tells that there was another one, and its rules can still be read.
 */

/** What somebody else does right after the entry point was read for the given time. */
let afterRead: { reads: number; readonly act: (control: RunningEmulator['control']) => void } | undefined;

useMigratingZones({
  zones: [migratingZone('zone'), migratingZone('done', { state: 'finished' })],
  onRequest: ({ operation, path }) => {
    if (operation !== 'rulesets.entrypoint.get' || !path.includes(PHASE) || afterRead === undefined) return;
    afterRead.reads -= 1;
    if (afterRead.reads > 0) return;
    const { act } = afterRead;
    afterRead = undefined;
    act(service.emulator.control);
  },
});

const THEIRS = {
  action: 'skip',
  expression: 'ip.src eq 192.0.2.99',
  description: 'theirs',
  enabled: true,
  action_parameters: { ruleset: 'current' },
};

/** The engine plans once more in an apply, so the entry point is read a second time right before the save. */
function writeInBetween(name: string, times = 1): void {
  afterRead = {
    reads: 2,
    act: (control) => {
      for (let time = 1; time <= times; time += 1)
        control.editRuleset(zoneIdOf(name), PHASE, (draft) => {
          const theirs = { ...THEIRS, description: `theirs ${time}` };
          draft.rules = [theirs, ...draft.rules] as typeof draft.rules;
        });
    },
  };
}

const said = (name: string): string =>
  `Somebody else saved managed rules of zone ${zoneText(name)} during this apply, and apply replaced them.`;

const ADJUSTED = {
  adjustments: { [MANAGED]: { rules: { [SUCCESSOR['100043']]: { action: 'log' } } } },
};

test('a migration that overwrites the rules of others while finishing warns about them', async () => {
  migrations({ zone: validated() });
  await workspace.applied();
  migrations({ zone: finished('zone') });
  await workspace.plan({ out: 'tfplan' });
  writeInBetween('zone');
  const applied = await workspace.apply({ planFile: 'tfplan' });
  expect(applied.exitCode).toBe(0);
  expect(printed(applied)).toContain(said('zone'));
  expect(printed(applied)).toContain('skip where ip.src eq 192.0.2.99: {"ruleset":"current"}');
  expect([stateOf('zone'), held('zone').some(({ description }) => description === 'theirs 1')]).toEqual([
    'finished',
    false,
  ]);
  await rest();
});

test('each of several overwritten versions of the managed rules is reported, even after the migration', async () => {
  migrations({ done: finished('done') });
  await workspace.applied();
  migrations({ done: finished('done', ADJUSTED) });
  await workspace.plan({ out: 'tfplan' });
  writeInBetween('done', 2);
  const applied = await workspace.apply({ planFile: 'tfplan' });
  expect(applied.exitCode).toBe(0);
  expect(printed(applied)).toContain(said('done'));
  expect(printed(applied).match(/Version \d+ had:/g)).toHaveLength(2);
});

test('an overwritten version that the service no longer returns is still reported', async () => {
  migrations({ done: finished('done') });
  await workspace.applied();
  migrations({ done: finished('done', ADJUSTED) });
  await workspace.plan({ out: 'tfplan' });
  writeInBetween('done');
  service.emulator.control.faults.put([
    { match: { operation: 'rulesets.versions.get' }, effect: { kind: 'answer', status: 404 } },
  ]);
  const applied = await workspace.apply({ planFile: 'tfplan' });
  expect(applied.exitCode).toBe(0);
  expect(printed(applied)).toMatch(/Version \d+ can no longer be read\./);
});
