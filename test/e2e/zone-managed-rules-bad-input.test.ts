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

/** Of Cloudflare, which the sample does not list. */
const OF_VENDOR = '8840c3fa2c7947f6b10176ceb8f65558';

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
  ])('%s is refused at plan, with the nearest', async (_what, given, says) => {
    workspace.write('main.tf', rules(given));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    for (const part of says) expect(flat(stderr)).toContain(part);
  });

  test('a rule and a category that its list, a sample, does not have bring a warning, and are saved', async () => {
    const overrides = { categories: { drupal: { enabled: false } }, rules: { [OF_VENDOR]: { action: 'log' } } };
    workspace.write('main.tf', rules(overridden(overrides)));
    const { exitCode, stdout } = await workspace.apply();
    expect(exitCode).toBe(0);
    const warnings = flat(stdout).split('Warning: ').slice(1);
    expect(warnings).toHaveLength(2);
    expect(warnings.join('')).toContain(`not list the rule ${OF_VENDOR}; the service decides`);
    expect(warnings.join('')).toContain('not list the category "drupal"; the service');
    expect(JSON.stringify(saved())).toContain(OF_VENDOR);
    await rest();
  });

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
