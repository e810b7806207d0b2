import { isEqualJob } from '../../../provider-shim/resources/logpush-job/apply';
import { settingsOf } from '../../../provider-shim/resources/logpush-job/settings';
import { sameFields, type Fields } from '../../../provider-shim/resources/log-custom-fields/fields';
import { sameInOrder, sameRules } from '../../../provider-shim/resources/managed-rules/rules';
import { digestOf } from '../../../provider-shim/resources/rules/rule';
import { isRecord, type ManagedRules } from '../../../schema';
import { jobOf } from './logpush-job/job';

/** What decides whether anything is written: each member is changed in turn, and no change may be overlooked. */

/** Every way to change one part of a value to something else, with the place. */
function changes(value: unknown, at = ''): readonly (readonly [place: string, changed: unknown])[] {
  if (Array.isArray(value))
    return [
      [`${at} without its last`, value.slice(0, -1)],
      ...value.flatMap((item: unknown, index) =>
        changes(item, `${at}[${index}]`).map(
          ([place, changed]) => [place, value.with(index, changed)] as const,
        ),
      ),
    ];
  if (isRecord(value))
    return Object.entries(value).flatMap(([name, member]) =>
      changes(member, `${at}.${name}`).map(
        ([place, changed]) => [place, { ...value, [name]: changed }] as const,
      ),
    );
  switch (typeof value) {
    case 'boolean':
      return [[at, !value]];
    case 'number':
      return [[at, value / 2]];
    case 'string':
      return [[at, `${value}0`]];
    default:
      throw new Error(`${at} has no value that could change`);
  }
}

/** The same with the members of all objects in the opposite order. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  ) as T;
}

const OVERRIDDEN = { action: 'log', enabled: true, sensitivity_level: 'low' };

const EXECUTES = {
  expression: 'ssl',
  enabled: true,
  description: 'all',
  execute: {
    ruleset_id: 'efb7b8c949ac4650a09736fc376e9aee',
    version: '180',
    matched_data: { public_key: 'k' },
    overrides: {
      ...OVERRIDDEN,
      categories: { wordpress: OVERRIDDEN, joomla: OVERRIDDEN },
      rules: { '0242110ae62e44028a13bf4834780914': { ...OVERRIDDEN, score_threshold: 25 } },
    },
  },
};

const SKIPS = {
  expression: 'ssl',
  enabled: true,
  description: 'some',
  logging: { enabled: true },
  skip: {
    ruleset: 'current',
    rulesets: ['4814384a9e5d4991b9815dcfc25d2f1f', 'c2e184081120413c86c3ab7e14069605'],
    rules: { efb7b8c949ac4650a09736fc376e9aee: ['0242110ae62e44028a13bf4834780914'] },
    phases: ['http_ratelimit', 'http_request_sbfm'],
    products: ['bic', 'waf'],
  },
};

const listed = (skips: unknown, executes: unknown, name = 'managed'): ManagedRules => {
  const { execute, ...rest } = executes as typeof EXECUTES;
  return [
    { name: 'lists', execute: null, ...(skips as typeof SKIPS) },
    { name, skip: null, logging: null, ...rest, execute: { ...execute, core_rule_set: null } },
  ];
};
const DECLARED = listed(SKIPS, EXECUTES);

const CHANGED_RULES = [
  ...changes(EXECUTES).map(
    ([place, executes]) => [`what executes${place}`, listed(SKIPS, executes)] as const,
  ),
  ...changes(SKIPS).map(([place, skips]) => [`what skips${place}`, listed(skips, EXECUTES)] as const),
];

describe.each([
  ['by name', sameRules],
  ['in order', sameInOrder],
])('managed rules %s', (_how, same) => {
  test.each(CHANGED_RULES)('differ in %s', (_place, changed) => {
    expect([same(DECLARED, changed), same(changed, DECLARED)]).toEqual([false, false]);
  });

  test('differ in their order alone', () => {
    expect(same(DECLARED, [...DECLARED].reverse())).toBe(false);
  });

  test('are the same in any order of members', () => {
    expect(same(DECLARED, DECLARED.map(reversed))).toBe(true);
  });
});

test('managed rules by other names differ by name, and not in order', () => {
  const renamed = listed(SKIPS, EXECUTES, 'other');
  expect([sameRules(DECLARED, renamed), sameInOrder(DECLARED, renamed)]).toEqual([false, true]);
});

const SAVED = { action: 'skip', expression: 'true', description: '', enabled: true, action_parameters: '{}' };

test.each(changes([SAVED]))('the digest of saved rules differs in %s', (_place, changed) => {
  expect(digestOf(changed as (typeof SAVED)[])).not.toBe(digestOf([SAVED]));
});

const FIELDS: Fields = {
  request_headers: ['a', 'b'],
  transformed_request_headers: ['f'],
  response_headers: ['c'],
  raw_response_headers: ['g', 'h'],
  cookies: ['d', 'e'],
  preserve_duplicates: ['c', 'g'],
  description: 'all',
  enabled: true,
};

test.each(changes(FIELDS))('log fields differ in %s', (_place, changed) => {
  expect([sameFields(FIELDS, changed as Fields), sameFields(changed as Fields, FIELDS)]).toEqual([
    false,
    false,
  ]);
});

test('log fields are the same in any order of names', () => {
  expect(sameFields(FIELDS, { ...FIELDS, cookies: ['e', 'd'], request_headers: ['b', 'a'] })).toBe(true);
});

const ANSWERED = {
  id: 7,
  name: 'job',
  dataset: 'http_requests',
  kind: 'edge',
  enabled: true,
  frequency: 'low',
  filter: '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}',
  max_upload_bytes: 5_000_000,
  max_upload_interval_seconds: 30,
  max_upload_records: 1000,
  destination_conf: 'https://logs.example.com/?header_Authorization=one',
  output_options: {
    ...{ field_names: ['RayID', 'ClientIP'], output_type: 'csv', timestamp_format: 'unix', sample_rate: 0.5 },
    ...{
      batch_prefix: 'a',
      batch_suffix: 'b',
      record_prefix: 'c',
      record_suffix: 'd',
      record_delimiter: 'e',
    },
    ...{ record_template: 'f', field_delimiter: 'g', 'CVE-2021-44228': true, merge_subrequests: true },
  },
};

const CHANGED_JOBS = changes(ANSWERED).filter(([place]) => place !== '.id');

test.each(CHANGED_JOBS)('a log push job differs in %s', (_place, changed) => {
  const [job, other] = [jobOf(ANSWERED), jobOf(changed as object)];
  const declared = (one: typeof job): Parameters<typeof isEqualJob>[1] => ({
    zoneId: '',
    destination: one.destination_conf,
    settings: settingsOf(one),
  });
  expect([isEqualJob(other, declared(job)), isEqualJob(job, declared(other))]).toEqual([false, false]);
  expect(isEqualJob(job, declared(job))).toBe(true);
});
