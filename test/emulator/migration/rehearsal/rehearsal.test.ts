import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningEmulator } from '../../../../emulator';
import { startEmulator } from '../../../../emulator';
import { CORE, ENTRY_POINT, MANAGED, SCORE_RULE } from '../migrating-zone';

const SEED = readFileSync(join(__dirname, 'shop.yaml'), 'utf8');
const ZONE = '3'.repeat(32);
const PACKAGES = '/firewall/waf/packages';
const OVERRIDES = '/firewall/waf/overrides';

/* eslint-disable @typescript-eslint/no-explicit-any -- the answers of many operations */

interface Answer {
  readonly status: number;
  readonly body: { readonly result: any; readonly result_info?: any; readonly errors: any };
}

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED });
});
beforeEach(() => emulator.control.reset());
afterAll(() => emulator.close());

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${emulator.baseUrl}/zones/${ZONE}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.credentials.token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** All items of a list, five by five, as a client reads them. */
async function everyPage(path: string): Promise<readonly any[]> {
  const found: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await call('GET', `${path}?page=${page}&per_page=5`);
    expect([status, body.result_info.count]).toEqual([200, body.result.length]);
    if (body.result.length === 0) {
      expect(body.result_info.total_count).toBe(found.length);
      return found;
    }
    found.push(...body.result);
  }
}

const url = (rest: string): string =>
  `(http.request.full_uri wildcard r"http://${rest}" or http.request.full_uri wildcard r"https://${rest}")`;

const skip = (expression: string, description: string) => ({
  id: '',
  version: '',
  ref: '',
  action: 'skip',
  expression,
  description,
  enabled: true,
  action_parameters: { ruleset: 'current' },
});

const execute = (action_parameters: object) => ({
  id: '',
  version: '',
  ref: '',
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  action_parameters,
});

/** The zone in the rules of the new version, by docs/service.md 7.3. */
const EQUIVALENT = [
  skip('ip.src in $office', `Firewall rule b${'0'.repeat(30)}1: Office passes`),
  skip('http.request.uri.path contains "/api/"', `Firewall rule b${'0'.repeat(30)}3`),
  skip('http.request.uri.path eq "/health"', `Firewall rule b${'0'.repeat(30)}7: Probes`),
  skip(
    `${url('www.shop.example/upload/*')} and not http.request.full_uri wildcard r"http://*shop.example/*"`,
    'Page rule www.shop.example/upload/*',
  ),
  skip(
    `${url('www.shop.example/webhooks/*')} and not http.request.full_uri wildcard r"http://*shop.example/*"`,
    'Page rule www.shop.example/webhooks/*',
  ),
  skip(
    expect.stringMatching(/^\(.*\*\.shop\.example\/\*"\)( and not .*)+$/) as string,
    'Page rule *.shop.example/*',
  ),
  execute({
    id: MANAGED,
    overrides: {
      rules: [
        { id: '23ee7cebe6e8443e99ecf932ab579455', enabled: false },
        { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e11', action: 'log', enabled: true },
        { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e12', action: 'block', enabled: true },
        { id: '8f3a52c1a5b84f4e8a1f6d8f2b0c4e13', enabled: false },
        { id: '5de7edfa648c4d6891dc3e7f84534ffa', enabled: false },
      ],
    },
  }),
  execute({
    id: CORE,
    overrides: {
      categories: [2, 3, 4].map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
      rules: [{ id: SCORE_RULE, action: 'log', score_threshold: 25 }],
    },
  }),
];

async function deleteOverrides(): Promise<void> {
  for (const { id } of await everyPage(OVERRIDES))
    expect((await call('DELETE', `${OVERRIDES}/${id}`)).body.result).toEqual({ id });
}

async function migrate(trigger: string, rules: unknown): Promise<number> {
  const query = `?waf_migration=${trigger}&phase_two=1`;
  return (await call('PUT', ENTRY_POINT + query, { name: 'default', rules })).status;
}

const stateNow = async (): Promise<string> =>
  (await call('GET', '/waf_migration/status')).body.result.migration_state;

describe('the rehearsal of a migration with a whole zone of the previous version', () => {
  it('begins with reading the zone, page by page', async () => {
    expect((await call('GET', '/settings/waf')).body.result.value).toBe('on');
    const packages = await everyPage(PACKAGES);
    const core = packages.find(({ detection_mode }) => detection_mode === 'anomaly');
    expect(core).toMatchObject({ sensitivity: 'medium', action_mode: 'simulate' });

    const groups: any[] = [];
    const rules: any[] = [];
    for (const { id } of packages) {
      groups.push(...(await everyPage(`${PACKAGES}/${id}/groups`)));
      rules.push(...(await everyPage(`${PACKAGES}/${id}/rules`)));
    }
    const off = groups.filter(({ mode }) => mode === 'off').map(({ name }) => name);
    expect(off).toEqual(['Content management', 'Bad robots']);
    const set = rules.filter(
      ({ mode, default_mode }) => mode !== (default_mode === undefined ? 'on' : 'default'),
    );
    expect(set.map(({ id, mode }) => [id, mode])).toEqual([
      ['100015', 'disable'],
      ['100016', 'simulate'],
      ['100030', 'block'],
      ['981231', 'off'],
    ]);

    expect(await everyPage(OVERRIDES)).toHaveLength(2);
    const filters = await everyPage('/filters');
    const firewallRules = await everyPage('/firewall/rules');
    const pageRules = await everyPage('/pagerules');
    expect([filters.length, firewallRules.length, pageRules.length]).toEqual([15, 15, 20]);
    for (const { filter } of firewallRules) expect(filters).toContainEqual(filter);
    expect((await call('GET', '/pagerules')).body.result).toEqual(pageRules);
    expect((await call('GET', '/firewall/rules?action=bypass&paused=false')).body.result).toHaveLength(5);
  });

  it('finds the obstacles, and the equivalent rules once they are gone', async () => {
    const compatible = async () =>
      (await call('GET', '/waf_migration/check?phase_two=1')).body.result.compatible as boolean;
    expect(await compatible()).toBe(false);
    const refused = await call('GET', '/waf_migration/config?phase_two=1');
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ code: 30101, message: 'the zone has URI-based overrides (2); delete them and check again' }],
    ]);
    await deleteOverrides();
    expect(await compatible()).toBe(true);
    const { body } = await call('GET', '/waf_migration/config?phase_two=1');
    expect(body.result).toEqual({ name: 'default', rules: EQUIVALENT });
  });

  it('goes from start to finished; the previous version retires, and the rest of the zone stays', async () => {
    await deleteOverrides();
    const kept = ['/filters', '/firewall/rules', '/pagerules'];
    const before = await Promise.all(kept.map(everyPage));
    const previous = [
      '/settings/waf',
      PACKAGES,
      ...(await everyPage(PACKAGES)).flatMap(({ id }) => [
        `${PACKAGES}/${id}`,
        `${PACKAGES}/${id}/groups`,
        `${PACKAGES}/${id}/rules`,
      ]),
      OVERRIDES,
    ];
    const statuses = async () =>
      new Set(await Promise.all(previous.map(async (path) => (await call('GET', path)).status)));
    const { rules } = (await call('GET', '/waf_migration/config?phase_two=1')).body.result;

    expect(await migrate('validation', rules)).toBe(200);
    expect([await stateNow(), await statuses()]).toEqual(['validation', new Set([200])]);
    expect(await migrate('pending', rules)).toBe(200);
    expect([await stateNow(), await statuses()]).toEqual(['pending', new Set([200])]);
    await emulator.control.clock.advance(60_000);
    expect([await stateNow(), await statuses()]).toEqual(['finished', new Set([410])]);

    expect((await call('GET', '/waf_migration/status')).body.result).toMatchObject({
      old_waf_status: 'disabled',
      new_waf_status: 'enabled',
    });
    expect((await call('GET', ENTRY_POINT)).body.result.rules).toHaveLength(EQUIVALENT.length);
    expect(await Promise.all(kept.map(everyPage))).toEqual(before);
    expect((await call('POST', '/filters', [{ expression: 'true' }])).status).toBe(200);
    expect((await call('PATCH', `/pagerules/${before[2]?.[0].id}`, { status: 'disabled' })).status).toBe(200);
  });

  it('is undone by restoring the snapshot that was taken before', async () => {
    const before = emulator.control.snapshot();
    await deleteOverrides();
    expect(await migrate('pending', [EQUIVALENT.at(-2)])).toBe(200);
    await emulator.control.clock.advance(60_000);
    expect(await stateNow()).toBe('finished');
    emulator.control.restore(JSON.parse(JSON.stringify(before)));
    expect(await stateNow()).toBe('start');
    expect(emulator.control.snapshot()).toEqual(before);
  });
});
