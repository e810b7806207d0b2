import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeNullProvider } from '../support/fixture-provider';
import { refusal, service, useService, writes } from './one-service';
import { engine, isBefore, testOnlyOn } from '../support/engine';
import { MANAGED, SUCCESSOR } from './equivalent-rules';
import type { Workspace } from '../support/workspace';
import { hclExample, typescriptExample, type HclExample, type TypescriptExample } from './example-workspace';
import { migratingZone, PHASE, zoneIdOf, zoneText } from './migrating-zones';
import { printed, TYPE } from './migration-workspace';
import { stateText } from './no-drift';

/** Each example of the migration, from the first plan to the refused destroy. */

const NAMES = ['typescript', 'gate', 'hcl', 'files', 'short'];
const SAVED = {
  ...{ action: 'execute', expression: 'true' },
  action_parameters: { id: MANAGED, overrides: { rules: [{ id: SUCCESSOR['100044'], action: 'log' }] } },
};
const FINISHED = ['handed', 'kept'].map((name) => migratingZone(name, { state: 'finished', rules: [SAVED] }));
useService({
  seed: { zones: [...NAMES.map((name) => migratingZone(name)), ...FINISHED] },
  settings: { finishSeconds: 0 },
});

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'migrate.md'), 'utf8');

/** Where the zone is, and the steps that were sent to it. */
function zone(name: string): object {
  const { migration } = service.emulator.control.zone(zoneIdOf(name));
  const steps = service.emulator.control
    .journal({ operation: 'rulesets.entrypoint.update' })
    .filter(({ zoneId, path }) => zoneId === zoneIdOf(name) && path.includes(PHASE));
  return { state: migration.state, steps: steps.map(({ query }) => query['waf_migration']?.join()) };
}

/** What a plan prints that fails with one error. */
async function refused(workspace: Workspace): Promise<string> {
  const text = await refusal(workspace.plan());
  expect(text.match(/Error:/g)).toHaveLength(1);
  return text;
}

/** Applies what a plan showed, after which there is nothing to do. Gives back what the plan printed. */
async function reviewed(workspace: Workspace): Promise<string> {
  const plan = await workspace.plan({ out: 'reviewed.tfplan' });
  expect({ exitCode: plan.exitCode, output: printed(plan) }).toMatchObject({ exitCode: 2 });
  await workspace.applied({ args: ['reviewed.tfplan'] });
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  return printed(plan);
}

const staysForGood = (name: string): string =>
  `The migration of zone ${zoneText(name)} cannot be destroyed: it is finished, and the service offers no way back.`;

const BEGINS = 'begins the migration of zone';
const IRREVERSIBLE = 'IRREVERSIBLE: this plan finishes the migration of zone';

type Row = Readonly<Record<string, string>>;

/** An example of migrations by approvals: its root module, its rows, and the address of the migration of a zone. */
type ApprovedExample = ReturnType<typeof inTypescript>;

function inTypescript(made: TypescriptExample) {
  return {
    workspace: (startedBy?: 'workspace') => made.workspace({}, startedBy),
    approve: (...rows: readonly Row[]): void => {
      writeFileSync(join(made.cwd, 'approvals.json'), JSON.stringify(rows));
      made.synthesize();
    },
    address: (zoneId: string) => `${TYPE}.zone_${zoneId}`,
  };
}

function inHcl(made: HclExample): ApprovedExample {
  return {
    workspace: (startedBy) => made.workspace({}, startedBy),
    approve: (...rows) => writeFileSync(join(made.folder, 'approvals.json'), JSON.stringify(rows)),
    address: (zoneId) => `${TYPE}.zone["${zoneId}"]`,
  };
}

const APPROVED: Readonly<Record<string, () => ApprovedExample>> = {
  typescript: () =>
    inTypescript(typescriptExample(service, 'managed-rules-migration/main', { stacks: ['zone'] })),
  gate: () => inTypescript(typescriptExample(service, 'null-resource-gate', { place: placeNullProvider })),
  hcl: () => inHcl(hclExample(service, 'managed-rules-migration-hcl')),
};

/** An approval of a step, of nothing that the zone has. */
function unfit(name: string, step: string): Row {
  return { zone: zoneIdOf(name), approved_digest: `v1/${step}/${zoneIdOf(name)}/none/none/none` };
}

/** The row that the refusal of an unfit one prints. */
async function rowToPaste(
  example: ApprovedExample,
  workspace: Workspace,
  name: string,
  step: string,
): Promise<Row> {
  example.approve(unfit(name, step));
  const message = await refused(workspace);
  expect(message).toContain(`The approval of zone ${zoneText(name)} is not of what this plan does.`);
  const [row = ''] = /\{"zone":[^}]*\}/.exec(message) ?? [];
  return { ...(JSON.parse(row) as Row), by: 'Ada Lovelace <ada@example.com>', ticket: 'OPS-17' };
}

test.each(Object.keys(APPROVED))(
  'the migration by approvals (%s) goes as far as its row says, and stays when the row goes',
  async (name) => {
    const example = APPROVED[name]?.() as ApprovedExample;
    example.approve();
    await (await example.workspace()).ready();
    const workspace = await example.workspace('workspace');
    expect(await workspace.plan()).not.toMatchObject({ exitCode: 1 });

    const validation = await rowToPaste(example, workspace, name, 'validation');
    expect(zone(name)).toEqual({ state: 'start', steps: [] });
    example.approve(validation);
    expect(await reviewed(workspace)).toContain(`${BEGINS} ${zoneText(name)}`);
    expect(zone(name)).toEqual({ state: 'validation', steps: ['validation'] });

    const finish = await rowToPaste(example, workspace, name, 'finished');
    example.approve(finish);
    expect(await reviewed(workspace)).toContain(`${IRREVERSIBLE} ${zoneText(name)}`);
    const done = { state: 'finished', steps: ['validation', 'pending'] };
    expect(zone(name)).toEqual(done);
    if (name === 'gate')
      expect(await workspace.attributes(`null_resource.approval_${zoneIdOf(name)}`)).toMatchObject({
        triggers: { ...finish, at: '' },
      });

    const before = stateText(workspace);
    example.approve();
    const message = await refused(workspace);
    expect(message).toContain(staysForGood(name));
    expect(message).toContain('To manage all rules of the zone from now on, move it to a zone_managed_rules');
    expect(message).toContain(`run: terraform state rm '${TYPE}.NAME["KEY"]'`);
    expect([zone(name), stateText(workspace)]).toEqual([done, before]);
    const forgotten = await workspace.run(['state', 'rm', example.address(zoneIdOf(name))]);
    expect(forgotten).toMatchObject({ exitCode: 0 });
    expect(await workspace.plan()).not.toMatchObject({ exitCode: 1 });
    expect(zone(name)).toEqual(done);
  },
);

testOnlyOn(
  !isBefore('1.8') || engine.flavor === 'tofu',
  'it moves no object to another type',
  'one key of the for_each is handed over to zone_managed_rules with its row, without a write, and the others stay',
  async () => {
    const example = hclExample(service, 'managed-rules-migration-hcl');
    const { approve } = inHcl(example);
    approve(unfit('handed', 'finished'), unfit('kept', 'finished'));
    await (await example.workspace()).ready();
    const workspace = await example.workspace({}, 'workspace');
    await workspace.applied();
    approve(unfit('kept', 'finished'));
    const [, block = ''] = /```hcl\n(resource "zone_managed_rules"[^]*?\n)```/.exec(GUIDE) ?? [];
    writeFileSync(
      join(example.folder, 'shop.tf'),
      block.replaceAll(/\b023e[0-9a-f]{28}\b/g, zoneIdOf('handed')),
    );
    service.emulator.control.clearJournal();
    const plan = await workspace.plan({ out: 'reviewed.tfplan' });
    expect(printed(plan)).toContain(
      `${TYPE}.zone["${zoneIdOf('handed')}"] has moved to zone_managed_rules.shop`,
    );
    await workspace.applied({ args: ['reviewed.tfplan'] });
    expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
    const { stdout } = await workspace.run(['state', 'list']);
    expect([writes(), stdout.trim().split('\n')]).toEqual([
      [],
      ['zone_managed_rules.shop', `${TYPE}.zone["${zoneIdOf('kept')}"]`],
    ]);
  },
);

test('the shortest migration needs two applies, and then has an empty plan', async () => {
  const short = typescriptExample(service, 'zone-migration');
  const settings = { ZONE_ID: zoneIdOf('short') };
  short.synthesize(settings);
  await (await short.workspace()).ready();
  const workspace = await short.workspace({}, 'workspace');
  expect(await reviewed(workspace)).toContain(`${BEGINS} ${zoneText('short')}`);
  expect(zone('short')).toEqual({ state: 'validation', steps: ['validation'] });
  short.synthesize({ ...settings, CHANGE: 'finish' });
  expect(await reviewed(workspace)).toContain(`${IRREVERSIBLE} ${zoneText('short')}`);
  expect(zone('short')).toEqual({ state: 'finished', steps: ['validation', 'pending'] });
  const before = [zone('short'), stateText(workspace)];
  expect(await refusal(workspace.destroy())).toContain(staysForGood('short'));
  expect([zone('short'), stateText(workspace)]).toEqual(before);
});
