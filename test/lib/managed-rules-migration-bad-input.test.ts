import type { TerraformStack } from 'cdktf';
import { ManagedRulesMigration, type ManagedRulesMigrationProps } from '../../lib';
import { approvalOf } from './approval-row';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

const RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const OLD = `sha256:${'a'.repeat(64)}`;
const ACTIONS = '"block", "challenge", "js_challenge", "managed_challenge", "log"';

const declare = (scope: TerraformStack, props: unknown, id = 'migration'): ManagedRulesMigration =>
  new ManagedRulesMigration(scope, id, props as ManagedRulesMigrationProps);

describe('ManagedRulesMigration reports at synth what is wrong, what it got and what to do:', () => {
  const good = { zoneId: ZONE, targetState: 'validation' };
  const cases: readonly [string, object, ...string[]][] = [
    [
      'neither a zone nor a target',
      {},
      ...['zoneId', 'targetState'].map(
        (prop) =>
          `${prop}: A value is required here. Give one. A value from the environment is undefined when its variable is not set.`,
      ),
    ],
    [
      'a digest of rules, which is no approval',
      { ...good, approvedDigest: OLD },
      `approvedDigest: "${OLD}" is not an approval. It has the form v1/STEP/ZONE_ID/RULES/LOSSES/OVERRIDES. Let ` +
        'zonewright migration approve write it, or copy it from the error of a plan.',
    ],
    [
      'the approval of another zone',
      { ...good, approvedDigest: approvalOf('validation', OTHER_ZONE) },
      `approvedDigest: approvedDigest approves zone ${OTHER_ZONE}, and this is the migration of zone ${ZONE}. Each ` +
        'zone has an approval of its own: take the row of this zone.',
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
  declare(stack, migration, 'b');
  expect(validationErrors(stack)).toEqual([twice('stack/b', 'stack/a')]);
});
