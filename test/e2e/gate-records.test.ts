import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LocalBackend, TerraformStack, Testing } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, ZoneProvider, type MigrationGateProps } from '../../lib';
import { placeProvider } from '../../lib/provider/provider-package';
import { placeNullProvider } from '../support/fixture-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { migratingZone, zoneIdOf } from './migrating-zones';
import { printed } from './migration-workspace';

/**
 * What a gate records in, on the engine: a `terraform_data` needs no other provider and is updated by the finishing step;
 * a gate that recorded in a `null_resource` is moved to it. The second test takes the digest that the first one reads.
 */

const NAMES = ['own', 'moved'] as const;

let service: TestService;
let digest: string;

beforeAll(async () => {
  const zones = NAMES.map((name) => migratingZone(name));
  service = await startService({ seed: { zones }, settings: { finishSeconds: 0 } });
});

const newWorkspace = (place: (mirror: string) => void): Promise<Workspace> =>
  createWorkspace({ env: service.env, place, startedBy: 'workspace' });

type Declared = Pick<MigrationGateProps, 'targetState' | 'recordIn'> & { readonly movedFrom?: string };

function write(workspace: Workspace, name: string, { movedFrom, ...declared }: Declared): void {
  const stack = new TerraformStack(Testing.app(), 'gate');
  new LocalBackend(stack, { path: 'terraform.tfstate' });
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000 });
  const zoneId = zoneIdOf(name);
  const word = declared.targetState === 'finished' ? zoneId : undefined;
  const approved = { zoneId, approvedDigest: digest, acknowledgeIrreversible: word };
  const gate = new MigrationGate(stack, 'gate', { ...approved, ...declared });
  if (movedFrom !== undefined) gate.moveFromId(movedFrom);
  new ManagedRulesMigration(stack, 'migration', { gate });
  workspace.write('main.tf.json', Testing.synth(stack, true));
}

/** What a plan does: the actions by the address, and the address before by that of now. */
async function planned(workspace: Workspace): Promise<Readonly<Record<string, string>>> {
  await workspace.plan({ out: 'plan.tfplan' });
  const { json } = await workspace.showJson('plan.tfplan');
  const { resource_changes: changes = [] } = json as { readonly resource_changes?: readonly Change[] };
  return Object.fromEntries(
    changes.map(({ address, previous_address: from, change }) => [
      from === undefined ? address : `${from} to ${address}`,
      change.actions.join(),
    ]),
  );
}

interface Change {
  readonly address: string;
  readonly previous_address?: string;
  readonly change: { readonly actions: readonly string[] };
}

const MIGRATION = 'zone_managed_rules_migration.migration';

test('a gate in terraform_data needs no other provider, and finishing updates it', async () => {
  const workspace = await newWorkspace(placeProvider);
  digest = `sha256:${'0'.repeat(64)}`;
  write(workspace, 'own', { targetState: 'validation' });
  await workspace.ready();
  digest = /generates now, (sha256:[0-9a-f]{64})/.exec(printed(await workspace.plan()))?.[1] ?? '';
  write(workspace, 'own', { targetState: 'validation' });
  expect(await planned(workspace)).toEqual({ 'terraform_data.gate': 'create', [MIGRATION]: 'create' });
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });

  write(workspace, 'own', { targetState: 'finished' });
  expect(await planned(workspace)).toEqual({ 'terraform_data.gate': 'update', [MIGRATION]: 'update' });
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});

test('a gate moves from null_resource to terraform_data without ever being replaced', async () => {
  const workspace = await newWorkspace((mirror) => {
    placeProvider(mirror);
    placeNullProvider(mirror);
  });
  write(workspace, 'moved', { targetState: 'validation', recordIn: 'null_resource' });
  await workspace.ready();
  await workspace.applied();

  write(workspace, 'moved', { targetState: 'validation' });
  expect(await planned(workspace)).toEqual({
    'null_resource.gate': 'delete',
    'terraform_data.gate': 'create',
    [MIGRATION]: 'no-op',
  });

  write(workspace, 'moved', {
    targetState: 'validation',
    movedFrom: 'null_resource.gate',
  });
  expect(await planned(workspace)).toEqual({
    'null_resource.gate to terraform_data.gate': 'update',
    [MIGRATION]: 'no-op',
  });
  await workspace.applied();

  write(workspace, 'moved', { targetState: 'finished' });
  expect(await planned(workspace)).toEqual({ 'terraform_data.gate': 'update', [MIGRATION]: 'update' });
  await workspace.applied();
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  for (const part of [
    '.terraform',
    '.terraform.lock.hcl',
    'terraform.d/plugins/registry.terraform.io/hashicorp',
  ])
    rmSync(join(workspace.cwd, part), { recursive: true });
  await workspace.ready();
});
