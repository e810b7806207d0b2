import { inLane } from '../support/lane';
import { hcl } from '../support/workspace';
import {
  applyRules,
  CORE,
  CORE_SCORE_RULE,
  flat,
  MANAGED,
  resource,
  rest,
  rules,
  saved,
  SCANNER_RULE,
  useManagedZone,
  workspace,
  type Rules,
} from './managed-zone';

useManagedZone(inLane({ share: 'workspace', whole: 'engine' }));

/** Ids of the form that rules of the service have, none of them listed; the first is a rule of Cloudflare. */
const OF_VENDOR = Array.from({ length: 350 }, (_, index) =>
  index === 0 ? '8840c3fa2c7947f6b10176ceb8f65558' : (0x8840_c3fa + index * 7_919).toString(16).repeat(4),
);

const overridden = (overrides: object): Rules => ({
  deployments: { cloudflare: { ruleset_id: MANAGED, overrides } },
});
const excepted = (exception: object, order?: readonly string[]): Rules => ({
  deployments: { cloudflare: { ruleset_id: MANAGED } },
  exceptions: { office: { expression: 'ssl', ...exception } },
  ...(order ? { order } : {}),
});

/** What is wrong with a configuration, and what the message says. */
const AT_VALIDATE: readonly (readonly [string, Rules, string])[] = [
  ['nothing declared', {}, 'There are no managed rules'],
  [
    'two deployments of one managed ruleset',
    { deployments: { a: { ruleset_id: MANAGED }, b: { ruleset_id: MANAGED, expression: 'ssl' } } },
    'The deployments "a" and "b" are of the same managed ruleset',
  ],
  [
    'a managed ruleset by its name',
    { deployments: { a: { ruleset_id: 'cloudflare owasp core rules' } } },
    `Cloudflare OWASP Core Ruleset is "${CORE}"`,
  ],
  [
    'an override of a rule that sets nothing',
    overridden({ rules: { [SCANNER_RULE]: {} } }),
    `The override of the rule ${SCANNER_RULE} sets nothing`,
  ],
  [
    'an override of a category that sets nothing',
    overridden({ categories: { wordpress: {} } }),
    'The override of the category "wordpress" sets nothing',
  ],
  ['a rule by its name', overridden({ rules: { scanner: { enabled: false } } }), 'is not the id of a rule'],
  ['an unknown action', overridden({ action: 'allow' }), '"allow" is not an allowed value'],
  [
    'a threshold of a rule without a score',
    overridden({ rules: { [SCANNER_RULE]: { score_threshold: 25 } } }),
    'score_threshold has no meaning',
  ],
  [
    'settings of the core rule set for another ruleset',
    { deployments: { a: { ruleset_id: MANAGED, core_rule_set: { paranoia_level: 1 } } } },
    'has no paranoia levels',
  ],
  [
    'the score rule twice',
    {
      deployments: {
        a: {
          ruleset_id: CORE,
          core_rule_set: { score_threshold: 25 },
          overrides: { rules: { [CORE_SCORE_RULE]: { action: 'log' } } },
        },
      },
    },
    'core_rule_set and overrides both set the threshold and the action of the score rule',
  ],
  ['an exception that skips nothing', excepted({}), 'The exception "office" skips nothing'],
  ['an exception with an empty list', excepted({ rulesets: [] }), 'The exception "office" skips nothing'],
  ['an exception without rules', excepted({ rules: { [MANAGED]: [] } }), 'No rules are listed'],
  [
    'an exception of all and of some',
    excepted({ skip: 'remaining', rulesets: [MANAGED] }),
    'has both skip and rulesets',
  ],
  [
    'a name that does not exist in order, and one that is missing',
    excepted({ skip: 'remaining' }, ['ofice', 'cloudflare']),
    'Did you mean "office"?',
  ],
  [
    'a name twice in order',
    excepted({ skip: 'remaining' }, ['office', 'office', 'cloudflare']),
    'more than once',
  ],
  [
    'a name missing in order',
    excepted({ skip: 'remaining' }, ['office']),
    'order does not name "cloudflare"',
  ],
  [
    'one name in both maps',
    {
      ...overridden({ action: 'log' }),
      exceptions: { cloudflare: { expression: 'ssl', skip: 'remaining' } },
    },
    'is the name of a deployment and of an exception',
  ],
  ['a name that is none', { deployments: { 'a b': { ruleset_id: MANAGED } } }, '"a b" cannot be the name'],
];

describe('before anything is asked of the service', () => {
  let said: ReadonlyMap<string, string>;
  beforeAll(async () => {
    said = await diagnosed(
      AT_VALIDATE.map(([, given]) => given),
      ['validate', '-json'],
    );
  });

  test.each(AT_VALIDATE.map(([what, , message], index) => [what, `case_${index}`, message] as const))(
    '%s',
    (_what, name, message) => {
      expect(said.get(name)).toContain(message);
    },
  );
});

/** What the engine says of each of these resources, in one run. */
async function diagnosed(
  all: readonly Rules[],
  command: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const blocks = all.map((given, index) => resource(`case_${index}`, given));
  workspace.write('main.tf', hcl(blocks.join('\n')));
  const { stdout } = await workspace.run([...command]);
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly {
      readonly summary: string;
      readonly detail: string;
      readonly snippet?: { readonly context: string | null };
    }[];
  };
  const said = new Map<string, string>();
  for (const { summary, detail, snippet } of diagnostics) {
    const [, name = ''] = /"(case_\d+)"/.exec(snippet?.context ?? '') ?? [];
    said.set(name, `${said.get(name) ?? ''} ${flat(`${summary} ${detail}`)}`);
  }
  return said;
}

describe('with what the managed rulesets have', () => {
  test.each<readonly [string, Rules, readonly string[]]>([
    [
      'an unknown rule',
      overridden({ rules: { [SCANNER_RULE.replace('0242', '0243')]: { enabled: false } } }),
      [`(${MANAGED}) has no rule`, `Did you mean ${SCANNER_RULE} (Vulnerability scanner activity)?`],
    ],
    [
      'an unknown category',
      overridden({ categories: { 'word-press': { enabled: false } } }),
      ['has no category "word-press".', 'Did you mean "wordpress"?'],
    ],
    [
      'an unknown rule in an exception',
      excepted({ rules: { [MANAGED]: [SCANNER_RULE.replace('0242', '0243')] } }),
      [`Cloudflare Managed Ruleset (${MANAGED}) has no rule ${SCANNER_RULE.replace('0242', '0243')}`],
    ],
  ])('%s is refused at plan, with the nearest', async (_what, given, says) => {
    workspace.write('main.tf', rules(given));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    for (const part of says) expect(flat(stderr)).toContain(part);
  });

  test.each<readonly [string, Rules, readonly string[]]>([
    [
      'a rule and a category of the service',
      overridden({
        categories: { drupal: { enabled: false } },
        rules: { [OF_VENDOR[0] ?? '']: { action: 'log' } },
      }),
      [
        `not list the rule ${OF_VENDOR[0]}; the service decides`,
        'not list the category "drupal"; the service',
      ],
    ],
    [
      'many rules in an exception',
      excepted({ rules: { [MANAGED]: OF_VENDOR } }),
      [
        'does not list 350 of the rules that are named here',
        `- ${OF_VENDOR[0]} - `,
        '- and 330 more It lists 14 rules',
      ],
    ],
  ])(
    '%s that its list, a sample, does not have: one warning, and then it is saved',
    async (_what, given, says) => {
      workspace.write('main.tf', rules(given));
      const { exitCode, stdout } = await workspace.apply();
      expect(exitCode).toBe(0);
      const warnings = flat(stdout).split('Warning: ').slice(1);
      expect(warnings).toHaveLength(says.length === 3 ? 1 : 2);
      for (const part of says) expect(warnings.join('')).toContain(part);
      expect(JSON.stringify(saved())).toContain(OF_VENDOR[0]);
      await rest();
    },
  );

  test.each([
    ['', 'a'.repeat(32), 'could not be read'],
    [
      ', with the nearest',
      MANAGED.replace(/e$/, 'f'),
      `Did you mean ${MANAGED} (Cloudflare Managed Ruleset)?`,
    ],
  ])('a managed ruleset that cannot be read is only a warning%s', async (_what, unknown, said) => {
    workspace.write('main.tf', rules({ deployments: { a: { ruleset_id: unknown } } }));
    const { exitCode, stdout } = await workspace.plan();
    expect([exitCode, flat(stdout)]).toEqual([2, expect.stringContaining(said)]);
  });

  test.each([
    ['after the last deployment', excepted({ skip: 'remaining' }, ['cloudflare', 'office'])],
    ['of a ruleset that is not deployed', excepted({ rulesets: [CORE] })],
  ])('an exception %s is a warning', async (_what, given) => {
    workspace.write('main.tf', rules(given));
    const { exitCode, stdout } = await workspace.plan();
    expect([exitCode, flat(stdout)]).toEqual([2, expect.stringContaining('"office" has no effect')]);
  });
});

test('what the service refuses is on the attribute, in its words, and nothing is saved', async () => {
  await applyRules(overridden({ action: 'log' }));
  workspace.write(
    'main.tf',
    rules({ deployments: { cloudflare: { ruleset_id: MANAGED, expression: ' ' } } }),
  );
  const { exitCode, stderr } = await workspace.apply();
  expect(exitCode).toBe(1);
  expect(flat(stderr)).toContain('deployments["cloudflare"].expression: The service refuses this');
  expect(flat(stderr)).toContain('because it must not be blank');
  expect(flat(stderr)).toContain('with zone_managed_rules.main, on main.tf');
  expect(saved()).toEqual([{ action: 'execute', id: MANAGED, overrides: { action: 'log' } }]);
});
