import { inLane } from '../support/lane';
import {
  applyRules,
  CORE,
  flat,
  MANAGED,
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
