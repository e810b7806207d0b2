import type { Emulator, SeedZone } from '../../../emulator';
import { createEmulator, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import {
  CORE_PACKAGE_ID,
  CUSTOMER_PACKAGE_ID,
  MANAGED_PACKAGE_ID,
} from '../../../emulator/previous-waf/catalogue';
import { caller } from '../client';

const ID = 'a'.repeat(32);
const OTHER_ID = 'b'.repeat(32);
const GROUP_ID = 'de677e5818985db1285d0e80225f06e5';
const TIME = '2024-05-01T10:00:00.000000Z';

const PACKAGES = '/firewall/waf/packages';
const OVERRIDES = '/firewall/waf/overrides';
const MANAGED = `${PACKAGES}/${MANAGED_PACKAGE_ID}`;
const CORE = `${PACKAGES}/${CORE_PACKAGE_ID}`;

const OVERRIDE = {
  id: ID,
  urls: ['shop.example/*'],
  groups: { [GROUP_ID]: 'disable' },
  rules: { '100015': 'simulate' },
  rewrite_action: { challenge: 'block' },
  priority: -5,
  paused: true,
  description: 'for the check-out',
};
const FILTER = { id: ID, expression: 'ip.src eq 192.0.2.1', paused: false };
const PLAIN_FILTER = { id: OTHER_ID, expression: 'true', paused: false };
const pageRule = (id: string, url: string, more: object = {}) => ({
  id,
  targets: [{ target: 'url', constraint: { operator: 'matches', value: url } }],
  actions: [{ id: 'waf', value: 'off' }],
  priority: 1,
  status: 'active',
  created_on: TIME,
  modified_on: TIME,
  ...more,
});
const PAGE_RULES = [
  pageRule('1'.repeat(32), 'first/'),
  pageRule('2'.repeat(32), 'second/', { priority: 2, status: 'disabled' }),
  pageRule('3'.repeat(32), 'third/', { priority: 2, actions: [{ id: 'disable_security' }] }),
];

const FULL = {
  enabled: false,
  enabled_modified_on: TIME,
  core_rule_set: { sensitivity: 'low', action_mode: 'simulate' },
  groups: { [GROUP_ID]: 'off' },
  rules: { '100030': 'challenge', '990012': 'off' },
  uri_overrides: [OVERRIDE],
  filters: [{ ...FILTER, description: 'Office', ref: 'f' }, PLAIN_FILTER],
  firewall_rules: [
    {
      id: ID,
      action: 'bypass',
      products: ['waf'],
      description: 'd',
      ref: 'r',
      priority: 3,
      filter: { id: ID },
    },
    { id: OTHER_ID, action: 'block', paused: true, filter: { id: OTHER_ID } },
  ],
  page_rules: PAGE_RULES,
} as SeedZone['previous_waf'];

const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const EDITOR = 'editor-token-0123456789abcdefghijklmnopqrstuv';

function withEverything(zone: object = {}): Emulator {
  return createEmulator({
    seed: {
      zones: [{ id: DEFAULT_ZONE_ID, name: 'example.com', previous_waf: FULL, ...zone }],
      credentials: {
        tokens: [
          { token: READER, permissions: ['waf:read'] },
          { token: EDITOR, permissions: ['waf:edit'] },
        ],
      },
    },
  });
}

const reading = (emulator: Emulator) => caller(emulator, DEFAULT_ZONE_ID, READER);
const editing = (emulator: Emulator) => caller(emulator, DEFAULT_ZONE_ID, EDITOR);

const managedPackage = {
  ...{ id: MANAGED_PACKAGE_ID, name: 'Managed', description: 'Rules maintained by the service' },
  ...{ zone_id: DEFAULT_ZONE_ID, detection_mode: 'traditional', status: 'active' },
};
const corePackage = {
  ...{ id: CORE_PACKAGE_ID, name: 'Core rule set 2.x', zone_id: DEFAULT_ZONE_ID, detection_mode: 'anomaly' },
  description: 'Covers common vulnerabilities with an anomaly score',
  ...{ status: 'active', sensitivity: 'low', action_mode: 'simulate' },
};
const group = {
  ...{ id: GROUP_ID, name: 'Application specials', description: 'Attacks on widely used applications' },
  ...{ mode: 'off', allowed_modes: ['on', 'off'], rules_count: 3, modified_rules_count: 1 },
  package_id: MANAGED_PACKAGE_ID,
};
const traditionalRule = {
  ...{ id: '100030', description: 'Cross-site scripting in a query', priority: '3' },
  ...{ group: { id: GROUP_ID, name: 'Application specials' }, package_id: MANAGED_PACKAGE_ID },
  ...{ mode: 'challenge', default_mode: 'challenge' },
  allowed_modes: ['default', 'disable', 'simulate', 'block', 'challenge'],
};
const anomalyRule = {
  ...{ id: '990012', description: 'Rogue web site crawler', priority: '1', package_id: CORE_PACKAGE_ID },
  group: { id: '06d4fe0b66ec2b5a0b2ef2e1a5cb9bd1', name: 'Bad robots' },
  ...{ mode: 'off', allowed_modes: ['on', 'off'] },
};
const OFFICE = { ...FILTER, description: 'Office', ref: 'f' };
const firewallRules = [
  {
    ...{ id: ID, paused: false, description: 'd', action: 'bypass', products: ['waf'], priority: 3 },
    ...{ ref: 'r', filter: OFFICE },
  },
  { id: OTHER_ID, paused: true, action: 'block', priority: null, filter: PLAIN_FILTER },
];

/** Each operation that reads, and what it shows of the zone above. */
const MANAGED_READS: readonly (readonly [name: string, path: string, shown: unknown])[] = [
  ['waf.setting.get', '/settings/waf', { id: 'waf', value: 'off', editable: true, modified_on: TIME }],
  ['waf.packages.list', PACKAGES, [managedPackage, corePackage, expect.objectContaining({ name: 'USER' })]],
  ['waf.groups.list', `${MANAGED}/groups`, [group, expect.objectContaining({ mode: 'on' })]],
  ['waf.rules.list', `${MANAGED}/rules`, expect.arrayContaining([traditionalRule])],
  ['waf.rules.list', `${CORE}/rules`, expect.arrayContaining([anomalyRule])],
  ['waf.overrides.list', OVERRIDES, [OVERRIDE]],
];
const OTHER_READS: typeof MANAGED_READS = [
  ['filters.list', '/filters', [OFFICE, PLAIN_FILTER]],
  ['firewall.rules.list', '/firewall/rules', firewallRules],
  // By priority; of two with the same, the newest first.
  ['page.rules.list', '/pagerules', [PAGE_RULES[2], PAGE_RULES[1], PAGE_RULES[0]]],
];

describe('docs/internals/service.md 7.7 to 7.9: what a seed has of the previous version', () => {
  it.each([...MANAGED_READS, ...OTHER_READS])(
    'is shown by %s %s, which needs waf:read',
    async (operation, path, shown) => {
      const emulator = withEverything();
      const before = emulator.control.snapshot();
      const { status, body } = await reading(emulator)('GET', path);
      expect([status, body.result]).toEqual([200, shown]);
      expect(emulator.control.journal()).toMatchObject([{ operation, status: 200 }]);
      expect((await editing(emulator)('GET', path)).body.errors).toMatchObject([{ code: 10000 }]);
      expect(emulator.control.snapshot()).toEqual(before);
    },
  );

  it('has its defaults where the seed says nothing', async () => {
    const call = caller(createEmulator());
    const shown = async (path: string) => (await call('GET', path)).body.result;
    expect(await shown('/settings/waf')).toMatchObject({ value: 'on', modified_on: null });
    expect(await shown(PACKAGES)).toMatchObject([
      {},
      { sensitivity: 'high', action_mode: 'challenge' },
      { id: CUSTOMER_PACKAGE_ID },
    ]);
    expect((await shown(`${MANAGED}/rules`))[0]).toMatchObject({ mode: 'default' });
    expect((await shown(`${CORE}/rules`))[0]).toMatchObject({ mode: 'on' });
    for (const path of [`${PACKAGES}/${CUSTOMER_PACKAGE_ID}/groups`, OVERRIDES, '/filters', '/pagerules'])
      expect(await shown(path)).toEqual([]);
  });

  it.each(['0'.repeat(32), 'core', '__proto__', '%20'])(
    'has no package %s: its groups and rules are 1002',
    async (id) => {
      for (const part of ['groups', 'rules']) {
        const { status, body } = await caller(createEmulator())('GET', `${PACKAGES}/${id}/${part}`);
        expect([status, body.errors.map(({ code }) => code)]).toEqual([400, [1002]]);
      }
    },
  );

  it.each([
    [PACKAGES, 50],
    [`${MANAGED}/groups`, 50],
    [`${MANAGED}/rules`, 50],
    [OVERRIDES, 50],
    ['/filters', 25],
    ['/firewall/rules', 25],
  ])('comes in pages: %s of %i', async (path, usual) => {
    const call = reading(withEverything());
    expect((await call('GET', path)).body.result_info).toMatchObject({ page: 1, per_page: usual });
    expect((await call('GET', `${path}?page=2&per_page=100`)).body).toMatchObject({
      result: [],
      result_info: { page: 2, per_page: 100, count: 0, total_pages: 1 },
    });
    expect((await call('GET', `${path}?per_page=101`)).status).toBe(400);
  });

  it('comes in pages of page rules only if the query asks for them', async () => {
    const call = reading(withEverything());
    expect((await call('GET', '/pagerules')).body.result_info).toBeUndefined();
    expect((await call('GET', '/pagerules?per_page=5')).body.result_info).toMatchObject({ total_count: 3 });
  });
});

describe('docs/internals/service.md 7.7: a URI-based override', () => {
  const PATH = `${OVERRIDES}/${ID}`;

  it('is deleted, which needs waf:edit and is one write', async () => {
    const emulator = withEverything();
    const before = emulator.control.snapshot();
    expect((await reading(emulator)('DELETE', PATH)).status).toBe(403);
    expect((await editing(emulator)('DELETE', `${PATH}?dry_run=true`)).body).toMatchObject({ result: null });
    expect(emulator.control.snapshot()).toEqual(before);
    expect(await editing(emulator)('DELETE', PATH)).toEqual({
      status: 200,
      body: { result: { id: ID }, success: true, errors: [], messages: [] },
    });
    expect(emulator.control.journal().at(-1)).toMatchObject({ operation: 'waf.overrides.delete' });
    const { clock, zones } = emulator.control.snapshot();
    expect(Date.parse(clock)).toBe(Date.parse(before.clock) + 1);
    expect(zones[0]?.previous_waf).toEqual({ ...before.zones[0]?.previous_waf, uri_overrides: [] });
  });

  it('is reported if it is not there', async () => {
    const { status, body } = await editing(withEverything())('DELETE', `${OVERRIDES}/${OTHER_ID}`);
    expect([status, body.errors[0]?.message]).toEqual([
      404,
      expect.stringContaining('wafuriconfig.api.not_found'),
    ]);
  });

  it.each([
    ['GET', OVERRIDES],
    ['DELETE', PATH],
  ])('is of Enterprise zones, and retired in the model today: %s', async (method, path) => {
    const plain = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    expect((await plain(method, path)).body.errors[0]?.message).toBe(
      'URI-based overrides are not included in the professional plan; they need the enterprise plan',
    );
    const today = createEmulator({ settings: { model: 'today' } });
    for (const zone of [DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID]) {
      const answer = await caller(today, zone)(method, path);
      expect([answer.status, answer.body.errors[0]?.code]).toEqual([410, 1040]);
    }
  });

  it('is alone in being retired in it', async () => {
    const call = caller(createEmulator({ settings: { model: 'today' } }));
    for (const path of ['/settings/waf', PACKAGES, '/firewall/rules', '/pagerules'])
      expect((await call('GET', path)).status).toBe(200);
  });
});

describe('docs/internals/service.md 1.1: once the migration is finished', () => {
  it.each<[string, string]>([
    ...MANAGED_READS.map(([, path]): [string, string] => ['GET', path]),
    ['DELETE', `${OVERRIDES}/${ID}`],
  ])('%s %s no longer works', async (method, path) => {
    const emulator = withEverything({ migration: { state: 'finished' } });
    const before = emulator.control.snapshot();
    const call = method === 'GET' ? reading(emulator) : editing(emulator);
    const { status, body } = await call(method, path);
    const message =
      'The zone has finished its migration, so this operation of the previous managed rules no longer works; ' +
      'the ruleset API manages the managed rules of this zone';
    expect([status, body.errors]).toEqual([410, [{ code: 1040, message }]]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each(OTHER_READS)('%s goes on working', async (_name, path) => {
    const emulator = withEverything({ migration: { state: 'finished' } });
    expect((await reading(emulator)('GET', path)).status).toBe(200);
  });

  it.each(['start', 'validation'] as const)('but not in the state %s', async (state) => {
    const call = reading(withEverything({ migration: { state } }));
    for (const [, path] of MANAGED_READS) expect((await call('GET', path)).status).toBe(200);
  });
});
