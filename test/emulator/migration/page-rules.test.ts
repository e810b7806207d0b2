import type { SeedZone } from '../../../emulator';
import { CORE, MANAGED, migratingZone } from './migrating-zone';

type PageRules = NonNullable<NonNullable<SeedZone['previous_waf']>['page_rules']>;

const OFF = [{ id: 'waf', value: 'off' }];
const ON = [{ id: 'waf', value: 'on' }];
const SECURITY_OFF = [{ id: 'disable_security' }];
const NEITHER = [{ id: 'cache_level', value: 'bypass' }];

const url = (pattern: string): string => `http.request.full_uri wildcard r"${pattern}"`;
const both = (rest: string): string => `(${url(`http://${rest}`)} or ${url(`https://${rest}`)})`;

async function rulesOf(previousWaf: SeedZone['previous_waf']): Promise<readonly Record<string, unknown>[]> {
  const zone = migratingZone({ ...(previousWaf && { previous_waf: previousWaf }) });
  return (await zone.config()).body.result.rules as readonly Record<string, unknown>[];
}

async function exceptionsOf(pageRules: PageRules): Promise<readonly unknown[]> {
  const rules = await rulesOf({ page_rules: pageRules });
  return rules.filter((rule) => rule['action'] === 'skip').map((rule) => rule['expression']);
}

describe('page rules that turn the previous managed rules off', () => {
  it.each([
    ['both schemes without one', 'example.com/a/*', both('example.com/a/*')],
    ['one scheme', 'https://example.com/a', url('https://example.com/a')],
    ['a scheme in capitals', 'HTTP://example.com/a', url('http://example.com/a')],
    ['a star for the scheme', '*://example.com/a', both('example.com/a')],
    ['a star before the host', '*.example.com/', both('*.example.com/')],
    ['a host alone', 'example.com', both('example.com/')],
    [
      'a URL in the query',
      'example.com/?to=https://other.example/',
      both('example.com/?to=https://other.example/'),
    ],
    ['a quote', 'example.com/"x', both('example.com/%22x')],
    ['a backslash', 'example.com/\\*', both('example.com/\\\\*')],
    ['two stars', 'example.com/**', both('example.com/*')],
  ])('%s', async (_name, pattern, expression) => {
    expect(await exceptionsOf([{ url: pattern, actions: OFF }])).toEqual([expression]);
  });

  it.each([
    ['WAF Off', OFF],
    ['Disable Security', SECURITY_OFF],
    ['Disable Security with WAF On', [...ON, ...SECURITY_OFF]],
  ])('%s becomes an exception', async (_name, actions) => {
    expect(await exceptionsOf([{ url: 'example.com/a', actions }])).toEqual([both('example.com/a')]);
  });

  it.each([
    ['WAF On', { actions: ON }],
    ['another setting', { actions: NEITHER }],
    ['WAF Off that is disabled', { actions: OFF, status: 'disabled' as const }],
  ])('%s becomes no exception', async (_name, rule) => {
    expect(await exceptionsOf([{ url: 'example.com/a', ...rule }])).toEqual([]);
  });

  it.each([
    ['WAF On', { actions: ON }, ' and not '],
    ['another setting', { actions: NEITHER }, ' and not '],
    ['WAF On that is disabled', { actions: ON, status: 'disabled' as const }, undefined],
    ['WAF On of less precedence', { actions: ON, priority: 1 }, undefined],
  ])('the URLs of %s are excluded from a later WAF Off', async (_name, rule, taken) => {
    const found = await exceptionsOf([
      { url: 'example.com/*', actions: OFF, priority: 2 },
      { url: 'example.com/admin/*', priority: 3, ...rule },
    ]);
    const expected = taken && `${both('example.com/*')}${taken}${both('example.com/admin/*')}`;
    expect(found).toEqual([expected ?? both('example.com/*')]);
  });

  it('only overlapping URLs are excluded: no other path, no other suffix', async () => {
    const found = await exceptionsOf([
      { url: 'example.com/api/*.css', actions: OFF, priority: 1 },
      { url: 'example.com/static/*', actions: NEITHER, priority: 4 },
      { url: '*/*.js', actions: NEITHER, priority: 3 },
      { url: '*/API/*', actions: NEITHER, priority: 2 },
    ]);
    expect(found).toEqual([`${both('example.com/api/*.css')} and not ${both('*/API/*')}`]);
  });

  it('two page rules that turn the managed rules off do not exclude each other’s URLs', async () => {
    expect(
      await exceptionsOf([
        { url: 'example.com/*', actions: OFF, priority: 1 },
        { url: 'example.com/a', actions: SECURITY_OFF, priority: 2 },
      ]),
    ).toEqual([both('example.com/a'), both('example.com/*')]);
  });
});

describe("with the zone's switch off", () => {
  it('the rules are saved but not enabled', async () => {
    const rules = await rulesOf({ enabled: false });
    expect(rules.map(({ expression, enabled }) => [expression, enabled])).toEqual([
      ['true', false],
      ['true', false],
    ]);
  });

  it('the managed rulesets run on the URLs of page rules with WAF On', async () => {
    const rules = await rulesOf({
      enabled: false,
      page_rules: [
        { url: 'https://example.com/shop/*', actions: ON, priority: 5 },
        { url: 'https://example.com/pay/*', actions: ON, priority: 4 },
      ],
    });
    const expression = `(${url('https://example.com/shop/*')} or ${url('https://example.com/pay/*')})`;
    expect(
      rules.map((rule) => [
        (rule['action_parameters'] as { id: string }).id,
        rule['expression'],
        rule['enabled'],
      ]),
    ).toEqual([
      [MANAGED, expression, true],
      [CORE, expression, true],
    ]);
  });

  it('an earlier page rule excludes its URLs from WAF On', async () => {
    const rules = await rulesOf({
      enabled: false,
      page_rules: [
        { url: 'https://example.com/*', actions: ON, priority: 1 },
        { url: 'https://example.com/a', actions: NEITHER, priority: 2 },
        { url: 'https://example.org/', actions: ON, priority: 3 },
      ],
    });
    expect(rules[0]?.['expression']).toBe(
      `(${url('https://example.org/')} or (${url('https://example.com/*')} and not ${url('https://example.com/a')}))`,
    );
  });

  it('page rules with WAF On protect: finishing without an enabled rule is refused', async () => {
    const page_rules = [{ url: 'example.com/*', actions: ON }];
    const zone = migratingZone({ previous_waf: { enabled: false, page_rules } });
    const { status, body } = await zone.update('waf_migration=pending&phase_two=1', []);
    expect([status, body.errors[0]?.code]).toEqual([400, 30108]);
  });
});
