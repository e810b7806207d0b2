import { provider as nullProvider } from '@cdktf/provider-null';
import { Lazy, Testing } from 'cdktf';
import { ManagedRulesMigration, MigrationGate, readApprovals } from '../../lib';
import { approvalRow } from './approval-row';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { synth, synthPart, type testStack, validationErrors } from './synth';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AppError } from '../../lib/binding/app-error';
import { temporaryFolder } from './fake-provider';

const approval = approvalRow();
const triggers = {
  ...{ zone: ZONE, name: 'example.com', approved_digest: approval.approved_digest },
  ...{ by: 'Ann', ticket: '', at: '' },
};

type Stack = ReturnType<typeof testStack>;

const gatesOf = (stack: Stack): unknown =>
  (synthPart(stack, 'resource') as Record<string, unknown>)['null_resource'];

describe('MigrationGate', () => {
  test('records the row as it stands in the file, in a null_resource of its own id, and reads nothing', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'gate', { approval });
    const { resource, data } = synth(stack);
    expect([resource, data]).toEqual([{ null_resource: { gate: { triggers } } }, undefined]);
    expect(Testing.renderConstructTree(stack)).toBe(
      [
        'stack (TerraformStack)',
        '├── backend (LocalBackend)',
        '├── zone (ZoneProvider)',
        '├── gate (MigrationGate)',
        '    └── Default (ApprovalRecord)',
        '└── NullProviderOfGates (SpareNullProvider)',
        '',
      ].join('\n'),
    );
  });

  test('comes before a migration that depends on it, and after what it depends on', () => {
    const stack = zoneStack();
    const other = { zoneId: OTHER_ZONE, targetState: 'validation' } as const;
    const first = new ManagedRulesMigration(stack, 'first', other);
    const lifecycle = { replaceTriggeredBy: [first] };
    const gate = new MigrationGate(stack, 'gate', { approval, dependsOn: [first], lifecycle });
    new ManagedRulesMigration(stack, 'migration', {
      zoneId: ZONE,
      targetState: approval.step,
      approvedDigest: approval.approved_digest,
      dependsOn: [gate],
    });
    expect(synthPart(stack, 'resource')).toMatchObject({
      null_resource: {
        gate: {
          depends_on: ['zone_managed_rules_migration.first'],
          lifecycle: { replace_triggered_by: ['zone_managed_rules_migration.first'] },
        },
      },
      zone_managed_rules_migration: { migration: { depends_on: ['null_resource.gate'] } },
    });
  });

  test('takes what a Lazy produces', () => {
    const stack = zoneStack();
    const by = Lazy.stringValue({ produce: () => 'Bo' });
    new MigrationGate(stack, 'gate', { approval: { ...approval, by } });
    expect(gatesOf(stack)).toEqual({ gate: { triggers: { ...triggers, by: 'Bo' } } });
  });
});

describe('the null provider', () => {
  const providersOf = (stack: Stack): unknown =>
    (synthPart(stack, 'provider') as Record<string, unknown>)['null'];

  test('is added once for all gates of a stack', () => {
    const stack = zoneStack();
    new MigrationGate(stack, 'a', { approval });
    new MigrationGate(stack, 'b', { approval: approvalRow('finished', OTHER_ZONE) });
    expect(validationErrors(stack)).toEqual([]);
    expect(providersOf(stack)).toEqual([{}]);
    expect(synthPart(stack, 'terraform')).toMatchObject({
      required_providers: { null: { source: 'null', version: '3.2.4' } },
    });
  });

  test.each(['before', 'after'])('of the stack is used when it is declared %s the gate', (when) => {
    const stack = zoneStack();
    const declare = (): void => void new nullProvider.NullProvider(stack, 'null');
    if (when === 'before') declare();
    new MigrationGate(stack, 'gate', { approval });
    if (when === 'after') declare();
    expect(providersOf(stack)).toEqual([{}]);
    expect(synthPart(stack, 'terraform')).toMatchObject({ required_providers: { null: { source: 'null' } } });
  });

  test('is added beside one with an alias, which the record does not name', () => {
    const stack = zoneStack();
    new nullProvider.NullProvider(stack, 'null', { alias: 'other' });
    new MigrationGate(stack, 'gate', { approval });
    expect(providersOf(stack)).toEqual([{ alias: 'other' }, {}]);
  });
});

const folder = temporaryFolder();
const approved_digest = `v1/finished/${ZONE}/none/none/none`;

/** A file as its reader names it, relative to the working folder. */
function file(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(rows, null, 2));
  return relative('', path);
}

test('an app gets the rows of a file, each with its step', () => {
  const rows = [{ zone: ZONE, name: 'example.com', approved_digest, by: 'Ada', ticket: 'OPS-1', at: '' }];
  expect(readApprovals(file('good.json', rows))).toEqual([{ ...rows[0], step: 'finished' }]);
});

test.each<readonly [string, string, RegExp]>([
  [
    'that is not in order',
    file('bad.json', [{ zone: ZONE, approved_digest, step: 'finished' }]),
    /^\S+bad\.json:2: unknown member "step"/,
  ],
  ['that is missing', relative('', join(folder, 'gone.json')), /^\S+gone\.json: ENOENT/],
])('a file %s is a mistake in the app that names it', (_what, name, says) => {
  expect(() => readApprovals(name)).toThrow(AppError);
  expect(() => readApprovals(name)).toThrow(says);
});
