const SWITCHES = ['on', 'off'];
const SECONDS = [0, 1800, 31_536_000];
const NOT_SECONDS = [-1, 1.5, 31_536_001, '1800'];
const TEXTS = ['a', 'wordpress_.*|session'];
export const NO_VALUE = 'no value';

/** Values that each setting takes, and some that it refuses (docs/internals/service.md 7.9). */
export const SETTINGS: Readonly<
  Record<string, readonly [taken: readonly unknown[], refused: readonly unknown[]]>
> = {
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
      { cookie: ['a'] },
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

/** A setting as an action of a page rule. */
export function action(id: string, value: unknown): { readonly id: string; readonly value?: unknown } {
  return value === NO_VALUE ? { id } : { id, value };
}
