import { Lazy, TerraformVariable, Token } from 'cdktf';
import { type Adjustments, ManagedRulesMigration } from '../../lib';
import { approvalOf } from './approval-row';
import { warningsOf, ZONE, zoneStack } from './logpush-stack';
import { synthPart, type testStack, validationErrors } from './synth';

const RULESET = 'efb7b8c949ac4650a09736fc376e9aee';
const DIGEST = approvalOf('finished');
const validation = { zoneId: ZONE, targetState: 'validation' } as const;

type Stack = ReturnType<typeof testStack>;

test('tokens for adjustments become the form of the schema, where the engine converts one for all', () => {
  const stack = zoneStack();
  const token = Token.asAny(new TerraformVariable(stack, 'adjustments', {}).value);
  const of = (id: string, adjustments: Adjustments): unknown =>
    new ManagedRulesMigration(stack, id, { ...validation, zoneId: id.repeat(32), adjustments });
  of('a', token);
  of('b', { [RULESET]: token });
  of('c', Lazy.anyValue({ produce: () => ({ [RULESET]: token }) }));
  const all = synthPart(stack, 'resource') as Record<string, Record<string, { adjustments: unknown }>>;
  const written = Object.values(all['zone_managed_rules_migration'] ?? {});
  expect(written.map(({ adjustments }) => adjustments)).toEqual([
    '${{ for key, val in var.adjustments: key => { rules = val } }}',
    ...[1, 2].map(() => ({ [RULESET]: { rules: '${var.adjustments}' } })),
  ]);
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

  const finished = { zoneId: ZONE, targetState: 'finished' } as const;
  test.each([
    ['the target is validation', validation],
    ['the acknowledgement is known only later', { ...finished, acknowledgeIrreversible: '${var.a}' }],
    ['the acknowledgement is set', { ...finished, acknowledgeIrreversible: ZONE }],
    ['it is approved', { ...finished, approvedDigest: DIGEST }],
  ] as const)('brings no warning when %s', (_, props) => {
    const stack = zoneStack();
    const migration = new ManagedRulesMigration(stack, 'migration', props);
    expect(validationErrors(stack)).toEqual([]);
    expect(warningsOf(migration)).toEqual([]);
  });
});
