import type { SeedZone } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { PAGE_RULE_SETTINGS } from '../../../emulator/previous-waf/page-rule-settings';
import { caller } from '../client';

type Actions = NonNullable<NonNullable<SeedZone['previous_waf']>['page_rules']>[number]['actions'];

const SWITCHES = ['on', 'off'];
const SECONDS = [0, 1800, 31_536_000];
const NOT_SECONDS = [-1, 1.5, 31_536_001, '1800'];
const TEXTS = ['a', 'wordpress_.*|session'];
const NO_VALUE = 'no value';

/** Values that a setting takes, and some that it refuses (docs/service.md 7.9). */
const SETTINGS: Readonly<Record<string, readonly [taken: readonly unknown[], refused: readonly unknown[]]>> =
  {
    always_online: [SWITCHES, ['flexible']],
    always_use_https: [[NO_VALUE], ['on', false]],
    automatic_https_rewrites: [SWITCHES, [true]],
    browser_cache_ttl: [SECONDS, NOT_SECONDS],
    browser_check: [SWITCHES, ['']],
    bypass_cache_on_cookie: [TEXTS, ['', 1]],
    cache_by_device_type: [SWITCHES, [{}]],
    cache_deception_armor: [SWITCHES, [[]]],
    cache_key: [TEXTS, [{}]],
    cache_key_fields: [
      [
        {},
        {
          header: { include: ['authorization'], exclude: [], check_presence: ['x-forwarded-for'] },
          query_string: { include: [], exclude: ['*'] },
          host: { resolved: true },
          cookie: { include: ['a'], check_presence: ['b'] },
          user: { lang: false, geo: true, device_type: true },
        },
        { query_string: { include: '*' }, header: { include: [], exclude: [], check_presence: [] } },
        { query_string: { exclude: '*', include: [] } },
      ],
      [
        [],
        { path: true },
        { host: { resolved: 'on' } },
        { cookie: { exclude: ['a'] } },
        { header: { include: '*' } },
        { header: { include: ['a'], exclude: ['b'] } },
        { query_string: { include: '*', exclude: ['b'] } },
        { query_string: { include: 'a' } },
        { query_string: { include: [1] } },
        { user: { os: true } },
      ],
    ],
    cache_level: [
      ['bypass', 'basic', 'simplified', 'aggressive', 'cache_everything'],
      ['standard', 1],
    ],
    cache_on_cookie: [TEXTS, [' ']],
    cache_ttl_by_status: [
      [{ '200': 60, '204': 'no-store', '300-399': 'no-cache', '500-599': -1 }],
      [{}, { ok: 60 }, { '99': 60 }, { '200': 'never' }, { '200': -2 }, { '200': null }, [60]],
    ],
    disable_apps: [[NO_VALUE], ['on']],
    disable_performance: [[NO_VALUE], ['off']],
    disable_railgun: [[NO_VALUE], [0]],
    disable_security: [[NO_VALUE], [{}]],
    disable_zaraz: [[NO_VALUE], ['']],
    edge_cache_ttl: [SECONDS, NOT_SECONDS],
    email_obfuscation: [SWITCHES, ['yes']],
    explicit_cache_control: [SWITCHES, [0]],
    forwarding_url: [
      [
        { url: 'https://www.example.com/$1', status_code: 301 },
        { url: 'https://example.com/', status_code: 302 },
      ],
      [
        'https://example.com/',
        { url: 'https://example.com/' },
        { status_code: 301 },
        { url: '', status_code: 301 },
        { url: 'https://example.com/', status_code: 307 },
        { url: 'https://example.com/', status_code: '301' },
        { url: 'https://example.com/', status_code: 301, query: true },
      ],
    ],
    host_header_override: [['origin.example.com'], [null]],
    ip_geolocation: [SWITCHES, ['auto']],
    minify: [
      [{ css: 'on', html: 'off', js: 'on' }, { js: 'on' }],
      [{ css: true }, { svg: 'on' }, 'on'],
    ],
    mirage: [SWITCHES, [1]],
    opportunistic_encryption: [SWITCHES, ['ON']],
    origin_error_page_pass_thru: [SWITCHES, [null]],
    polish: [['off', 'lossless', 'lossy'], ['on']],
    resolve_override: [['origin.example.com'], ['']],
    respect_strong_etag: [SWITCHES, [true]],
    response_buffering: [SWITCHES, [true]],
    rocket_loader: [SWITCHES, ['manual']],
    security_level: [['off', 'essentially_off', 'low', 'medium', 'high', 'under_attack'], ['on']],
    server_side_exclude: [SWITCHES, [true]],
    sort_query_string_for_cache: [SWITCHES, [true]],
    ssl: [
      ['off', 'flexible', 'full', 'strict', 'origin_pull'],
      ['on', 'full_strict'],
    ],
    true_client_ip_header: [SWITCHES, [true]],
    waf: [SWITCHES, ['default', true]],
  };

const action = (id: string, value: unknown) => (value === NO_VALUE ? { id } : { id, value });
const pageRule = (...actions: readonly unknown[]) => ({
  targets: [{ target: 'url', constraint: { operator: 'matches', value: 'example.com/*' } }],
  actions,
});

it('the settings of page rules are those of the table, and docs/service.md lists them', () => {
  expect([...PAGE_RULE_SETTINGS].sort()).toEqual(Object.keys(SETTINGS).sort());
});

describe.each(Object.entries(SETTINGS))('docs/service.md 7.9: %s', (id, [taken, refused]) => {
  it('is stored with each of its values, and returned as it was sent', async () => {
    const call = caller(createEmulator());
    for (const value of taken) {
      const { status, body } = await call('POST', '/pagerules', pageRule(action(id, value)));
      expect([status, body.result?.actions]).toEqual([200, [action(id, value)]]);
    }
  });

  it('is the same after loading a seed and restoring a snapshot', () => {
    const page_rules = taken.map((value) => ({ url: 'a', actions: [action(id, value)] as Actions }));
    const emulator = createEmulator({
      seed: { zones: [{ name: 'a.example', previous_waf: { page_rules } }] },
    });
    const snapshot = emulator.control.snapshot();
    expect(snapshot.zones[0]?.previous_waf?.page_rules?.map(({ actions }) => actions)).toEqual(
      taken.map((value) => [action(id, value)]),
    );
    const other = createEmulator();
    other.control.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(other.control.snapshot()).toEqual(snapshot);
  });

  it('refuses other values, with the place of each', async () => {
    const call = caller(createEmulator());
    const withoutValue = taken.includes(NO_VALUE) ? [] : [{ id }];
    for (const sent of [...refused.map((value) => ({ id, value })), ...withoutValue]) {
      const { status, body } = await call('POST', '/pagerules', pageRule(sent));
      expect([status, body.errors[0]?.source?.pointer]).toEqual([
        400,
        expect.stringMatching(/^\/actions\/0\/value/),
      ]);
    }
  });
});

describe('docs/service.md 7.9: page rules', () => {
  const redirect = action('forwarding_url', { url: 'https://example.com/', status_code: 301 });

  it.each([null, true])(
    'accept %j for a setting without a value, as client libraries send it',
    async (value) => {
      const { body } = await caller(createEmulator())(
        'POST',
        '/pagerules',
        pageRule({ id: 'disable_apps', value }),
      );
      expect(body.result.actions).toEqual([{ id: 'disable_apps' }]);
    },
  );

  it('either redirect or have other settings', async () => {
    const sent = pageRule(redirect, { id: 'always_use_https' });
    const { status, body } = await caller(createEmulator())('POST', '/pagerules', sent);
    expect([status, body.errors[0]?.source?.pointer]).toEqual([400, '/actions']);
    expect(body.errors[0]?.message).toMatch(/because forwarding_url must be the only action of its rule$/);
  });

  it.each([
    ['*.example.com/*/a*b*', 200],
    ['*.example.com/*/a*b*c*', 400],
  ])('with the pattern %s: %d', async (value, expected) => {
    const targets = [{ target: 'url', constraint: { operator: 'matches', value } }];
    const sent = { ...pageRule({ id: 'disable_apps' }), targets };
    expect((await caller(createEmulator())('POST', '/pagerules', sent)).status).toBe(expected);
  });
});
