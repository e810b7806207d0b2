import fc from 'fast-check';

/** Random settings of a `zone_logpush_job`, as a user may write them: in either form, and left out. */
export type JobConfig = Readonly<Record<string, unknown>>;

const FIELDS = ['RayID', 'ClientIP', 'EdgeStartTimestamp', 'RequestHeaders', 'ResponseHeaders', 'Cookies'];

const fields = fc.shuffledSubarray(FIELDS, { minLength: 1 });
const timestamps = fc.constantFrom('unixnano', 'unix', 'rfc3339');
const sample = fc.constantFrom(1, 0.5, 0.25, 0.001);

const options = fc.record(
  {
    fields,
    timestamps,
    sample,
    defuse_lookups: fc.boolean(),
    other: fc.constantFrom('x_a=1', 'x_a=%7B&x_a=2'),
  },
  { requiredKeys: ['fields'] },
);

const piece = fc.constantFrom('', '{', '}\n', ',', ';', 'x', '"é"');

const output = fc.record(
  {
    field_names: fields,
    output_type: fc.constantFrom('ndjson', 'csv'),
    timestamp_format: fc.constantFrom('unixnano', 'unix', 'rfc3339', 'rfc3339ms', 'rfc3339ns'),
    sample_rate: sample,
    batch_prefix: piece,
    batch_suffix: piece,
    record_prefix: piece,
    record_suffix: piece,
    record_delimiter: piece,
    record_template: fc.constantFrom('', '{{.RayID}}'),
    field_delimiter: piece,
    defuse_lookups: fc.boolean(),
    merge_subrequests: fc.boolean(),
  },
  { requiredKeys: ['field_names'] },
);

const filter = fc
  .tuple(fc.constantFrom('eq', 'contains', '!eq'), fc.constantFrom('a', 'b "c"'), fc.constantFrom(0, 2))
  .map(([operator, value, indent]) =>
    JSON.stringify({ where: { and: [{ key: 'ClientRequestHost', operator, value }] } }, null, indent),
  );

const limits = fc.record(
  {
    max_upload_bytes: fc.constantFrom(0, 5_000_000, 1_000_000_000),
    max_upload_interval_seconds: fc.constantFrom(0, 30, 300),
    max_upload_records: fc.constantFrom(0, 1000, 1_000_000),
    enabled: fc.boolean(),
    kind: fc.constantFrom('', 'edge'),
    frequency: fc.constantFrom('high', 'low'),
    filter,
  },
  { requiredKeys: [] },
);

const form = fc.oneof(
  { weight: 6, arbitrary: options.map((logpull_options): JobConfig => ({ logpull_options })) },
  { weight: 3, arbitrary: output.map((output_options): JobConfig => ({ output_options })) },
  { weight: 1, arbitrary: fc.constant<JobConfig>({}) },
);

export const jobConfig: fc.Arbitrary<JobConfig> = fc
  .tuple(limits, form, fc.boolean(), fc.constantFrom('one', 'two'))
  .map(([settings, what, isSecret, place]) => {
    const destination = `https://logs.example.com/${place}?header_Authorization=t`;
    return {
      ...settings,
      ...what,
      ...(isSecret
        ? { destination_conf_wo: destination, destination_conf_wo_version: place === 'one' ? 1 : 2 }
        : { destination_conf: destination }),
    };
  });
