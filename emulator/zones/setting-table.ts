import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../checks/json';
import type { Plan } from '../service/zone';

/** A setting of a zone: what it is as long as nobody changed it, and what it can be. */
export interface ZoneSetting {
  readonly initial: unknown;
  readonly accepts: (value: unknown) => boolean;
  /** The plans whose zones may change it. */
  readonly plans: readonly Plan[];
}

const EVERY_PLAN: readonly Plan[] = ['professional', 'business', 'enterprise'];

type Row = Omit<ZoneSetting, 'plans'>;

/** One of these values; the first is the initial one. */
function oneOf(...values: readonly (string | number)[]): Row {
  return { initial: values[0], accepts: (value) => values.some((known) => known === value) };
}

const ON = oneOf('on', 'off');
const OFF = oneOf('off', 'on');

/** An object of these members, each of the type of its initial value. */
function members(initial: Readonly<Record<string, unknown>>): Row {
  const names = Object.keys(initial).sort();
  return {
    initial,
    accepts: (value) =>
      isObject(value) &&
      isDeepStrictEqual(Object.keys(value).sort(), names) &&
      names.every((name) => hasForm(value[name], initial[name])),
  };
}

function hasForm(value: unknown, initial: unknown): boolean {
  if (isObject(initial)) return isObject(value) && members(initial).accepts(value);
  if (typeof value === 'number') return typeof initial === 'number' && Number.isInteger(value) && value >= 0;
  return typeof value === typeof initial;
}

const CIPHERS: Row = {
  initial: [],
  accepts: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string' && /^[A-Z0-9-]+$/.test(item)),
};

const READ_TIMEOUT: Row = {
  initial: '100',
  accepts: (value) =>
    (typeof value === 'number' || typeof value === 'string') &&
    /^\d{1,4}$/.test(String(value)) &&
    Number(value) >= 1 &&
    Number(value) <= 6000,
};

const SECONDS_OF_CHALLENGE = [
  1800, 300, 900, 2700, 3600, 7200, 10_800, 14_400, 28_800, 57_600, 86_400, 604_800, 2_592_000, 31_536_000,
];

const SECONDS_IN_BROWSERS = [
  14_400, 0, 30, 60, 120, 300, 1200, 1800, 3600, 7200, 10_800, 18_000, 28_800, 43_200, 57_600, 72_000, 86_400,
  172_800, 259_200, 345_600, 432_000, 691_200, 1_382_400, 2_073_600, 2_678_400, 5_356_800, 16_070_400,
  31_536_000,
];

const MEGABYTES_OF_UPLOAD = [
  100, 125, 150, 175, 200, 225, 250, 275, 300, 325, 350, 375, 400, 425, 450, 475, 500, 1000, 1500, 2000, 2500,
  3000, 3500, 4000, 4500, 5000,
];

const STRICT_TRANSPORT = {
  enabled: false,
  max_age: 0,
  include_subdomains: false,
  preload: false,
  nosniff: false,
};

/** The settings that clients commonly read (docs/internals/service.md 9.4), by id. */
const ROWS: Readonly<Record<string, Row>> = {
  '0rtt': OFF,
  always_online: ON,
  always_use_https: OFF,
  automatic_https_rewrites: ON,
  brotli: ON,
  browser_cache_ttl: oneOf(...SECONDS_IN_BROWSERS),
  browser_check: ON,
  cache_level: oneOf('aggressive', 'basic', 'simplified'),
  challenge_ttl: oneOf(...SECONDS_OF_CHALLENGE),
  ciphers: CIPHERS,
  cname_flattening: oneOf('flatten_at_root', 'flatten_all'),
  development_mode: OFF,
  early_hints: OFF,
  email_obfuscation: ON,
  h2_prioritization: oneOf('off', 'on', 'custom'),
  hotlink_protection: OFF,
  http2: ON,
  http3: OFF,
  image_resizing: oneOf('off', 'on', 'open'),
  ip_geolocation: ON,
  ipv6: ON,
  max_upload: oneOf(...MEGABYTES_OF_UPLOAD),
  min_tls_version: oneOf('1.0', '1.1', '1.2', '1.3'),
  mirage: OFF,
  nel: members({ enabled: true }),
  opportunistic_encryption: ON,
  opportunistic_onion: ON,
  polish: oneOf('off', 'lossless', 'lossy'),
  privacy_pass: ON,
  pseudo_ipv4: oneOf('off', 'add_header', 'overwrite_header'),
  rocket_loader: OFF,
  security_header: members({ strict_transport_security: STRICT_TRANSPORT }),
  security_level: oneOf('medium', 'off', 'essentially_off', 'low', 'high', 'under_attack'),
  server_side_exclude: ON,
  ssl: oneOf('full', 'off', 'flexible', 'strict', 'origin_pull'),
  tls_1_3: oneOf('on', 'off', 'zrt'),
  tls_client_auth: OFF,
  webp: OFF,
  websockets: ON,
};

/** The settings that only Enterprise zones may change; others can read them. */
const ENTERPRISE_ROWS: Readonly<Record<string, Row>> = {
  orange_to_orange: OFF,
  origin_error_page_pass_thru: OFF,
  origin_max_http_version: oneOf('2', '1'),
  prefetch_preload: OFF,
  proxy_read_timeout: READ_TIMEOUT,
  response_buffering: OFF,
  sort_query_string_for_cache: OFF,
  true_client_ip_header: OFF,
};

/** Nobody may change these. */
const FIXED_ROWS: Readonly<Record<string, Row>> = { advanced_ddos: ON };

/** The settings of a zone by id, in the order in which the service lists them. */
export const ZONE_SETTINGS: ReadonlyMap<string, ZoneSetting> = new Map(
  [
    ...withPlans(ROWS, EVERY_PLAN),
    ...withPlans(ENTERPRISE_ROWS, ['enterprise']),
    ...withPlans(FIXED_ROWS, []),
  ].sort(([one], [other]) => (one < other ? -1 : 1)),
);

function withPlans(rows: Readonly<Record<string, Row>>, plans: readonly Plan[]) {
  return Object.entries(rows).map(([id, row]) => [id, { ...row, plans }] as const);
}
