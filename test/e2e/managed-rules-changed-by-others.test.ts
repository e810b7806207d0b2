import { setTimeout as sleep } from 'node:timers/promises';
import { approvalOf } from './approvals';
import { migratingZone, PHASE, uriOverride, zoneIdOf } from './migrating-zones';
import {
  attributesOf,
  finished,
  held,
  migrations,
  printed,
  rest,
  service,
  settle,
  stateOf,
  steps,
  TYPE,
  useMigratingZones,
  validated,
  workspace,
  writes,
} from './migration-workspace';

/** What somebody else does to a zone is never overwritten unannounced, and two declarations never take turns. */
const FINISH_SECONDS = 3600;
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const ADJUSTED = {
  [MANAGED]: { rules: { '8f3a52c1a5b84f4e8a1f6d8f2b0c4e13': { action: 'log' } } },
};

/** An exception that somebody made by hand. */
const THEIRS = {
  action: 'skip',
  expression: 'http.host eq "theirs.example"',
  action_parameters: { ruleset: 'current' },
};

useMigratingZones({
  settings: { finishSeconds: FINISH_SECONDS },
  zones: [
    migratingZone('new'),
    migratingZone('validating', { state: 'validation' }),
    migratingZone('finishing', { state: 'finishing' }),
    migratingZone('done', { state: 'finished' }),
    migratingZone('overridden', { previous: { uri_overrides: [uriOverride('6')] } }),
  ],
});

function addTheirs(name: string): void {
  service.emulator.control.editRuleset(zoneIdOf(name), PHASE, (draft) => {
    draft.rules = [THEIRS, ...draft.rules] as typeof draft.rules;
  });
}

const hasTheirs = (name: string): boolean =>
  held(name).some(({ expression }) => expression === THEIRS.expression);

const changeOf = async (planFile: string): Promise<Readonly<Record<string, unknown>>> => {
  const { json } = await workspace.showJson(planFile);
  const { resource_changes: changes } = json as {
    readonly resource_changes: readonly [
      { readonly change: { readonly after: Readonly<Record<string, unknown>> } },
    ];
  };
  return changes[0].change.after;
};

describe('rules of the entry point that appear between plan and apply', () => {
  test('are not replaced when the migration begins; the next plan names and replaces exactly those', async () => {
    migrations({ new: validated() });
    expect(await workspace.plan({ out: 'plan' })).toMatchObject({ exitCode: 2 });
    expect(await changeOf('plan')).toMatchObject({ replaced_rules: [] });
    addTheirs('new');
    expect(await workspace.apply({ planFile: 'plan' })).toMatchObject({ exitCode: 1 });
    expect([stateOf('new'), hasTheirs('new'), writes()]).toEqual(['start', true, []]);

    const again = await workspace.plan({ out: 'plan' });
    expect(printed(again)).toContain('already has 1 rule of the new managed rules, and apply replaces it.');
    const { replaced_rules: replaced } = await changeOf('plan');
    expect(replaced).toEqual([expect.objectContaining({ expression: THEIRS.expression })]);
    expect(await workspace.apply({ planFile: 'plan' })).toMatchObject({ exitCode: 0 });
    expect([stateOf('new'), hasTheirs('new')]).toEqual(['validation', false]);
    await rest();
  });

  test('are not replaced while apply waits for the end; the next apply keeps them', async () => {
    migrations({ finishing: finished('finishing', { adjustments: ADJUSTED }) });
    const looks = (): number => service.emulator.control.journal({ operation: 'migration.status' }).length;
    const applying = workspace.apply();
    while (looks() < 5) await sleep(10);
    addTheirs('finishing');
    service.emulator.control.clock.advance(FINISH_SECONDS * 1000);
    const applied = await applying;
    expect(applied.exitCode).toBe(1);
    expect(printed(applied)).toContain('no longer matches the plan');
    expect([stateOf('finishing'), hasTheirs('finishing'), steps()]).toEqual(['finished', true, []]);

    await settle();
    expect(hasTheirs('finishing')).toBe(true);
    expect(steps().map(({ step }) => step)).toEqual([null]);
    expect(await attributesOf('finishing')).toMatchObject({ migration_state: 'finished' });
  });
});

test('an override that others add behind those of the adjustments is no reason to save the rules again', async () => {
  migrations({ done: finished('done', { adjustments: ADJUSTED }) });
  await settle();
  service.emulator.control.editRuleset(zoneIdOf('done'), PHASE, ({ rules }) => {
    for (const { action_parameters: parameters } of rules)
      if (parameters?.['id'] === MANAGED)
        (parameters['overrides'] as { rules: object[] }).rules.push({ id: '0'.repeat(32), action: 'log' });
  });
  await rest();
});

test('URI-based overrides that cannot be listed are not deleted or mentioned', async () => {
  migrations({ overridden: finished('overridden', { delete_uri_overrides: true }) });
  service.emulator.control.faults.put([
    { match: { operation: 'waf.overrides.list' }, effect: { kind: 'answer', status: 403 } },
  ]);
  const planned = await workspace.plan();
  expect(planned.exitCode).toBe(1);
  expect(printed(planned)).toContain(
    '/firewall/waf/overrides (zone overridden.example): the service answered with status 403',
  );
  expect(writes()).toEqual([]);
});

describe('two migrations of one zone', () => {
  test('are refused when one of them is in the state', async () => {
    migrations({ overridden: validated({ delete_uri_overrides: true }) });
    await workspace.applied();
    expect(await attributesOf('overridden')).toMatchObject({ migration_state: 'start' });
    migrations({
      overridden: validated(),
      another: { ...validated(), zone_id: zoneIdOf('overridden') },
    });
    const planned = await workspace.plan();
    expect(planned.exitCode).toBe(1);
    expect(printed(planned)).toContain('Two resources of this configuration declare the migration of zone');
  });
});

test('attributes of a migration in ignore_changes stay as they are, and the rest is applied', async () => {
  migrations({ validating: validated({ adjustments: ADJUSTED }) });
  await settle();
  migrations({
    validating: validated({ on_destroy: 'abandon', lifecycle: { ignore_changes: ['adjustments'] } }),
  });
  await settle();
  expect(await attributesOf('validating')).toMatchObject({ on_destroy: 'abandon', adjustments: ADJUSTED });
});

test('an unknown approval does not prevent a plan for a finished zone', async () => {
  const later = {
    resource: { terraform_data: { later: { input: approvalOf('done', { step: 'finished' }) } } },
  };
  const block = finished('done', {
    zone_id: zoneIdOf('done'),
    approved_digest: '${terraform_data.later.output}',
  });
  migrations({}, { resource: { [TYPE]: { done: block }, ...later.resource } });
  expect(await workspace.plan()).toMatchObject({ exitCode: 2 });
  await settle();
});
