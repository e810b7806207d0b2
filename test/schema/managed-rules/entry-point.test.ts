import {
  checkConfig,
  describeEntryPoint,
  managedRuleOf,
  managedRulesSchema,
  unknown,
  type EntryPointRule,
  type Execute,
  type ManagedRule,
} from '../../../schema';

const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
const SCORE = '6179ae15870a4bb7b2d480d4843b323c';
const MARK = `zonewright-${'a'.repeat(24)}`;

let count = 0;
const rule = (action: string, action_parameters: object, more: object = {}): EntryPointRule => {
  const id = (count += 1).toString(16).padStart(32, '0');
  return {
    id,
    ref: id,
    action,
    expression: 'true',
    description: '',
    enabled: true,
    action_parameters: { ...action_parameters },
    ...more,
  };
};

describe('rules of others get names for people', () => {
  test.each<readonly [string, readonly EntryPointRule[], readonly string[]]>([
    [
      'managed rulesets, the second of which is not known',
      [MANAGED, 'b'.repeat(32)].map((id) => rule('execute', { id })),
      ['cloudflare_managed_ruleset', 'ruleset_bbbbbbbb'],
    ],
    [
      'exceptions by their descriptions, where these may be names',
      ['Crème brûlée', 'x'.repeat(64), 'x'.repeat(65), '1st'].map((description) =>
        rule('skip', { ruleset: 'current' }, { description, ref: `${MARK}-a b` }),
      ),
      ['creme_brulee', 'x'.repeat(64), 'exception_1', 'exception_2'],
    ],
    [
      'an exception described like another rule, which keeps its name wherever it stands',
      [
        rule('skip', { ruleset: 'current' }, { description: 'Cloudflare Managed Ruleset' }),
        rule('skip', { ruleset: 'current' }, { description: 'shop' }),
        rule('execute', { id: MANAGED }),
        rule('skip', { ruleset: 'current' }, { ref: `${MARK}-shop` }),
      ],
      ['cloudflare_managed_ruleset_2', 'shop_2', 'cloudflare_managed_ruleset', 'shop'],
    ],
    [
      'rules that Zonewright wrote, also when two have one name',
      [
        rule('execute', { id: MANAGED }, { ref: `${MARK}-shop` }),
        rule('execute', { id: CORE }, { ref: `${MARK.replace('a', 'b')}-shop` }),
      ],
      ['shop', 'shop_2'],
    ],
  ])('%s', (_what, rules, names) => {
    expect(describeEntryPoint(rules).rules.map(({ name }) => name)).toEqual(names);
  });

  test('the name of a managed ruleset that was looked up is used', () => {
    const found = ['Rules of our Team!', 'x'.repeat(70), 'x'.repeat(80)];
    const rulesetName = (id: string): string => found[Number(id[0])] ?? '';
    const rules = [...found.keys()].map((index) => rule('execute', { id: String(index).repeat(32) }));
    const names = describeEntryPoint(rules, { rulesetName }).rules.map(({ name }) => name);
    expect(names).toEqual(['rules_of_our_team', 'x'.repeat(64), `${'x'.repeat(60)}_2`]);
  });
});

const SET = { enabled: false, action: 'log' };
const off = (...levels: readonly number[]): readonly object[] =>
  levels.map((level) => ({ category: `paranoia-level-${level}`, enabled: false }));

test.each<readonly [string, object, object | null, boolean]>([
  ['none', {}, null, true],
  ['a level', { categories: off(4, 3) }, { paranoia_level: 2 }, true],
  ['a gap in the levels', { categories: off(2, 4) }, null, false],
  ['a level that logs and is off', { categories: [...off(4), { ...off(3)[0], action: 'log' }] }, null, false],
  ['all levels', { categories: off(1, 2, 3, 4) }, null, false],
  ['a level alone', { categories: off(4), rules: [{ id: SCORE, ...SET }] }, { paranoia_level: 3 }, false],
  ['a threshold', { rules: [{ id: SCORE, score_threshold: 60 }] }, { score_threshold: 60 }, true],
  [
    'a level that logs',
    {
      categories: [{ category: 'paranoia-level-4', action: 'log' }],
      rules: [{ id: SCORE, action: 'log' }],
    },
    { action: 'log' },
    false,
  ],
])('overrides of the core rule set become its settings %s', (_what, overrides, settings, isAll) => {
  const { rules } = describeEntryPoint([rule('execute', { id: CORE, overrides })]);
  const none = { paranoia_level: null, score_threshold: null, action: null };
  const found = rules[0]?.execute;
  expect(found?.core_rule_set).toEqual(settings && { ...none, ...settings });
  expect(found?.overrides === null).toBe(isAll);
});

test.each([[null], [4]])(
  'the highest level stays written as %s while others change the threshold',
  (level) => {
    const written = (threshold: number): EntryPointRule =>
      rule('execute', { id: CORE, overrides: { rules: [{ id: SCORE, score_threshold: threshold }] } });
    const [declared] = describeEntryPoint([written(40)]).rules as [ManagedRule];
    const settings = { paranoia_level: level, score_threshold: 40, action: null };
    const prior = { ...declared, execute: { ...(declared.execute as Execute), core_rule_set: settings } };
    const found = [written(40), written(60)].map((one) => managedRuleOf(one, prior));
    const asOverrides = { ...declared, execute: { ...(declared.execute as Execute), core_rule_set: null } };
    expect(managedRuleOf(written(60), asOverrides)).toMatchObject({
      value: { execute: { core_rule_set: null } },
    });
    expect(found).toMatchObject(
      [40, 60].map((score_threshold) => ({
        value: { execute: { core_rule_set: { ...settings, score_threshold } } },
      })),
    );
  },
);

const [OFF, LOG] = [{ enabled: false }, { action: 'log' }];
test.each<readonly [string, object, readonly object[]]>([
  ['in another order', { c: OFF, b: OFF, a: LOG }, [{ overrides: { category_order: ['c', 'b', 'a'] } }]],
  ['in alphabetical order', { a: OFF, b: LOG }, []],
  ['of which all do the same', { b: OFF, a: OFF }, []],
])('the order of categories is kept where it has a meaning: %s', (_what, given, expected) => {
  const categories = Object.entries(given).map(([category, override]) => ({
    category,
    ...(override as object),
  }));
  const { kept } = describeEntryPoint([rule('execute', { id: MANAGED, overrides: { categories } })]);
  expect(Object.values(kept)).toEqual(expected);
});

test.each<readonly [EntryPointRule, string]>([
  [rule('block', {}), 'its action is block'],
  [rule('execute', { id: 7 }), 'it executes 7'],
  [
    rule('execute', { id: MANAGED, overrides: { action: 'allow' } }),
    'its override of the whole ruleset has action "allow"',
  ],
  [
    rule('execute', {
      id: MANAGED,
      overrides: { rules: [{ id: SCORE }, { id: SCORE, action: 'log' }, { id: SCORE, action: 'log' }] },
    }),
    `it has two overrides for "${SCORE}"`,
  ],
  [rule('execute', { id: MANAGED, overrides: [] }), 'its overrides are not an object'],
  [rule('execute', { id: CORE, overrides: { rules: [{ id: 'x' }] } }), 'one of its overrides has the id "x"'],
  [
    rule('execute', { id: CORE, overrides: { rules: [{ id: SCORE, score_threshold: 0 }] } }),
    `its override for "${SCORE}" has score_threshold 0`,
  ],
  [rule('skip', { products: ['waf'], phase: 'current' }), 'it skips phase'],
  [rule('skip', { products: ['bot'] }), 'it skips the products ["bot"]'],
  [rule('skip', { phases: 'all' }), 'it skips the phases "all"'],
  [rule('skip', { phases: ['all'], rules: { [MANAGED]: [] } }), 'it skips rulesets and phases at once'],
  [rule('skip', {}), 'it skips nothing'],
  [rule('skip', { ruleset: 'other' }), 'it skips the ruleset "other"'],
  [rule('skip', { rules: { [MANAGED]: 'all' } }), 'it skips rules without valid ids'],
  [rule('skip', { rules: { all: [SCORE] } }), 'it skips rules without valid ids'],
  [rule('skip', { rulesets: ['all'] }), 'it skips rulesets without valid ids'],
])('what cannot be expressed is said, and why %j', (one, reason) => {
  const { rules, others } = describeEntryPoint([one]);
  expect([rules, others]).toEqual([[], [{ rule: one, reason }]]);
  // One with a name is set back or deleted, and does not stay.
  const named = describeEntryPoint([one], { nameOf: () => 'gone' });
  expect(named).toMatchObject({ rules: [], others: [], ruleIds: { gone: one.id } });
});

test('rules of a state of before stay as they are written, with the defaults that it does not have', () => {
  const there = [rule('skip', { ruleset: 'current' }), rule('execute', { id: MANAGED })];
  const nameOf = ({ action }: EntryPointRule): string => action;
  const now = describeEntryPoint(there, { nameOf }).rules.map(({ skip, ...rest }) => ({
    ...{ ...rest, skip: skip && { ...skip, rulesets: [] } },
  }));
  const before = now.map(({ execute, ...rest }) => ({
    ...{ ...rest, logging: null, execute: execute && { ...execute, version: null } },
  }));
  expect(describeEntryPoint(there, { nameOf, prior: before as never }).rules).toEqual(now);
});

const PHASES = ['http_ratelimit', 'http_of_tomorrow'];

test.each(
  Object.entries<readonly [EntryPointRule, object, object | undefined]>({
    'products alone, and texts that are not in NFC': [
      rule(
        'skip',
        { products: ['waf', 'waf'], phases: null },
        { expression: 'e\u0301', description: 'u\u0308' },
      ),
      {
        ...{ expression: '\u00e9', description: '\u00fc' },
        skip: { ruleset: null, rulesets: null, rules: null, phases: null, products: ['waf'] },
      },
      undefined,
    ],
    'phases, also new ones, and everything else': [
      rule('skip', { phases: PHASES, products: [], ruleset: 'current' }, { logging: null }),
      { skip: { ruleset: 'current', phases: PHASES, products: null }, logging: { enabled: true } },
      undefined,
    ],
    'an exception that is not logged': [
      rule('skip', { ruleset: 'current' }, { logging: { enabled: false, x: 1 } }),
      { logging: { enabled: false } },
      { logging: { x: 1 } },
    ],
    'logging that cannot be expressed': [
      rule('skip', { ruleset: 'current' }, { logging: { enabled: 'all' } }),
      { logging: { enabled: true } },
      { logging: { enabled: 'all' } },
    ],
    'what no attribute is for': [
      rule('execute', { id: MANAGED }, { logging: { enabled: false }, of_later: 1, nothing: null }),
      { logging: null },
      { logging: { enabled: false }, of_later: 1 },
    ],
    'the latest version, and no key': [
      rule('execute', { id: MANAGED, version: 'latest', matched_data: null }),
      { execute: { version: 'latest', matched_data: null }, logging: null },
      undefined,
    ],
    'a pinned version, and a key': [
      rule('execute', { id: MANAGED, version: '180', matched_data: { public_key: 'k', x: 1 } }),
      { execute: { version: '180', matched_data: { public_key: 'k' } } },
      { matched_data: { x: 1 } },
    ],
    'what is neither': [
      rule('execute', { id: MANAGED, version: 180, matched_data: { public_key: '' } }),
      { execute: { version: 'latest', matched_data: null } },
      { version: 180, matched_data: { public_key: '' } },
    ],
  }),
)('what is new in a rule is expressed, and the rest is kept: %s', (_what, [one, expected, expectedKept]) => {
  const { rules, kept } = describeEntryPoint([one]);
  expect([rules, Object.values(kept)[0]]).toEqual([[expect.objectContaining({})], expectedKept]);
  expect(rules).toMatchObject([expected]);
});

test.each<readonly [string, object, readonly string[]]>([
  ['set', { paranoia_level: 2, action: unknown }, ['core_rule_set_misplaced']],
  ['not known yet, and may be null,', { paranoia_level: unknown, action: null }, []],
  ['null', { paranoia_level: null }, []],
])(
  'settings of the core rule set that are %s are refused for another one if they are set',
  (_what, settings, codes) => {
    const rules = [{ name: 'a', execute: { ruleset_id: MANAGED, core_rule_set: settings } }];
    const found = checkConfig(managedRulesSchema, { zone_id: 'a'.repeat(32), rules });
    expect(found.map(({ code }) => code)).toEqual(codes);
  },
);
