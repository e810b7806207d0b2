import { between, distinct, oneOf, ruleName, ruleOwner, unknown, zoneId } from '../../../schema';

describe('the check between', () => {
  const rule = between(1, 500);

  test.each([1, 2, 499.5, 500])('takes %d', (value) => {
    expect(rule(value)).toEqual([]);
  });

  test.each([0, -1, 500.5, 501, Infinity, NaN])('does not take %d', (value) => {
    expect(rule(value)).toEqual([
      { code: 'out_of_range', path: [], message: `${value} is out of range.`, hint: 'Allowed: 1 to 500.' },
    ]);
  });
});

describe('values for the check distinct', () => {
  test.each<readonly [string, readonly unknown[]]>([
    ['different values', ['a', 'A', 'a ', 1, '1']],
    ['what is not known, any number of times', ['a', unknown, unknown]],
    ['null, any number of times', [null, null, undefined]],
  ])('are %s', (_case, values) => {
    expect(distinct(values)).toEqual([]);
  });

  test('are not duplicates, each reported once', () => {
    expect(distinct(['b', 'a', 'b', unknown, 'a', 'b', 'c'])).toEqual(
      ['b', 'a'].map((name) => ({
        code: 'repeated_value',
        path: [],
        message: `"${name}" is listed more than once.`,
        hint: 'Each name is logged once. Remove the duplicate.',
      })),
    );
  });
});

test.each(['', 'htt', 'https', 'HTTP', 'toString'])('the check of words does not take %j', (word) => {
  expect(oneOf('http', 'dns')(word)).toMatchObject([{ code: 'not_one_of' }]);
});

const ID = '023e105f4ecef8ad9ca31a8372d0c353';

/** What is said of an id: test/refusals/table.ts. */
test.each(['', ID.slice(1), `${ID}0`, ID.toUpperCase(), `${ID}\n`, ` ${ID}`, ID.replace('0', 'g'), '*'])(
  'the id %j is refused',
  (id) => {
    expect(zoneId(id)).toMatchObject([{ code: 'zone_id_malformed' }]);
  },
);

test.each([
  [ruleOwner, ['a', '0', 'team-a1', 'a'.repeat(30)], ['a'.repeat(31), '', 'A', 'a_b', 'a--b', '-a', 'a-']],
  [ruleName, ['a', 'A_b.c-0', '_', 'x'.repeat(64)], ['x'.repeat(65), '', '.a', '-a', 'a b', 'ä', 'a\n']],
])('%p takes %j, and nothing of %j', (check, taken, refused) => {
  expect([...taken, ...refused].filter((text) => check(text).length === 0)).toEqual(taken);
});
