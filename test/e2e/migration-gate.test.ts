import { LocalBackend, TerraformStack, Testing } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, ZoneProvider } from '../../lib';
import { placeProvider } from '../../lib/provider/provider-package';
import { readApprovalRows, type ApprovalRow } from '../../schema';
import { placeNullProvider } from '../support/fixture-provider';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { approvalOf, type Approved } from './approvals';
import { migratingZone, zoneIdOf } from './migrating-zones';

/** A gate on the engine: what it records comes before the migration, and is replaced with the approval. */

let service: TestService;
let workspace: Workspace;

beforeAll(async () => {
  service = await startService({ seed: { zones: [migratingZone('shop')] }, settings: { finishSeconds: 0 } });
  workspace = await createWorkspace({
    env: service.env,
    startedBy: 'workspace',
    place: (mirror) => {
      placeProvider(mirror);
      placeNullProvider(mirror);
    },
  });
});

function row(step: Approved['step'], by: string): ApprovalRow {
  const written = { zone: zoneIdOf('shop'), approved_digest: approvalOf('shop', { step }), by };
  return readApprovalRows(JSON.stringify([written]), 'approvals.json')[0] as ApprovalRow;
}

function write(approval: ApprovalRow, isRecorded = true): void {
  const stack = new TerraformStack(Testing.app(), 'gate');
  new LocalBackend(stack, { path: 'terraform.tfstate' });
  new ZoneProvider(stack, 'zone', { maxRequestsPerSecond: 1000, requireApproval: true });
  const gate = isRecorded ? [new MigrationGate(stack, 'gate', { approval })] : [];
  new ManagedRulesMigration(stack, 'migration', {
    zoneId: approval.zone,
    targetState: approval.step,
    approvedDigest: approval.approved_digest,
    dependsOn: gate,
  });
  workspace.write('main.tf.json', Testing.synth(stack, true));
}

/** What an apply does, in order; then a plan is empty. */
async function applied(): Promise<readonly string[]> {
  const { stdout, exitCode } = await workspace.run(['apply', '-json', '-auto-approve', '-input=false']);
  expect(exitCode).toBe(0);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
  const started = stdout.matchAll(/"@message":"(.+?)\.\.\..*"type":"apply_start"/g);
  return [...started].map(([, what]) => String(what));
}

const MIGRATION = 'zone_managed_rules_migration.migration';

test('a gate is recorded before its migration, and another approval replaces it before the next step', async () => {
  write(row('validation', 'Ann'));
  await workspace.ready();
  expect(await applied()).toEqual(['null_resource.gate: Creating', `${MIGRATION}: Creating`]);
  expect(await workspace.attributes('null_resource.gate')).toMatchObject({
    triggers: {
      ...{ zone: zoneIdOf('shop'), name: '', by: 'Ann', ticket: '', at: '' },
      approved_digest: approvalOf('shop', { step: 'validation' }),
    },
  });

  write(row('finished', 'Ann'));
  expect(await applied()).toEqual([
    'null_resource.gate: Destroying',
    'null_resource.gate: Creating',
    `${MIGRATION}: Modifying`,
  ]);

  // Whoever approved it is a part of the record, and none of the migration.
  write(row('finished', 'Bo'));
  expect(await applied()).toEqual(['null_resource.gate: Destroying', 'null_resource.gate: Creating']);

  write(row('finished', 'Bo'), false);
  expect(await applied()).toEqual(['null_resource.gate: Destroying']);
});
