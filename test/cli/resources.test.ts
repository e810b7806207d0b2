import * as constructs from '../../lib';
import { createZoneProvider } from '../../provider-shim/zone-provider';
import { readableFilter, resourceOf, RESOURCES } from '../../cli/resources';
import type { Json } from '../../cli/text/json';
import { valueText } from '../../cli/text/typescript-code';

const { resources } = createZoneProvider({
  environment: {},
  folder: process.cwd(),
  version: '0.0.0',
});
const URL = { destination_conf: 'https://a.example/?header_A=b' };

/** Of each resource, what a sentence calls one, and objects with their summaries. */
const SAID: Readonly<Record<string, readonly [string, ...(readonly [values: Json, summary: string])[]]>> = {
  zone_log_custom_fields: [
    'log fields',
    [
      { cookies: ['a', 'b'], request_headers: [], response_headers: ['c', 1] },
      'response headers c; cookies a, b',
    ],
    [{ cookies: 'x' }, 'no fields'],
  ],
  zone_logpush_job: [
    'a log push job',
    [
      { ...URL, name: 'a', dataset: 'dns_logs', destination: 'https://c.example/', enabled: false },
      'job "a" of dns_logs to https://c.example/ (not enabled)',
    ],
    [{ ...URL, name: '', job_id: 7 }, 'job 7 to https://a.example'],
    [{ job_id: 'x' }, 'job without a name'],
  ],
  zone_logpush_ownership_challenge: [
    'an ownership challenge',
    [{ ...URL, filename: 'a.txt' }, 'of https://a.example in a.txt'],
    [{ filename: 'a.txt' }, 'in a.txt'],
    [URL, 'of https://a.example'],
  ],
  zone_managed_rules: [
    'managed rules',
    [{ rules: [{ name: 'a' }, 'b', {}, { name: 'c' }] }, 'rules a, b, c'],
    [{ rules: 'c' }, 'no managed rules'],
  ],
  zone_managed_rules_migration: [
    'a migration',
    [{ target_state: 'finished' }, 'target finished'],
    [{}, 'target known after apply'],
  ],
};

test('the commands know every resource of the provider, and nothing else', () => {
  expect(RESOURCES.map(({ schema }) => schema.type).sort()).toEqual(
    resources.map(({ schema }) => schema.type).sort(),
  );
});

test.each(RESOURCES)(
  'the construct of $schema.type is $construct, and an object is told in one line',
  ({ schema, construct, noun, summary }) => {
    const { [construct]: found } = constructs as Readonly<Record<string, unknown>>;
    expect((found as { readonly tfResourceType?: string }).tfResourceType).toBe(schema.type);
    const [said, ...lines] = SAID[schema.type] ?? [];
    expect([noun, ...lines.map(([values]) => [values, summary(values)])]).toEqual([said, ...lines]);
  },
);

test.each<readonly [string, object, string]>([
  ['zone_log_custom_fields', { request_headers: ['${a}'] }, '{ requestHeaders: ["$${a}"], }'],
  [
    'zone_logpush_job',
    {
      filter: '{"a_b":"${c}"}',
      kind: 'edge',
      logpull_options: { fields: ['a'], timestamps: 'unix', cve: true },
    },
    '{ fields: ["a"], timestamps: "unix", logpullOptions: { cve: true, }, kind: "edge", filter: JSON.stringify({ a_b: "$${c}", }), }',
  ],
  [
    'zone_logpush_job',
    {
      logpull_options: { sample: 0.5 },
      output_options: { batch_prefix: '%{' },
      filter: '{"a":12345678901234567890,"b":"${c}"}',
    },
    '{ sample: 0.5, outputOptions: { batchPrefix: "%%{", }, filter: "{\\"a\\":12345678901234567890,\\"b\\":\\"$${c}\\"}", }',
  ],
  [
    'zone_managed_rules',
    { rules: [{ execute: { overrides: { rules: { a_b: { score_threshold: 1, action: '${b}' } } } } }] },
    '{ rules: [ { execute: { overrides: { rules: { a_b: { scoreThreshold: 1, action: "$${b}", }, }, }, }, }, ], }',
  ],
  [
    'zone_managed_rules_migration',
    { target_state: 'validation', adjustments: { a_b: { rules: { c_d: { action: '${b}' } } }, e: null } },
    '{ targetState: "validation", adjustments: { a_b: { c_d: { action: "$${b}", }, }, e: {}, }, }',
  ],
  ['zone_managed_rules_migration', { adjustments: null }, '{}'],
])('what an adoption reads is what a construct takes: %s %j', (type, attributes, code) => {
  expect(valueText(resourceOf(type)?.props({ ...attributes }) ?? null, '').replace(/\n */g, ' ')).toBe(code);
});

test('a filter is written as JSON for people only as long as the engine writes it short enough', () => {
  const filters = ['x'.repeat(992), `&<>${'x'.repeat(974)}`, `\u2028${'x'.repeat(986)}`, 'é'.repeat(496)];
  const fits = (value: string) => readableFilter(JSON.stringify({ a: value })) !== undefined;
  expect(filters.flatMap((value) => [fits(value), fits(`${value}x`)])).toEqual(
    filters.flatMap(() => [true, false]),
  );
});
