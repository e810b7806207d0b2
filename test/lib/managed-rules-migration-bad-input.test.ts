import type { TerraformStack } from 'cdktf';
import { ManagedRulesMigration, type ManagedRulesMigrationProps } from '../../lib';
import { OTHER_ZONE, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

const RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';

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
