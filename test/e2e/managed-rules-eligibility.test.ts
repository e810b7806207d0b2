import { equivalentRules } from './equivalent-rules';
import { bypass, migratingZone, uriOverride, zoneIdOf, zoneText, type PreviousWaf } from './migrating-zones';
import {
  attributesOf,
  changesIn,
  finished,
  migrations,
  printed,
  refusal,
  rest,
  service,
  stateOf,
  stepWith,
  steps,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** docs/internals/service.md 7.2, 2.3 and 8: what keeps a zone from migrating, and URI-based overrides, deleted by apply. */
const ZONE = 'overridden';
const OTHER = 'overridden-too';
const RULES = equivalentRules();

/** A firewall rule whose expression is one byte too long. */
const TOO_LONG: PreviousWaf = {
  firewall_rules: [
    bypass('f', { description: 'long', expression: `${'http.host eq "'.padEnd(4096, 'x')}"` }),
  ],
};

/** Is told when the service has read the list of overrides, before it answers. */
let listing = (): void => undefined;

useMigratingZones({
  onRequest: ({ operation }) => {
    if (operation === 'waf.overrides.list') listing();
  },
  zones: [
    migratingZone(ZONE, { previous: { uri_overrides: [uriOverride('6'), uriOverride('7')] } }),
    migratingZone(OTHER, { previous: { uri_overrides: [uriOverride('8')] } }),
    migratingZone('free'),
    migratingZone('skipped-overrides', { previous: { uri_overrides: [uriOverride('6')] } }),
    migratingZone('skipped-expression', { previous: TOO_LONG }),
    migratingZone('not-skipped'),
  ],
});

/** As the plan and the state list them. */
const listed = (digits: string): readonly object[] =>
  [...digits].map((digit) => ({
    id: digit.repeat(32),
    description: `upload ${digit}`,
    urls: [`example.com/upload-${digit}*`],
    body: JSON.stringify({
      ...{ description: `upload ${digit}`, groups: {}, id: digit.repeat(32), paused: false, priority: 0 },
      ...{ rewrite_action: {}, rules: { '100016': 'simulate' }, urls: [`example.com/upload-${digit}*`] },
    }),
  }));

const overridesNow = (name: string): readonly (string | undefined)[] =>
  (service.emulator.control.zone(zoneIdOf(name)).previous_waf.uri_overrides ?? []).map(({ id }) => id);

/** The deletions that the service has got for a zone, in order. */
const deletions = (name: string): readonly (string | undefined)[] =>
  service.emulator.control
    .journal({ operation: 'waf.overrides.delete', zoneId: zoneIdOf(name) })
    .map(({ path }) => path.split('/').pop());

function addOverride(name: string, digit: string): void {
  service.emulator.control.editZone(zoneIdOf(name), (zone) => {
    const overrides = zone.previous_waf.uri_overrides ?? [];
    zone.previous_waf.uri_overrides = [...overrides, uriOverride(digit)] as typeof overrides;
  });
}

/** What a saved plan makes of each zone, by its name. */
async function plannedIn(
  planFile: string,
): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> {
  const changes = await changesIn(planFile);
  return Object.fromEntries(changes.map(({ name, change }) => [name, change.after ?? {}]));
}

test('with delete_uri_overrides, apply deletes the listed overrides and stops; the next apply migrates', async () => {
  const zones = [
    [
      ZONE,
      '67',
      'validation',
      validated({ delete_uri_overrides: true }),
      'validation',
      '2 URI-based overrides',
    ],
    [
      OTHER,
      '8',
      'finished',
      finished(OTHER, { delete_uri_overrides: true }),
      'pending',
      '1 URI-based override',
    ],
  ] as const;
  migrations(Object.fromEntries(zones.map(([name, , , block]) => [name, block])));
  const first = printed(await workspace.plan({ out: 'first.tfplan' }));
  expect(first).not.toContain('IRREVERSIBLE');
  const planned = await plannedIn('first.tfplan');
  await workspace.applied({ args: ['first.tfplan'] });
  expect(writes()).toHaveLength(3);
  for (const [name, digits, , , , count] of zones) {
    const ids = [...digits].map((digit) => digit.repeat(32));
    expect(first).toContain(
      `This plan only deletes ${count} of zone ${zoneText(name)}. The next plan migrates it.`,
    );
    for (const id of ids) expect(first).toContain(`- ${id} for example.com/upload-${id[0]}*`);
    const deletes = { migration_state: 'start', rules: [], deleted_uri_overrides: listed(digits) };
    expect([planned[name], await attributesOf(name)]).toMatchObject([deletes, deletes]);
    expect([deletions(name), overridesNow(name), stateOf(name)]).toEqual([ids, [], 'start']);
  }

  expect((await workspace.plan({ out: 'second.tfplan' })).exitCode).toBe(2);
  const then = await plannedIn('second.tfplan');
  await workspace.applied({ args: ['second.tfplan'] });
  await rest();
  for (const [name, digits, target, , step] of zones) {
    expect(then[name]).toMatchObject({ migration_state: target, deleted_uri_overrides: listed(digits) });
    expect([stateOf(name), steps(name)]).toEqual([target, [stepWith(name, step, RULES)]]);
  }
  expect(writes()).toHaveLength(5);
});

/** The engine compares what it plans at apply with the saved plan; what happens after that only the provider sees. */
test('an override edited after the plan that apply makes is not deleted, and none beside it', async () => {
  migrations({ [ZONE]: finished(ZONE, { delete_uri_overrides: true }) });
  await workspace.plan({ out: 'stale.tfplan' });
  listing = (): void => {
    listing = (): void => undefined;
    service.emulator.control.editZone(zoneIdOf(ZONE), ({ previous_waf: { uri_overrides = [] } }) => {
      if (uri_overrides[1]) uri_overrides[1].rules = { '100016': 'disable' };
    });
  };
  expect(await refusal(workspace.apply({ planFile: 'stale.tfplan' }))).toContain(
    `URI-based overrides that the plan deletes were edited: ${'7'.repeat(32)}`,
  );
  expect(writes()).toEqual([]);
});

describe('an override that cannot be deleted after another was', () => {
  const refuseTheSecond = (): void =>
    service.emulator.control.faults.put([
      { match: { operation: 'waf.overrides.delete' }, nth: 2, effect: { kind: 'answer', status: 403 } },
    ]);

  test('by a creation: the error has the whole content of the deleted one', async () => {
    migrations({ [ZONE]: validated({ delete_uri_overrides: true }) });
    refuseTheSecond();
    const refused = await refusal(workspace.apply());
    expect(overridesNow(ZONE)).toEqual(['7'.repeat(32)]);
    expect(refused).toContain('1 URI-based override of zone');
    expect(refused).toContain('"rules":{"100016":"simulate"}');
  });

  test('by an update: the state keeps the whole content of the deleted one', async () => {
    migrations({ [ZONE]: validated({ delete_uri_overrides: true }) });
    await workspace.applied();
    addOverride(ZONE, '8');
    addOverride(ZONE, '9');
    refuseTheSecond();
    expect(await workspace.apply()).toMatchObject({ exitCode: 1 });
    expect(overridesNow(ZONE)).toEqual(['9'.repeat(32)]);
    expect(await attributesOf(ZONE)).toMatchObject({ deleted_uri_overrides: listed('678') });
    service.emulator.control.faults.clear();
    await workspace.applied();
    expect(await attributesOf(ZONE)).toMatchObject({ deleted_uri_overrides: listed('6789') });
  });
});

test('overrides of a zone that has already migrated are not touched', async () => {
  migrations({ free: validated({ delete_uri_overrides: true }) });
  await workspace.applied();
  addOverride('free', '9');
  await rest();
  expect(deletions('free')).toEqual([]);
  expect(overridesNow('free')).toEqual(['9'.repeat(32)]);
});

test('zones that cannot migrate are skipped, with the reason in the plan, and hold up no other zone, until nothing is in the way', async () => {
  const blocks = {
    'skipped-overrides': finished('skipped-overrides', { on_incompatible: 'skip' }),
    'skipped-expression': finished('skipped-expression', { on_incompatible: 'skip' }),
    'not-skipped': finished('not-skipped', { on_incompatible: 'skip' }),
  };
  migrations(blocks);
  const plan = await workspace.plan({ out: 'reviewed.tfplan' });
  expect(printed(plan)).toContain(
    `The migration of zone ${zoneText('skipped-overrides')} is skipped (on_incompatible = "skip"): Zone ` +
      `${zoneText('skipped-overrides')} cannot migrate: a URI-based override is in the way.`,
  );
  await workspace.applied({ args: ['reviewed.tfplan'] });
  expect(Object.keys(blocks).map(stateOf)).toEqual(['start', 'start', 'finished']);
  expect(steps()).toEqual([stepWith('not-skipped', 'pending', equivalentRules())]);
  expect(await attributesOf('skipped-expression')).toMatchObject({
    ...{ step: 'skip', migration_state: 'start', irreversible: false, finish: null, rules: [] },
    skipped_because: [
      `Zone ${zoneText('skipped-expression')} cannot migrate: the expression of a firewall rule exceeds 4 KB.`,
    ],
  });
  const next = await workspace.plan();
  expect([next.exitCode, printed(next).match(/is skipped/g)]).toMatchObject([0, { length: 2 }]);

  service.emulator.control.patchZone(zoneIdOf('skipped-overrides'), { previous_waf: { uri_overrides: [] } });
  const migrates = printed(await workspace.plan());
  expect(migrates).toMatch(/step = "skip" -> "finish".*0 to add, 1 to change, 0 to destroy/);
  await workspace.applied();
  expect(Object.keys(blocks).map(stateOf)).toEqual(['finished', 'start', 'finished']);
  expect(await attributesOf('skipped-overrides')).toMatchObject({ step: 'finish', skipped_because: null });
  await rest();
});
