import fc from 'fast-check';

/** Managed rulesets of the emulator's samples, with some of their rules and categories. */
const RULESETS = {
  efb7b8c949ac4650a09736fc376e9aee: {
    rules: [
      '0242110ae62e44028a13bf4834780914',
      '75a0060762034a6cb663fd51a02344cb',
      '7b822fd1f5814e17888ded658480ea8f',
    ],
    categories: ['wordpress', 'sqli', 'joomla'],
  },
  '4814384a9e5d4991b9815dcfc25d2f1f': {
    rules: ['8ac8bc2a661e475d940980f9317f28e1', '6179ae15870a4bb7b2d480d4843b323c'],
    categories: ['paranoia-level-2', 'paranoia-level-3', 'paranoia-level-4'],
  },
  c2e184081120413c86c3ab7e14069605: {
    rules: ['8f3a52c1a5b84f4e8a1f6d8f2b0c4e05'],
    categories: ['generic', 'joomla'],
  },
} as const;

type RulesetId = keyof typeof RULESETS;

const IDS = Object.keys(RULESETS) as readonly RulesetId[];
const CORE: RulesetId = '4814384a9e5d4991b9815dcfc25d2f1f';
const SCORE_RULE = '6179ae15870a4bb7b2d480d4843b323c';

/** A configuration of `zone_managed_rules`, as a user may write it. */
export interface RulesConfig {
  readonly rules: readonly object[];
}

const ACTIONS = ['block', 'challenge', 'js_challenge', 'managed_challenge', 'log'] as const;
/** What begins a template in HCL would have to be escaped. */
const withoutTemplates = (text: string): string => text.replace(/[$%]/g, 'ö');

const word = fc.constantFrom(...ACTIONS);
const expression = fc.constantFrom('true', 'ssl', 'http.host eq "ä.example"', 'ip.src in {192.0.2.0/24}');
const changes = fc
  .record({ action: word, enabled: fc.boolean() }, { requiredKeys: [] })
  .filter((one) => Object.keys(one).length > 0);
const content = fc.record(
  {
    enabled: fc.boolean(),
    description: fc.string({ unit: 'grapheme-ascii', maxLength: 8 }).map(withoutTemplates),
  },
  { requiredKeys: [] },
);
const someOf = <T>(items: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...items], { minLength: 1 });

function byKey(keys: readonly string[]): fc.Arbitrary<Readonly<Record<string, object>>> {
  return fc
    .subarray([...keys])
    .chain((some) =>
      fc
        .tuple(...some.map(() => changes))
        .map((all) => Object.fromEntries(some.map((key, index) => [key, all[index] ?? {}]))),
    );
}

function overrides(id: RulesetId, skipped: readonly string[] = []): fc.Arbitrary<object> {
  const { rules, categories } = RULESETS[id];
  const named = rules.filter((rule) => !skipped.includes(rule));
  return fc.record(
    {
      action: word,
      enabled: fc.boolean(),
      ...(id === CORE ? {} : { categories: byKey(categories) }),
      rules: byKey(named),
    },
    { requiredKeys: [] },
  );
}

const coreSettings = fc.record(
  {
    paranoia_level: fc.integer({ min: 1, max: 4 }),
    score_threshold: fc.constantFrom(25, 40),
    action: word,
  },
  { requiredKeys: [] },
);

const versions = fc.record(
  { version: fc.constantFrom('latest', '180'), matched_data: fc.constant({ public_key: 'key' }) },
  { requiredKeys: [] },
);

function executing(id: RulesetId): fc.Arbitrary<object> {
  const settings =
    id === CORE
      ? fc.record(
          { core_rule_set: coreSettings, overrides: overrides(id, [SCORE_RULE]) },
          { requiredKeys: [] },
        )
      : fc.record({ overrides: overrides(id) }, { requiredKeys: [] });
  return fc
    .tuple(content, fc.record({ expression }, { requiredKeys: [] }), settings, versions)
    .map(([some, where, more, of]) => ({ ...some, ...where, execute: { ruleset_id: id, ...more, ...of } }));
}

/** What an exception skips besides managed rules. */
const products = { phases: ['http_ratelimit'], products: ['waf', 'bic'] };
const skipped = fc.oneof(
  fc.constantFrom(
    { ruleset: 'current' },
    { ruleset: 'current', rulesets: [], rules: {} },
    products,
    { ...products, ruleset: 'current' },
    { products: ['hot'] },
  ),
  someOf(IDS).chain((rulesets) => fc.constantFrom({ rulesets }, { rulesets, rules: {} })),
  fc
    .constantFrom(...IDS)
    .chain((id) => someOf<string>(RULESETS[id].rules).map((ids) => ({ rules: { [id]: ids } }))),
);
const logging = fc.record({ logging: fc.record({ enabled: fc.boolean() }) }, { requiredKeys: [] });
const skipping = fc
  .tuple(content, expression, skipped, logging)
  .map(([some, where, skip, logs]) => ({ expression: where, ...some, skip, ...logs }));

/** Random rules under random names in a random order. */
export const rulesConfig: fc.Arbitrary<RulesConfig> = fc
  .tuple(
    someOf(IDS).chain((ids) => fc.tuple(...ids.map(executing))),
    fc.array(skipping, { maxLength: 3 }),
    fc.shuffledSubarray(['a', 'b', 'c', 'x.1', 'y-2', 'Z_3'], { minLength: 6 }),
  )
  .chain(([executed, skips, names]) => {
    const rules = [...executed, ...skips].map((rule, index) => ({ name: names[index] ?? '', ...rule }));
    return fc.shuffledSubarray(rules, { minLength: rules.length });
  })
  .map((rules) => ({ rules }));

const item = fc.record(
  { action: word, enabled: fc.boolean(), sensitivity_level: fc.constantFrom('low', 'eoff') },
  { requiredKeys: ['enabled'] },
);

function handMadeExecute(id: RulesetId): fc.Arbitrary<object> {
  const { rules, categories } = RULESETS[id];
  const items = (key: string, names: readonly string[]): fc.Arbitrary<readonly object[]> =>
    fc
      .tuple(
        fc.shuffledSubarray([...names], { minLength: 1 }),
        fc.array(item, { minLength: 9, maxLength: 9 }),
      )
      .map(([some, all]) => some.map((name, index) => ({ [key]: name, ...all[index] })));
  return fc
    .record(
      {
        overrides: fc.record(
          {
            enabled: fc.boolean(),
            categories: items('category', categories),
            rules: items('id', rules),
          },
          { requiredKeys: ['enabled'] },
        ),
        version: fc.constantFrom('latest', '180'),
        matched_data: fc.constantFrom({ public_key: 'key' }, { public_key: 'key', x_future: 1 }),
      },
      { requiredKeys: [] },
    )
    .map((parameters) => ({ action: 'execute', action_parameters: { id, ...parameters } }));
}

const handMadeSkip = fc
  .oneof(
    fc.constantFrom(
      { ruleset: 'current' },
      { products: ['waf'], phase: 'current' },
      { phases: ['http_ratelimit', 'http_request_sbfm'], ruleset: 'current' },
      { rulesets: [...IDS] },
      { rulesets: [CORE], rules: { c2e184081120413c86c3ab7e14069605: [] } },
    ),
    skipped.map((one) => {
      // The service takes no empty list, which a configuration may have.
      const filled = Object.entries(one).filter(([, value]) => Object.keys(value).length > 0);
      return Object.fromEntries(filled);
    }),
  )
  .chain((action_parameters) =>
    fc.record(
      {
        action: fc.constant('skip'),
        action_parameters: fc.constant(action_parameters),
        logging: fc.record({ enabled: fc.boolean(), x_future: fc.nat() }, { requiredKeys: ['enabled'] }),
      },
      { requiredKeys: ['action', 'action_parameters'] },
    ),
  );

/** Rules as somebody saves them by hand, also such as no configuration can express. */
export const handMadeRules: fc.Arbitrary<readonly object[]> = fc
  .tuple(
    fc.subarray([...IDS]).chain((ids) => fc.tuple(...ids.map(handMadeExecute))),
    fc.array(handMadeSkip, { maxLength: 4 }),
    fc.array(fc.nat(), { minLength: 9, maxLength: 9 }),
    fc.array(fc.tuple(content, expression), { minLength: 7, maxLength: 7 }),
  )
  .map(([deployed, exceptions, keys, contents]) =>
    [...deployed, ...exceptions]
      .map((rule, index) => ({
        rule: { ...rule, ...contents[index]?.[0], expression: contents[index]?.[1] },
        key: keys[index] ?? 0,
      }))
      .sort((one, other) => one.key - other.key)
      .map(({ rule }) => rule),
  );
