import { between, distinct, oneOf, ruleName, ruleOwner, unknown, zoneId, type Check } from '../../../schema';

const ID = '023e105f4ecef8ad9ca31a8372d0c353';
const NO_IDS = ['', ID.slice(1), `${ID}0`, ID.toUpperCase(), `${ID}\n`, ` ${ID}`, ID.replace('0', 'g'), '*'];

/** What is said of others: test/refusals/table.ts. */
test.each<readonly [string, Check<never>, readonly unknown[], readonly unknown[]]>([
  ['out_of_range', between(1, 500), [1, 2, 499.5, 500], [0, -1, 500.5, 501, Infinity, NaN]],
  ['not_one_of', oneOf('http', 'dns'), ['http', 'dns'], ['', 'htt', 'https', 'HTTP', 'toString']],
  ['zone_id_malformed', zoneId, [ID], NO_IDS],
  [
    'repeated_value',
    distinct,
    [
      ['a', 'A', 'a ', 1, '1'],
      [unknown, unknown],
      [null, null, undefined],
    ],
    [[1, 1]],
  ],
  [
    'owner_malformed',
    ruleOwner,
    ['a', '0', 'team-a1', 'a'.repeat(30)],
    ['a'.repeat(31), '', 'A', 'a_b', 'a--b', '-a', 'a-'],
  ],
  [
    'rule_name_malformed',
    ruleName,
    ['a', 'A_b.c-0', '_', 'x'.repeat(64)],
    ['x'.repeat(65), '', '.a', '-a', 'a b', 'a\n'],
  ],
])('what is %s', (code, check, taken, others) => {
  const found = (values: readonly unknown[]) => values.map((value) => check(value as never)[0]?.code);
  expect([found(taken), found(others)]).toEqual([taken.map(() => undefined), others.map(() => code)]);
});

test('duplicates are reported once each', () => {
  expect(distinct(['b', 'a', 'b', unknown, 'a', 'b', 'c'])).toEqual(
    ['b', 'a'].map((name) => ({
      code: 'repeated_value',
      path: [],
      message: `"${name}" is listed more than once.`,
      hint: 'Each name is logged once. Remove the duplicate.',
    })),
  );
});
