import { LOSSES, migratingZone, uriOverride, zoneIdOf } from './migrating-zones';
import {
  changesIn,
  finished,
  migrations,
  refusal,
  rest,
  service,
  useMigratingZones,
  validated,
  workspace,
  type MigrationBlock,
} from './migration-workspace';

/**
 * A saved plan keeps no warnings. What it does that cannot be undone, and what it loses, is in its attributes, as the
 * engine shows them of the file: as JSON for a policy, as text for a reviewer.
 */

useMigratingZones({
  zones: [
    migratingZone('zone'),
    migratingZone('small', { plan: 'professional' }),
    migratingZone('overridden', {
      previous: { uri_overrides: [uriOverride('6', { priority: 7 })] },
    }),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('done', { state: 'finished' }),
  ],
});

interface Migration {
  readonly zone_id: string;
  readonly zone_name: string | null;
  readonly step: string | null;
  readonly irreversible: boolean | null;
  readonly taken_over: boolean | null;
  readonly rules: readonly unknown[];
  readonly finish: {
    readonly zone: string;
    readonly rules: readonly unknown[];
    readonly not_carried_over: readonly { readonly kind: string; readonly id: string }[] | null;
    readonly losses_unknown_because: string | null;
  } | null;
  readonly deleted_uri_overrides: readonly { readonly id: string; readonly body: string | null }[];
}

/** The plan of a configuration as it is read of its file alone. */
interface SavedPlan {
  readonly before: Migration | null;
  readonly after: Migration;
  /** The lines that change something, without the sign of the change. */
  readonly text: readonly string[];
}

async function savedPlan(name: string, block: MigrationBlock): Promise<SavedPlan> {
  migrations({ [name]: block });
  expect(await workspace.plan({ out: 'tfplan' })).toMatchObject({ exitCode: 2 });
  const [{ change } = { change: {} }] = await changesIn('tfplan');
  const { stdout } = await workspace.run(['show', '-no-color', 'tfplan']);
  const lines = stdout.split('\n').filter((line) => /^\s+[+~-]\s/.test(line));
  const text = lines.map((line) => line.replace(/^\s+[+~-]\s+/, '').replace(/\s+=\s+/, ' = '));
  return { ...(change as Pick<SavedPlan, 'before' | 'after'>), text };
}

const apply = (): Promise<void> => workspace.applied({ args: ['tfplan'] });

/** What the text of a plan that finishes names: that it cannot be undone, the rules, the losses. */
function expectFinishNamed({ after, text }: SavedPlan): void {
  expect(after.finish?.rules).toEqual(after.rules);
  expect(after.finish).toMatchObject({
    not_carried_over: LOSSES,
    losses_unknown_because: null,
  });
  // Those that stay the same are hidden, and the zone is told all the same.
  expect(after.finish?.zone).toBe(`${after.zone_name} (${after.zone_id})`);
  expect(text).toContain(`zone = "${after.finish?.zone}"`);
  for (const { id } of LOSSES) expect(text).toContain(`id = "${id}"`);
  expect(text).toEqual(expect.arrayContaining(['finish = {', 'action = "execute"']));
}

test('a saved plan that finishes after validation has the rules and losses', async () => {
  const first = await savedPlan('zone', validated());
  expect(first.after).toMatchObject({
    ...{ step: 'begin validation', irreversible: false, taken_over: false, zone_name: 'zone.example' },
    finish: null,
  });
  expect(first.text).toEqual(expect.arrayContaining(['irreversible = false', 'step = "begin validation"']));
  await apply();
  await rest();

  migrations({ zone: { target_state: 'finished' } });
  expect(await refusal()).toContain(`To finish, set acknowledge_irreversible = "${zoneIdOf('zone')}"`);
  const last = await savedPlan('zone', finished('zone'));
  expect([last.before?.irreversible, last.after.irreversible]).toEqual([false, true]);
  expect([last.before?.step, last.after.step]).toEqual(['begin validation', 'finish']);
  expect([last.before?.finish, last.before?.rules]).toEqual([null, last.after.rules]);
  expect(last.text).toEqual(
    expect.arrayContaining(['irreversible = false -> true', 'step = "begin validation" -> "finish"']),
  );
  expectFinishNamed(last);
  await apply();
  await rest();

  const quiet = await savedPlan('zone', finished('zone', { on_destroy: 'abandon' }));
  expect([quiet.before?.irreversible, quiet.after.irreversible]).toEqual([true, true]);
  expect(quiet.after).toMatchObject({ step: 'finish', finish: last.after.finish });
  expect(quiet.text.filter((line) => line.startsWith('step'))).toEqual([]);
});

test.each([
  ['validating', validated(), false],
  ['done', finished('done'), true],
])(
  'a saved plan distinguishes taking over a zone that is %s from beginning its migration',
  async (name, block, irreversible) => {
    const plan = await savedPlan(name, block);
    expect(plan.after).toMatchObject({ step: 'take over', taken_over: true, irreversible, finish: null });
    expect(plan.text).toEqual(expect.arrayContaining(['step = "take over"', 'taken_over = true']));
    await apply();
    await rest();
  },
);

test('undetermined losses in a saved plan do not show as none', async () => {
  const { control } = service.emulator;
  control.faults.put([{ match: { operation: 'page.rules.list' }, effect: { kind: 'answer', status: 403 } }]);
  const { after, text } = await savedPlan('small', finished('small'));
  expect(after.finish).toMatchObject({
    not_carried_over: null,
    losses_unknown_because: expect.stringContaining(`/zones/${zoneIdOf('small')}/pagerules`),
  });
  expect(text.join('\n')).toContain('losses_unknown_because = "');
});
