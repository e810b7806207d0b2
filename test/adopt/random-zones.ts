import fc from 'fast-check';
import type { SeedZone } from '../../emulator';
import { handMadeRules } from '../support/managed-rules-arbitraries';
import { anyDestination } from './random-destinations';

/** Random zones as people leave them: in every form that the emulator can hold. */

const FIELDS = ['RayID', 'ClientIP', 'EdgeStartTimestamp', 'RequestHeaders', 'ResponseHeaders', 'Cookies'];

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const piece = fc.constantFrom('', '{', '}\n', ',', 'x', '"é"', '\\d', '${a}', '%{b}');

const METHODS = { key: 'ClientRequestMethod', operator: 'in', value: ['GET', 'PUT'] };
const ERRORS = { key: 'EdgeResponseStatus', operator: 'geq', value: 500 };
const filter = fc
  .record({
    key: fc.constant('ClientRequestHost'),
    operator: fc.constantFrom('eq', 'contains'),
    value: fc.constantFrom('a', 'b "c"', '${x}', '<&>'),
  })
  .chain((host) => {
    const where = { or: [host, { and: [ERRORS, METHODS] }] };
    return fc.constantFrom(0, 2).map((indent) => JSON.stringify({ where }, null, indent));
  });

const MORE = ['timestamps=rfc3339', 'timestamps=unixnano', 'sample=0.25', 'x_a=1&x_a=%7B'];
const options = fc.oneof(
  fc
    .tuple(
      fc.shuffledSubarray(FIELDS, { minLength: 1 }),
      fc.constantFrom('', ...MORE, 'CVE-2021-44228=true', 'CVE-2021-44228=false'),
    )
    .map(([names, more]) => ({ logpull_options: `fields=${names.join(',')}${more && `&${more}`}` })),
  fc.constant({}),
  fc.constant({ logpull_options: 'timestamps=rfc3339' }),
  fc
    .record(
      {
        field_names: fc.shuffledSubarray(FIELDS, { minLength: 1 }),
        output_type: fc.constantFrom('ndjson', 'csv'),
        timestamp_format: fc.constantFrom('unixnano', 'rfc3339', 'rfc3339ms'),
        sample_rate: fc.constantFrom(1, 0.5, 0),
        batch_prefix: piece,
        record_prefix: piece,
        record_suffix: piece,
        record_delimiter: piece,
        field_delimiter: piece,
        record_template: fc.constantFrom('', '{{.RayID}}'),
        'CVE-2021-44228': fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .chain((output) =>
      fc
        .boolean()
        .map((both) => ({ output_options: output, ...(both ? { logpull_options: 'fields=RayID' } : {}) })),
    ),
);

const job = fc
  .tuple(
    anyDestination,
    options,
    fc.record(
      {
        name: fc.constantFrom('', 'logs', 'Logs', 'my-job_1.x', '1st'),
        enabled: fc.boolean(),
        kind: fc.constantFrom('', 'edge'),
        frequency: fc.constantFrom('high', 'low', null),
        filter: fc.option(filter),
        max_upload_bytes: fc.constantFrom(0, 5_000_000, null),
        max_upload_records: fc.constantFrom(0, 1000, null),
        max_upload_interval_seconds: fc.constantFrom(0, 30, null),
        filter_attack_traffic: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([destination_conf, what, settings]) => ({ destination_conf, ...what, ...settings }));

const otherJob = fc
  .tuple(anyDestination, fc.constantFrom('firewall_events', 'dns_logs', 'nel_reports'))
  .map(([destination_conf, dataset]) => ({ destination_conf, dataset, enabled: true }));

const header = fc.constantFrom('x-request-id', 'content-type', 'x-a', "x-!#$%&'*+.^`|~", 'server');
const cookie = fc.constantFrom('sid', 'SID', 'a[b]', '${c}', '%{d}', 'e/f');
const items = (name: fc.Arbitrary<string>) =>
  fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).map((all) => all.map((one) => ({ name: one })));

const fieldsRule = fc.record(
  {
    action: fc.constant('log_custom_field'),
    expression: fc.constant('true'),
    description: text,
    enabled: fc.boolean(),
    action_parameters: fc
      .record(
        {
          request_fields: items(header),
          response_fields: items(header),
          cookie_fields: items(cookie),
          transformed_request_fields: fc.constant([{ name: 'x-sent' }]),
          raw_response_fields: fc.constant([{ name: 'x-raw', preserve_duplicates: true }, { name: 'x-one' }]),
          x_later_fields: fc.constant([{ name: 'x-later', preserve_duplicates: true }]),
        },
        { requiredKeys: [] },
      )
      .map((lists) => (Object.keys(lists).length > 0 ? lists : { cookie_fields: [{ name: 'only' }] })),
  },
  { requiredKeys: ['action', 'expression', 'action_parameters'] },
);

const migration = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: handMadeRules.map((rules) => ({
      migration: { state: 'finished' },
      previous_waf: { enabled: false },
      managed: rules,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      migration: { state: 'finishing', finishes_at: '2100-01-01T00:00:00Z' },
      previous_waf: { enabled: true },
    }),
  },
);

const content = fc.record({
  fields: fc.option(fc.array(fieldsRule, { maxLength: 3 })),
  jobs: fc.array(fc.oneof({ weight: 4, arbitrary: job }, { weight: 1, arbitrary: otherJob }), {
    maxLength: 4,
  }),
  migration,
  name: fc.constantFrom(
    'shop-N.example',
    'n.shop.example',
    'N-shop.example.com',
    'Bücher-N.example',
    'xn--N.example',
    'same.example',
  ),
});

/** As many zones, always the same for one seed. */
export function randomZones(count: number, seed: number): readonly SeedZone[] {
  return fc.sample(content, { numRuns: count, seed }).map((one, index) => {
    const id = (index + 1)
      .toString(16)
      .padStart(32, '0')
      .replace(/^0{8}/, (index * 7919 + 17).toString(16).padStart(8, '0'));
    const { managed, ...state } = one.migration as { managed?: readonly object[] };
    const rulesets = [
      ...(one.fields === null ? [] : [{ phase: 'http_log_custom_fields', rules: one.fields }]),
      ...(managed === undefined ? [] : [{ phase: 'http_request_firewall_managed', rules: managed }]),
    ];
    return {
      id,
      name: one.name.replace('N', String(index)),
      ...state,
      rulesets,
      logpush: { jobs: one.jobs },
    } as unknown as SeedZone;
  });
}
