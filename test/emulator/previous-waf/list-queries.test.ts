import type { SeedZone } from '../../../emulator';
import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import { CORE_PACKAGE_ID, MANAGED_PACKAGE_ID } from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';

const FIREWALL_RULES = '/firewall/rules';
const PACKAGES = '/firewall/waf/packages';
const GROUPS = `${PACKAGES}/${MANAGED_PACKAGE_ID}/groups`;
const RULES = `${PACKAGES}/${MANAGED_PACKAGE_ID}/rules`;
const CORE_RULES = `${PACKAGES}/${CORE_PACKAGE_ID}/rules`;
const SPECIALS = 'de677e5818985db1285d0e80225f06e5';
const CONTENT = 'cfda825dfda411ea218cb70e6c88e82e';

type PreviousWaf = SeedZone['previous_waf'];

const MODES: PreviousWaf = {
  groups: { [CONTENT]: 'off' },
  rules: {
    '100015': 'disable',
    '100016': 'simulate',
    '100030': 'block',
    '100043': 'challenge',
    '990012': 'off',
  },
};

const pageRule = (url: string, priority: number, status: 'active' | 'disabled') => ({
  url,
  priority,
  status,
  actions: [{ id: 'always_use_https' }],
});

const PAGE_RULES: PreviousWaf = {
  page_rules: [pageRule('a/', 2, 'active'), pageRule('b/', 3, 'disabled'), pageRule('c/', 1, 'active')],
};

/** Lists, and shows this of each item. */
async function listed<T>(previous_waf: PreviousWaf, path: string, of: (item: T) => unknown) {
  const zone = { id: DEFAULT_ZONE_ID, name: 'example.com', ...(previous_waf && { previous_waf }) };
  const { body } = await caller(createEmulator({ seed: { zones: [zone] } }))('GET', path);
  return (body.result as readonly T[]).map(of);
}

const byId = ({ id }: { id: string }): string => id;
const byName = ({ name }: { name: string }): string => name;

describe('docs/internals/service.md 7.7: packages by query', () => {
  it.each([
    ['', ['Managed', 'Core rule set 2.x', 'USER']],
    ['?name=USER', ['USER']],
    ['?name=user', []],
    ['?order=name', ['Core rule set 2.x', 'Managed', 'USER']],
    ['?order=name&direction=desc', ['USER', 'Managed', 'Core rule set 2.x']],
    ['?direction=desc', ['USER', 'Core rule set 2.x', 'Managed']],
    ['?order=name&page=1&per_page=5&match=all', ['Core rule set 2.x', 'Managed', 'USER']],
    ['?mode=on', ['Managed', 'Core rule set 2.x', 'USER']],
  ])('%s', async (query, expected) => {
    expect(await listed({}, PACKAGES + query, byName)).toEqual(expected);
  });
});

describe('docs/internals/service.md 7.7: groups by query', () => {
  it.each([
    ['?mode=on', [SPECIALS]],
    ['?mode=off', [CONTENT]],
    ['?name=Content%20management', [CONTENT]],
    ['?rules_count=3', [SPECIALS, CONTENT]],
    ['?rules_count=0', []],
    ['?order=mode', [CONTENT, SPECIALS]],
    ['?order=mode&direction=desc', [SPECIALS, CONTENT]],
    ['?order=rules_count', [SPECIALS, CONTENT]],
    ['?mode=off&name=Application%20specials', []],
    ['?mode=off&name=Application%20specials&match=any', [SPECIALS, CONTENT]],
  ])('%s', async (query, expected) => {
    expect(await listed(MODES, GROUPS + query, byId)).toEqual(expected);
  });
});

describe('docs/internals/service.md 7.7: rules by query', () => {
  it.each([
    ['?mode=DIS', ['100015']],
    ['?mode=SIM', ['100016']],
    ['?mode=BLK', ['100030']],
    ['?mode=CHL', ['100043']],
    [`?group_id=${CONTENT}`, ['100043', '100044', '100045']],
    ['?description=SQL%20injection', ['100044']],
    ['?description=SQL', []],
    ['?priority=2', ['100016']],
    [`?group_id=${CONTENT}&mode=CHL`, ['100043']],
    ['?priority=2&mode=CHL&match=any', ['100016', '100043']],
    ['?order=priority&direction=desc', ['100045', '100044', '100043', '100030', '100016', '100015']],
    ['?order=group_id', ['100043', '100044', '100045', '100015', '100016', '100030']],
    ['?order=description&per_page=5', ['100015', '100030', '100043', '100016', '100044']],
  ])('%s', async (query, expected) => {
    expect(await listed(MODES, RULES + query, byId)).toEqual(expected);
  });

  it('?mode=DIS also finds the rules of an anomaly package that are off', async () => {
    expect(await listed(MODES, `${CORE_RULES}?mode=DIS`, byId)).toEqual(['990012']);
  });
});

describe('docs/internals/service.md 7.9: page rules by query', () => {
  const url = ({ targets }: { targets: { constraint: { value: string } }[] }) => targets[0]?.constraint.value;

  it.each([
    ['', ['b/', 'a/', 'c/']],
    ['?order=priority', ['b/', 'a/', 'c/']],
    ['?direction=asc', ['c/', 'a/', 'b/']],
    ['?status=active', ['a/', 'c/']],
    ['?status=disabled&match=any', ['b/']],
    ['?order=status', ['b/', 'a/', 'c/']],
    ['?order=status&direction=asc', ['c/', 'a/', 'b/']],
    ['?per_page=5&page=2', []],
  ])('%s', async (query, expected) => {
    expect(await listed(PAGE_RULES, `/pagerules${query}`, url)).toEqual(expected);
  });

  it('are all listed unless pages are asked for', async () => {
    const page_rules = Array.from({ length: 125 }, (_, index) => pageRule(`p${index}`, index + 1, 'active'));
    expect(await listed({ page_rules }, '/pagerules', url)).toHaveLength(125);
    expect(await listed({ page_rules }, '/pagerules?page=2', url)).toHaveLength(50);
  });
});

describe('docs/internals/service.md 7.7: a value that a parameter does not have', () => {
  it.each([
    [PACKAGES, 'order=status', 'name'],
    [PACKAGES, 'order=constructor', 'name'],
    [PACKAGES, 'direction=ASC', 'asc or desc'],
    [PACKAGES, 'match=both', 'all or any'],
    [GROUPS, 'mode=default', 'on or off'],
    [GROUPS, 'rules_count=many', 'a number'],
    [GROUPS, 'order=name', 'mode or rules_count'],
    [RULES, 'mode=disable', 'DIS or SIM or BLK or CHL'],
    [RULES, 'mode=__proto__', 'DIS or SIM or BLK or CHL'],
    [RULES, 'order=', 'priority or group_id or description'],
    ['/pagerules', 'status=paused', 'active or disabled'],
    ['/pagerules', 'order=url', 'priority or status'],
    ['/firewall/rules', 'paused=1', 'true or false'],
  ])('%s?%s is refused', async (path, query, allowed) => {
    const { status, body } = await caller(createEmulator())('GET', `${path}?${query}`);
    const [parameter, value] = query.split('=');
    const message = `'${value}' is not a valid value for ${parameter} because it must be ${allowed}`;
    expect([status, body.errors]).toEqual([400, [{ code: 20021, message }]]);
  });
});

async function withRules(count: number) {
  const call = caller(createEmulator());
  const rules = Array.from({ length: count }, (_, index) => ({
    action: 'log',
    filter: { expression: `rule ${index}` },
  }));
  await call('POST', FIREWALL_RULES, rules);
  return call;
}

describe('docs/internals/service.md 7.7: pages of a list', () => {
  it.each([
    ['', 0, 25, { page: 1, per_page: 25, count: 25, total_count: 120, total_pages: 5 }],
    ['?page=5', 100, 20, { page: 5, per_page: 25, count: 20, total_count: 120, total_pages: 5 }],
    ['?page=6', 0, 0, { page: 6, per_page: 25, count: 0, total_count: 120, total_pages: 5 }],
    ['?per_page=100', 0, 100, { page: 1, per_page: 100, count: 100, total_count: 120, total_pages: 2 }],
    ['?per_page=5&page=24', 115, 5, { page: 24, per_page: 5, count: 5, total_count: 120, total_pages: 24 }],
    [
      '?page=999999999',
      0,
      0,
      { page: 999_999_999, per_page: 25, count: 0, total_count: 120, total_pages: 5 },
    ],
  ])('%s', async (query, first, count, info) => {
    const { status, body } = await (await withRules(120))('GET', FIREWALL_RULES + query);
    const expressions = (body.result as { filter: { expression: string } }[]).map(
      ({ filter }) => filter.expression,
    );
    expect(status).toBe(200);
    expect(expressions).toEqual(Array.from({ length: count }, (_, index) => `rule ${first + index}`));
    expect(body.result_info).toEqual(info);
  });

  it.each([
    '?page=0',
    '?page=-1',
    '?page=1.0',
    '?page=',
    '?page=1e3',
    '?page=9999999999',
    '?per_page=4',
    '?per_page=101',
    '?per_page=all',
    '?per_page=%205',
  ])('refuses %s', async (query) => {
    const call = caller(createEmulator());
    for (const path of [
      FIREWALL_RULES,
      '/filters',
      '/pagerules',
      '/firewall/waf/overrides',
      PACKAGES,
      GROUPS,
      RULES,
    ])
      expect((await call('GET', path + query)).status).toBe(400);
  });
});
