import { Testing, type TerraformStack } from 'cdktf';
import {
  ManagedRulesMigration,
  type ManagedRulesMigrationProps,
  MigrationGate,
  type MigrationGateProps,
} from '../../lib';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

const RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const DIGEST = `sha256:${'a'.repeat(64)}`;
const ACTIONS = '"block", "challenge", "js_challenge", "managed_challenge", "log"';

const declare = (scope: TerraformStack, props: unknown, id = 'migration'): ManagedRulesMigration =>
  new ManagedRulesMigration(scope, id, props as ManagedRulesMigrationProps);

describe('ManagedRulesMigration reports at synth what is wrong, what it got and what to do:', () => {
  const good = { zoneId: ZONE, targetState: 'validation' };
  const cases: readonly [string, object, ...string[]][] = [
    [
      'neither a zone nor a target nor a gate',
      {},
      'zoneId: Neither zoneId nor gate is set. Set zoneId, or set gate to a MigrationGate, which has it.',
      'targetState: Neither targetState nor gate is set. Set targetState, or set gate to a MigrationGate, which has it.',
    ],
    [
      'adjustments with a malformed id, with an unknown action, and empty',
      {
        ...good,
        adjustments: {
          core: { [RULE]: { enabled: false } },
          [RULESET]: { '100015': { enabled: false }, [RULE]: { action: 'simulate' }, [ZONE]: {} },
        },
      },
      `adjustments.${RULESET}.${RULE}.action: "simulate" is not an allowed value. Allowed: ${ACTIONS}.`,
      'adjustments.core: "core" is not the id of a managed ruleset. The keys of adjustments are ' +
        'the id of a managed ' +
        'ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
      `adjustments.${RULESET}.100015: "100015" is not the id of a rule. The keys of adjustments ` +
        'are the id of a ' +
        'managed ruleset and the id of a rule in it: 32 lower-case hexadecimal digits each.',
      `adjustments.${RULESET}.${ZONE}: The adjustment of rule ${ZONE} sets neither action nor ` +
        'enabled. Set action = "log" or another action, enabled = false, or both; or remove the adjustment.',
    ],
    [
      'adjustments in other shapes',
      { ...good, adjustments: { [RULESET]: 'log', [OTHER_ZONE]: { [RULE]: 'log' }, [ZONE]: undefined } },
      `adjustments.${RULESET}: Expected an object, got a value of type string. Give an object, or ` +
        'a token that stands ' +
        'for it.',
      `adjustments.${OTHER_ZONE}.${RULE}: Expected an object, got a value of type string. Give an ` +
        'object, or a token ' +
        'that stands for it.',
      `adjustments.${ZONE}: A value is required here. Give one. A value from the environment ` +
        'is undefined when its variable is not set.',
    ],
  ];

  test.each(cases)('%s', (_, props, ...expected) => {
    const stack = zoneStack();
    declare(stack, props);
    expect([...validationErrors(stack)].sort()).toEqual(
      expected.map((line) => `[stack/migration] ${line}`).sort(),
    );
  });
});

const migration = { zoneId: ZONE, targetState: 'validation' };
const twice = (later: string, earlier: string): string =>
  `[${later}] zoneId: The migration of zone ${ZONE} is declared by ${later} and by ${earlier}. A ` +
  'zone has one. Keep ' +
  'one ManagedRulesMigration, with the target state and all adjustments.';

test('a zone declared by two ManagedRulesMigrations in one stack is one error, of the later one', () => {
  const stack = zoneStack();
  declare(stack, migration, 'a');
  declare(stack, { gate: new MigrationGate(stack, 'gate', migration as MigrationGateProps) }, 'b');
  expect(validationErrors(stack)).toEqual([twice('stack/b', 'stack/a')]);
});

describe('a migration and its gate', () => {
  test('must have the same zone, target and digest', () => {
    const stack = zoneStack();
    const gate = new MigrationGate(stack, 'gate', {
      zoneId: ZONE,
      targetState: 'validation',
      approvedDigest: DIGEST,
    });
    const approvedDigest = `sha256:${'b'.repeat(64)}`;
    declare(stack, { gate, zoneId: OTHER_ZONE, targetState: 'finished', approvedDigest });
    expect(validationErrors(stack)).toEqual([
      `[stack/migration] zoneId: zoneId is "${OTHER_ZONE}", but the gate stack/gate is for ` +
        `"${ZONE}". Remove zoneId ` +
        'here: the gate has it.',
      '[stack/migration] targetState: targetState is "finished", but the gate stack/gate is for "validation". Remove targetState here: the gate has it.',
      `[stack/migration] approvedDigest: approvedDigest is "${approvedDigest}", but the gate stack/gate is for ` +
        `"${DIGEST}". Remove approvedDigest here: the gate has it.`,
    ]);
  });

  test('must be in one stack', () => {
    const app = Testing.app();
    const [a, b] = [zoneStack('a', app), zoneStack('b', app)];
    const gate = new MigrationGate(a, 'gate', { zoneId: ZONE, targetState: 'validation' });
    declare(b, { gate });
    expect(validationErrors(b)).toEqual([
      '[b/migration] gate: a/gate is in another stack, so a plan of this stack does not evaluate it. ' +
        'Declare a MigrationGate ' +
        'in the stack of the migration.',
    ]);
  });

  test('is one', () => {
    const stack = zoneStack();
    const gate = new MigrationGate(stack, 'gate', { zoneId: ZONE, targetState: 'validation' });
    declare(stack, { gate, requireApproval: true });
    declare(
      stack,
      { requireApproval: true, zoneId: OTHER_ZONE, targetState: 'validation', count: 2 },
      'many',
    );
    expect(validationErrors(stack)).toEqual([
      '[stack/migration] requireApproval: The gate stack/gate already requires an approval. Remove requireApproval or gate.',
      expect.stringMatching(/^\[stack\/many\] gate: The migration is repeated with forEach or count/),
      expect.stringContaining('because count is 2'),
    ]);
  });

  test('report errors once that are also those of its own gate', () => {
    const stack = zoneStack();
    declare(stack, { requireApproval: true, zoneId: 'x', targetState: 'y' as never });
    expect(validationErrors(stack).map((line) => line.slice(0, line.indexOf(': ')))).toEqual([
      '[stack/migration/gate] zoneId',
      '[stack/migration/gate] targetState',
    ]);
  });

  test('report errors in the values of the gate once', () => {
    const stack = zoneStack();
    const gate = new MigrationGate(stack, 'gate', { zoneId: 'x', targetState: 'y' as never });
    declare(stack, { gate });
    expect(validationErrors(stack).map((line) => line.split(' ')[0])).toEqual([
      '[stack/gate]',
      '[stack/gate]',
    ]);
  });
});
