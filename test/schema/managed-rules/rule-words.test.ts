import { entryPointRuleInWords, ruleInWords, savedRulesInWords, type ManagedRule } from '../../../schema';

const CORE = '4814384a9e5d4991b9815dcfc25d2f1f';
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const SCORE = '6179ae15870a4bb7b2d480d4843b323c';
const [A, B, C, OTHER] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32), 'd'.repeat(32)] as const;

interface Sent {
  readonly action?: string;
  readonly expression?: string;
  readonly enabled?: boolean;
}

/** A rule as a plan of a migration has it, everywhere unless the case says otherwise. */
const savedRule = (
  parameters: object,
  { action = 'execute', expression = 'true', enabled = true }: Sent = {},
) => ({
  ...{ action, expression, enabled, description: '', action_parameters: JSON.stringify(parameters) },
});
const saved = (...rule: Parameters<typeof savedRule>): string =>
  savedRulesInWords([savedRule(...rule)]).join('');
const skips = (parameters: object, expression?: string): string =>
  saved(parameters, { action: 'skip', ...(expression !== undefined && { expression }) });
const off = { enabled: false };
const log = { action: 'log' };
const paranoia = [2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, ...off }));

test.each<readonly [string, string, string]>([
  ['a well-known managed ruleset', saved({ id: MANAGED }), 'Cloudflare Managed Ruleset everywhere'],
  ['another one', saved({ id: OTHER }), `${OTHER} everywhere`],
  ['one that is off', saved({ id: OTHER }, off), `disabled: ${OTHER} everywhere`],
  [
    'a version and a key',
    saved({ id: OTHER, version: '35', matched_data: { public_key: 'k' } }),
    `${OTHER} (version 35, matched data for the key k) everywhere`,
  ],
  [
    'what is done with categories, rules and all',
    saved({
      id: MANAGED,
      overrides: {
        sensitivity_level: 'low',
        categories: [
          { category: 'drupal', action: 'block', enabled: true },
          { category: 'joomla', ...off },
          { category: 'wordpress', ...off },
        ],
        rules: [...[A, B, C].map((one) => ({ id: one, ...log })), { id: OTHER, ...off }],
      },
    }),
    'Cloudflare Managed Ruleset (all at sensitivity low, category drupal on and set to block, ' +
      `categories joomla and wordpress off, 3 rules log only, rule ${OTHER} off) everywhere`,
  ],
  [
    'two rules',
    saved({ id: MANAGED, overrides: { ...log, rules: [A, B].map((one) => ({ id: one, ...off })) } }),
    `Cloudflare Managed Ruleset (all log only, rules ${A} and ${B} off) everywhere`,
  ],
  [
    'settings of the core rule set',
    saved({
      id: CORE,
      overrides: { categories: paranoia, rules: [{ id: SCORE, ...log, score_threshold: 25 }] },
    }),
    'Cloudflare OWASP Core Ruleset (paranoia level 1, score threshold 25, log only) everywhere',
  ],
  [
    'what attributes cannot express beside what they can',
    saved({ id: OTHER, overrides: { rules: [{ id: A, ...off, more: 1 }] }, new: [2] }),
    `${OTHER} (rule ${A} off) everywhere, and {"new":[2],"overrides":{"rules":{"${A}":{"more":1}}}}`,
  ],
  ['what they cannot express at all', saved({ id: 'x' }), 'execute {"id":"x"} everywhere'],
  [
    'an exception',
    skips({ ruleset: 'current' }),
    'skips nothing, because no managed ruleset comes after it, everywhere',
  ],
  [
    'one for rulesets and rules',
    skips({ rulesets: [CORE], rules: { [MANAGED]: [A], [OTHER]: [A, B, C] } }),
    `skips Cloudflare OWASP Core Ruleset, rule ${A} of Cloudflare Managed Ruleset, 3 rules of ${OTHER} everywhere`,
  ],
  [
    'one for phases and products',
    skips({ phases: ['http_ratelimit'], products: ['waf', 'bic'] }),
    'skips the phase http_ratelimit, the products waf and bic everywhere',
  ],
  ['one that nobody knows', skips({ phase: 'current' }), 'skip {"phase":"current"} everywhere'],
  [
    'a text that is no JSON, in a rule of which nothing says that it is off',
    savedRulesInWords([{ action: 'skip', expression: 'true', action_parameters: '}' }])[0] ?? '',
    'skip {"action_parameters":"}"} everywhere',
  ],
])('a rule in words: %s', (_case, words, expected) => {
  expect(words).toBe(expected);
});

test('what skips all rules after it says how many managed rulesets that are, and its expression is not cut', () => {
  const exception = savedRule(
    { ruleset: 'current', logging: off },
    { action: 'skip', expression: `ssl\nand\n  (${'x'.repeat(4000)})` },
  );
  const [one, disabled] = [savedRule({ id: MANAGED }), savedRule({ id: OTHER }, off)];
  const words = savedRulesInWords([exception, savedRule({ id: CORE }), exception, one, disabled]);
  const where = `without logging where ssl and (${'x'.repeat(4000)})`;
  expect([words[0], words[2]]).toEqual([
    `skips the 2 managed rulesets after it ${where}`,
    `skips the managed ruleset after it ${where}`,
  ]);
});

test('a rule that is declared, and one of the service, are said in the same words', () => {
  const content = { enabled: true, expression: ' ssl ', description: '' };
  const skip = { ruleset: 'current', rulesets: null, rules: null, phases: null, products: null };
  const declared: ManagedRule = { ...content, name: 'a', execute: null, skip, logging: { enabled: false } };
  const there = {
    ...content,
    id: A,
    ref: '',
    action: 'skip',
    action_parameters: { ruleset: 'current' },
  };
  const words = 'skips all rules after it without logging where ssl';
  expect(ruleInWords(declared)).toBe(words);
  expect(entryPointRuleInWords({ ...there, logging: off })).toBe(words);
});
