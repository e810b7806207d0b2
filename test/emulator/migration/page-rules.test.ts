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

  const [ALL, ADMIN] = ['example.com/*', 'example.com/admin/*'];
  const disabled = { status: 'disabled' } as const;
  /** With an earlier page rule. */
  const afterOne = (rule: object): PageRules => [
    { url: ALL, actions: OFF, priority: 2 },
    { url: ADMIN, actions: ON, priority: 3, ...rule },
  ];
  const butAdmin = `${both(ALL)} and not ${both(ADMIN)}`;
  it.each<[string, PageRules, readonly string[]]>([
    ['WAF Off is an exception', [{ url: ADMIN, actions: OFF }], [both(ADMIN)]],
    ['and so is Disable Security', [{ url: ADMIN, actions: SECURITY_OFF }], [both(ADMIN)]],
    ['also with WAF On', [{ url: ADMIN, actions: [...ON, ...SECURITY_OFF] }], [both(ADMIN)]],
    ['WAF On is none', [{ url: ADMIN, actions: ON }], []],
    ['another setting is none', [{ url: ADMIN, actions: NEITHER }], []],
    ['WAF Off that is disabled is none', [{ url: ADMIN, actions: OFF, ...disabled }], []],
    ['the URLs of WAF On are excluded from a later WAF Off', afterOne({}), [butAdmin]],
    ['and so are those of another setting', afterOne({ actions: NEITHER }), [butAdmin]],
    ['but not of WAF On that is disabled', afterOne(disabled), [both(ALL)]],
    ['nor of WAF On of less precedence', afterOne({ priority: 1 }), [both(ALL)]],
    [
      'nor those of another exception, which has its own rule',
      afterOne({ actions: SECURITY_OFF }),
      [both(ADMIN), both(ALL)],
    ],
    [
      'only overlapping URLs are excluded: no other path, no other suffix',
      [
        { url: 'example.com/api/*.css', actions: OFF, priority: 1 },
        { url: 'example.com/static/*', actions: NEITHER, priority: 4 },
        { url: '*/*.js', actions: NEITHER, priority: 3 },
        { url: '*/API/*', actions: NEITHER, priority: 2 },
      ],
      [`${both('example.com/api/*.css')} and not ${both('*/API/*')}`],
    ],
  ])('%s', async (_name, pageRules, expressions) => {
    expect(await exceptionsOf(pageRules)).toEqual(expressions);
  });
});

describe("with the zone's switch off", () => {
  const at = (rest: string): string => url(`https://example.com/${rest}`);
  const rule = (path: string, actions: PageRules[number]['actions'], priority: number) => ({
    ...{ url: `https://example.com/${path}`, actions, priority },
  });
  it.each<[string, PageRules, string, boolean]>([
    ['the rules are saved but not enabled', [], 'true', false],
    [
      'the managed rulesets run on the URLs of page rules with WAF On',
      [rule('shop/*', ON, 5), rule('pay/*', ON, 4)],
      `(${at('shop/*')} or ${at('pay/*')})`,
      true,
    ],
    [
      'an earlier page rule excludes its URLs from WAF On',
      [rule('*', ON, 1), rule('a', NEITHER, 2), { ...rule('', ON, 3), url: 'https://example.org/' }],
      `(${url('https://example.org/')} or (${at('*')} and not ${at('a')}))`,
      true,
    ],
  ])('%s', async (_name, page_rules, expression, isEnabled) => {
    const rules = await rulesOf({ enabled: false, page_rules });
    expect(rules).toMatchObject(
      [MANAGED, CORE].map((id) => ({ action_parameters: { id }, expression, enabled: isEnabled })),
    );
  });

  it('page rules with WAF On protect: finishing without an enabled rule is refused', async () => {
    const page_rules = [{ url: 'example.com/*', actions: ON }];
    const zone = migratingZone({ previous_waf: { enabled: false, page_rules } });
    const { status, body } = await zone.update('waf_migration=pending&phase_two=1', []);
    expect([status, body.errors[0]?.code]).toEqual([400, 30108]);
  });
});
