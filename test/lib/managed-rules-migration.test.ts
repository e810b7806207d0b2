import { TerraformVariable, Token } from 'cdktf';
import { ManagedRulesMigration } from '../../lib';
import { approvalOf } from './approval-row';
import { OTHER_ZONE, warningsOf, ZONE, zoneStack } from './logpush-stack';
import { synthPart, type testStack, validationErrors } from './synth';

const RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE = '23ee7cebe6e8443e99ecf932ab579455';
const DIGEST = approvalOf('finished');
const validation = { zoneId: ZONE, targetState: 'validation' } as const;

type Stack = ReturnType<typeof testStack>;

const migrationsOf = (stack: Stack): unknown =>
  (synthPart(stack, 'resource') as Record<string, unknown>)['zone_managed_rules_migration'];

describe('ManagedRulesMigration', () => {
  test('synthesizes to one resource under the id of the construct', () => {
    const stack = zoneStack();
    new ManagedRulesMigration(stack, 'migration', {
      zoneId: ZONE,
      targetState: 'finished',
      acknowledgeIrreversible: ZONE,
      approvedDigest: DIGEST,
      adjustments: { [RULESET]: { [RULE]: { action: 'log' }, [ZONE]: { enabled: false } } },
      deleteUriOverrides: true,
      onDestroy: 'abandon',
      timeouts: { create: '2h', update: '30m' },
    });
    expect(synthPart(stack, 'resource')).toEqual({
      zone_managed_rules_migration: {
        migration: {
          zone_id: ZONE,
          target_state: 'finished',
          acknowledge_irreversible: ZONE,
          approved_digest: DIGEST,
          adjustments: {
            [RULESET]: { rules: { [RULE]: { action: 'log' }, [ZONE]: { enabled: false } } },
          },
          delete_uri_overrides: true,
          on_destroy: 'abandon',
          timeouts: { create: '2h', update: '30m' },
        },
      },
    });
  });
});

describe('a token in ManagedRulesMigration', () => {
  test('is accepted in every prop', () => {
    const stack = zoneStack();
    const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
    new ManagedRulesMigration(stack, 'migration', {
      zoneId: variable('zone_id').stringValue,
      targetState: variable('target').value,
      acknowledgeIrreversible: variable('word').stringValue,
      approvedDigest: variable('digest').stringValue,
      adjustments: {
        [RULESET]: { [RULE]: { action: variable('action').value } },
        [OTHER_ZONE]: Token.asAny(variable('rules').value),
      },
      deleteUriOverrides: variable('delete').booleanValue,
    });
    expect(migrationsOf(stack)).toEqual({
      migration: {
        zone_id: '${var.zone_id}',
        target_state: '${var.target}',
        acknowledge_irreversible: '${var.word}',
        approved_digest: '${var.digest}',
        adjustments: {
          [RULESET]: { rules: { [RULE]: { action: '${var.action}' } } },
          [OTHER_ZONE]: { rules: '${var.rules}' },
        },
        delete_uri_overrides: '${var.delete}',
      },
    });
  });

  test('for all adjustments is converted by the engine to the form of the schema', () => {
    const stack = zoneStack();
    const adjustments = Token.asAny(new TerraformVariable(stack, 'adjustments', {}).value);
    new ManagedRulesMigration(stack, 'migration', { ...validation, adjustments });
    expect(migrationsOf(stack)).toEqual({
      migration: {
        zone_id: ZONE,
        target_state: 'validation',
        adjustments: '${{ for key, val in var.adjustments: key => { rules = val } }}',
      },
    });
  });
});

describe('finishing without a word of a person', () => {
  const warning = (zone: string, word: string): string =>
    `Neither approvedDigest nor acknowledgeIrreversible is set, so a plan to finish the migration of ${zone} will fail. ` +
    `Finishing cannot be undone: to finish, approve it, or set acknowledgeIrreversible to ${word}. A finished zone needs neither.`;

  test.each([
    ['known', (): string => ZONE, `zone ${ZONE}`, `"${ZONE}"`],
    [
      'a token',
      (stack: Stack): string => new TerraformVariable(stack, 'zone_id', {}).stringValue,
      'its zone',
      'the id of the zone',
    ],
  ] as const)('is a warning when the zone is %s', (_, zoneOf, zone, word) => {
    const stack = zoneStack();
    const props = { zoneId: zoneOf(stack), targetState: 'finished' } as const;
    const migration = new ManagedRulesMigration(stack, 'migration', props);
    expect(validationErrors(stack)).toEqual([]);
    expect(warningsOf(migration)).toEqual([warning(zone, word)]);
  });

  test.each([
    ['the target is validation', validation],
    [
      'the acknowledgement is known only later',
      { zoneId: ZONE, targetState: 'finished', acknowledgeIrreversible: '${var.a}' },
    ],
    ['the acknowledgement is set', { zoneId: ZONE, targetState: 'finished', acknowledgeIrreversible: ZONE }],
    ['it is approved', { zoneId: ZONE, targetState: 'finished', approvedDigest: DIGEST }],
  ] as const)('brings no warning when %s', (_, props) => {
    const stack = zoneStack();
    const migration = new ManagedRulesMigration(stack, 'migration', props);
    expect(validationErrors(stack)).toEqual([]);
    expect(warningsOf(migration)).toEqual([]);
  });
});
