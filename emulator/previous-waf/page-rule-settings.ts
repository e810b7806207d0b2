import { isObject } from '../checks/json';
import { readWholeNumber } from '../checks/read-values';
import type { Reader } from '../checks/reader';
import type { Plan } from '../service/zone';

/** Reads the value of a setting in a zone of this plan, and returns a copy; `undefined` if it refused it. */
type ReadValue = (reader: Reader, plan: Plan) => unknown;

/** The setting has no value. */
const NO_VALUE = 'no value';

const A_TEXT = 'a text that is not blank';

/** A year. */
const MAX_SECONDS = 31_536_000;

const onOrOff: ReadValue = (reader) => reader.oneOf(['on', 'off']);
const flag: ReadValue = (reader) => reader.boolean();
const text: ReadValue = (reader) => reader.matching(/\S/, A_TEXT);
const seconds: ReadValue = (reader) => readWholeNumber(reader, 0, MAX_SECONDS);
const names = (reader: Reader): unknown => reader.items()?.map((item) => item.matching(/\S/, A_TEXT));
/** All parameters of a query, or some of them. */
const allOrNames: ReadValue = (reader) => (reader.value === '*' ? '*' : names(reader));

const CACHE_KEY_FIELDS: ReadValue = members({
  cookie: members({ check_presence: names, include: names }),
  header: eitherOf(members({ check_presence: names, include: names, exclude: names })),
  host: members({ resolved: flag }),
  query_string: eitherOf(members({ include: allOrNames, exclude: allOrNames })),
  user: members({ device_type: flag, geo: flag, lang: flag }),
});

/**
 * The settings of page rules with the values that each takes (docs/internals/service.md 7.9). Only `disable_security` and `waf`
 * matter to the migration; the others are kept as they are.
 */
const SETTINGS: Readonly<Record<string, ReadValue | typeof NO_VALUE>> = {
  always_online: onOrOff,
  always_use_https: NO_VALUE,
  automatic_https_rewrites: onOrOff,
  browser_cache_ttl: readBrowserTtl,
  browser_check: onOrOff,
  bypass_cache_on_cookie: text,
  cache_by_device_type: onOrOff,
  cache_deception_armor: onOrOff,
  cache_key: text,
  cache_key_fields: CACHE_KEY_FIELDS,
  cache_level: word('bypass', 'basic', 'simplified', 'aggressive', 'cache_everything'),
  cache_on_cookie: text,
  cache_ttl_by_status: readTtlByStatus,
  disable_apps: NO_VALUE,
  disable_performance: NO_VALUE,
  disable_railgun: NO_VALUE,
  disable_security: NO_VALUE,
  disable_zaraz: NO_VALUE,
  edge_cache_ttl: seconds,
  email_obfuscation: onOrOff,
  explicit_cache_control: onOrOff,
  forwarding_url: members({ url: text, status_code: readRedirect }, ['url', 'status_code']),
  host_header_override: text,
  ip_geolocation: onOrOff,
  minify: members({ css: onOrOff, html: onOrOff, js: onOrOff }),
  mirage: onOrOff,
  opportunistic_encryption: onOrOff,
  origin_error_page_pass_thru: onOrOff,
  polish: word('off', 'lossless', 'lossy'),
  resolve_override: text,
  respect_strong_etag: onOrOff,
  response_buffering: onOrOff,
  rocket_loader: onOrOff,
  security_level: word('off', 'essentially_off', 'low', 'medium', 'high', 'under_attack'),
  server_side_exclude: onOrOff,
  sort_query_string_for_cache: onOrOff,
  ssl: word('off', 'flexible', 'full', 'strict', 'origin_pull'),
  true_client_ip_header: onOrOff,
  waf: onOrOff,
};

/** The ids of all settings. */
export const PAGE_RULE_SETTINGS: readonly string[] = Object.keys(SETTINGS);

/** A redirect ends the request, so it stands alone in its rule (docs/internals/service.md 7.9). */
export const REDIRECT = 'forwarding_url';

/** A setting of a page rule: its id, and its value if it has one. */
interface Action {
  readonly id: string;
  readonly value?: unknown;
}

/** Reads `{ id, value }`. */
export function readAction(reader: Reader, plan: Plan): Action | undefined {
  const sent = reader.members(['id', 'value']);
  const id = sent?.required('id')?.oneOf(PAGE_RULE_SETTINGS);
  if (sent === undefined || id === undefined) return undefined;
  const read = SETTINGS[id] ?? NO_VALUE;
  if (read !== NO_VALUE) {
    const sentValue = sent.required('value');
    const value = sentValue && read(sentValue, plan);
    return value === undefined ? undefined : { id, value };
  }
  // Client libraries send null or true for a setting without a value.
  const value = sent.optional('value');
  if (value === undefined || value.value === null || value.value === true) return { id };
  return value.refuse(`${id} has no value`);
}

function word(...words: readonly string[]): ReadValue {
  return (reader) => reader.oneOf(words);
}

/** An object with these members, each by itself optional unless it is required. */
function members(shapes: Readonly<Record<string, ReadValue>>, required: readonly string[] = []): ReadValue {
  return (reader, plan) => {
    const sent = reader.members(Object.keys(shapes));
    if (sent === undefined) return undefined;
    for (const name of required) sent.required(name);
    const found = Object.entries(shapes).flatMap(([name, read]): [string, unknown][] => {
      const member = sent.optional(name);
      return member === undefined ? [] : [[name, read(member, plan)]];
    });
    return Object.fromEntries(found);
  };
}

/** What is included and what is excluded cannot both be said. */
function eitherOf(read: ReadValue): ReadValue {
  return (reader, plan) => {
    const value = read(reader, plan);
    const saysSomething = (name: string): boolean => {
      const listed = isObject(value) ? value[name] : undefined;
      return listed === '*' || (Array.isArray(listed) && listed.length > 0);
    };
    if (saysSomething('include') && saysSomething('exclude'))
      return reader.refuse('it may have include or exclude, not both');
    return value;
  };
}

/** 0 respects the headers of the origin, which only Enterprise zones may choose (docs/internals/service.md 7.9). */
function readBrowserTtl(reader: Reader, plan: Plan): unknown {
  return readWholeNumber(reader, plan === 'enterprise' ? 0 : 1, MAX_SECONDS);
}

function readRedirect(reader: Reader): unknown {
  const { value } = reader;
  return value === 301 || value === 302 ? value : reader.refuse('it must be 301 or 302');
}

/** A status of the origin, or a range of them. */
const STATUSES = /^[1-9]\d\d(-[1-9]\d\d)?$/;

/** Seconds by status; `no-cache` is 0 and `no-store` is -1. */
function readTtlByStatus(reader: Reader): unknown {
  const { value } = reader;
  if (!isObject(value)) return reader.refuse('it must be an object');
  const statuses = Object.keys(value);
  if (statuses.length === 0) return reader.refuse('it must have at least one status');
  return Object.fromEntries(
    statuses.map((status) => {
      const ttl = reader.member(status);
      if (!STATUSES.test(status))
        ttl.refuse('its name must be a status such as 404, or a range such as 200-299');
      return [
        status,
        typeof ttl.value === 'string'
          ? ttl.oneOf(['no-cache', 'no-store'])
          : readWholeNumber(ttl, -1, MAX_SECONDS),
      ];
    }),
  );
}
