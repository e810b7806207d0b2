import fc from 'fast-check';
import {
  changedSettings,
  hasSettings,
  newJob,
  outputOf,
  sameSettings,
  settingsOf,
  type Output,
  type Settings,
} from '../../../../provider-shim/resources/logpush-job/settings';
import { JOB, jobOf, OUTPUT, SETTINGS } from './job';

const OPTIONS: NonNullable<Settings['logpull_options']> = {
  ...{ fields: ['A', 'B'], timestamps: 'unixnano', sample: 1, defuse_lookups: false },
  other: null,
};

/** Options that set nothing. */
const UNSET_OPTIONS = { ...OPTIONS, fields: null };

/** What a job has of which nothing is set; it may have further settings. */
const NOTHING_SET = {
  dataset: 'http_requests',
  kind: '',
  name: '',
  enabled: false,
  filter: null,
  frequency: 'high',
  logpull_options: null,
  output_options: null,
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  filter_attack_traffic: false,
  transformer_id: null,
};

test.each<readonly [string, object]>([
  ['absent', {}],
  [
    'empty',
    {
      ...nulls(JOB),
      ...{ dataset: '', name: '', filter: '', frequency: '', logpull_options: '', transformer_id: 0 },
    },
  ],
])('a job with nothing set has the defaults where it answers %s', (_case, answer) => {
  const settings = settingsOf(jobOf({ ...answer, id: JOB.id, destination_conf: JOB.destination_conf }));
  expect(settings).toMatchObject(NOTHING_SET);
  expect(settings).toEqual(SETTINGS);
});

test.each<readonly [string, Partial<typeof JOB>, Settings | undefined, Partial<Settings>]>([
  ['of a kind that is gone', { kind: 'instant-logs' }, undefined, { kind: '' }],
  [
    'with options',
    { logpull_options: 'timestamps=unix&fields=B,A,B&sample=.5&count=1' },
    undefined,
    {
      logpull_options: {
        ...{ fields: ['B', 'A'], timestamps: 'unix', sample: 0.5, defuse_lookups: false },
        other: 'count=1',
      },
    },
  ],
  [
    'with options that are written in another way',
    { logpull_options: 'sample=1&fields=B%2CA' },
    { ...SETTINGS, logpull_options: OPTIONS },
    { logpull_options: OPTIONS },
  ],
  ['with options that say nothing', { logpull_options: 'timestamps=unixnano' }, undefined, {}],
  [
    'with output options, which decide, without the text behind them, which the service ignores',
    { logpull_options: 'fields=A', output_options: { field_names: ['B'] } },
    undefined,
    { output_options: { ...OUTPUT, field_names: ['B'] } },
  ],
  [
    'with output options beside options of the state that set nothing, and an empty filter',
    { logpull_options: 'fields=A', output_options: { field_names: ['B'] } },
    { ...SETTINGS, filter: '', logpull_options: UNSET_OPTIONS },
    { filter: '', logpull_options: UNSET_OPTIONS, output_options: { ...OUTPUT, field_names: ['B'] } },
  ],
  [
    'with output options that others added to the options of the state',
    { logpull_options: 'fields=B,A&timestamps=unixnano', output_options: { field_names: ['B'] } },
    { ...SETTINGS, logpull_options: OPTIONS },
    { logpull_options: OPTIONS, output_options: { ...OUTPUT, field_names: ['B'] } },
  ],
])('the settings of a job are read: %s', (_case, job, like, expected) => {
  expect(settingsOf({ ...JOB, ...job }, like)).toEqual({ ...SETTINGS, ...expected });
});

describe('the settings of jobs are equal:', () => {
  test.each<readonly [string, Settings, Settings, boolean]>([
    [
      'in another order',
      { ...SETTINGS, logpull_options: OPTIONS },
      { ...SETTINGS, logpull_options: { ...OPTIONS, fields: ['B', 'A'] } },
      true,
    ],
    ['as nothing and as empty', SETTINGS, { ...SETTINGS, filter: '', logpull_options: UNSET_OPTIONS }, true],
    ['in another form', SETTINGS, { ...SETTINGS, output_options: OUTPUT }, false],
  ])('%s', (_case, one, other, same) => {
    expect([sameSettings(one, other), sameSettings(other, one)]).toEqual([same, same]);
  });

  test('to those of a job that has them', () => {
    expect(hasSettings({ ...JOB, frequency: 'high', logpull_options: 'sample=1' }, SETTINGS)).toBe(true);
    expect(hasSettings({ ...JOB, enabled: true }, SETTINGS)).toBe(false);
  });
});

const piece = fc.constantFrom('', '{', '}\n', '\n', ',', 'x');
const output: fc.Arbitrary<Settings['output_options']> = fc
  .record({
    ...{ field_names: fc.constantFrom(null, ['A'], ['B', 'A']), sample_rate: fc.constantFrom(1, 0.5, 0) },
    ...{
      output_type: fc.constantFrom('ndjson', 'csv'),
      timestamp_format: fc.constantFrom('unixnano', 'rfc3339'),
    },
    ...{ batch_prefix: piece, batch_suffix: piece, record_prefix: piece, record_suffix: piece },
    ...{ record_delimiter: piece, record_template: piece, field_delimiter: piece },
    ...{ defuse_lookups: fc.boolean(), merge_subrequests: fc.boolean(), stringify_object: fc.boolean() },
  })
  .map((one) => ({ ...OUTPUT, ...one }));
const options = fc.constantFrom<Settings['logpull_options']>(UNSET_OPTIONS, OPTIONS, {
  ...OPTIONS,
  sample: 0.5,
});
const settings: fc.Arbitrary<Settings> = fc
  .record({
    form: fc.oneof(
      options.map((logpull_options) => ({ logpull_options })),
      output.map((output_options) => ({ output_options })),
      fc.constantFrom({}, { logpull_options: UNSET_OPTIONS, output_options: OUTPUT }),
    ),
    ...{ name: fc.constantFrom('', 'a'), enabled: fc.boolean(), frequency: fc.constantFrom('high', 'low') },
    ...{ filter: fc.constantFrom(null, '', '{"where":{}}'), max_upload_bytes: fc.constantFrom(0, 5_000_000) },
    ...{ filter_attack_traffic: fc.boolean(), transformer_id: fc.constantFrom(null, 7) },
  })
  .map(({ form, ...rest }) => ({ ...SETTINGS, ...rest, ...form }));

describe('the request', () => {
  test('for a new job, and those for its updates, make it what is declared, and none is idle', () => {
    fc.assert(
      fc.property(settings, settings, fc.boolean(), (before, after, isHidden) => {
        const { id, destination_conf } = JOB;
        // What somebody set before the output options counts again without them.
        const behind = isHidden && before.output_options ? { logpull_options: 'fields=HIDDEN' } : {};
        const made = jobOf({ id, destination_conf, ...newJob(before), ...behind });
        expect(settingsOf(made, before)).toEqual(before);
        expect(changedSettings(before, before)).toEqual({});
        const changed = { ...made, ...changedSettings(before, after) } as typeof made;
        expect(hasSettings(changed, after)).toBe(true);
      }),
    );
  });

  test('for a new job has no defaults', () => {
    const full = { ...SETTINGS, kind: 'edge', logpull_options: OPTIONS, max_upload_bytes: 5_000_000 };
    expect([SETTINGS, { ...SETTINGS, filter: '', logpull_options: UNSET_OPTIONS }, full].map(newJob)).toEqual(
      [
        { dataset: 'http_requests', enabled: false },
        { dataset: 'http_requests', enabled: false },
        ...[
          {
            dataset: 'http_requests',
            enabled: false,
            kind: 'edge',
            logpull_options: 'fields=A,B',
            max_upload_bytes: 5_000_000,
          },
        ],
      ],
    );
  });
});

test('output options with a type changed by others have the defaults of that type', () => {
  const csv = { ...OUTPUT, output_type: 'csv', record_prefix: '', record_suffix: '\n' };
  expect(outputOf({ field_names: [], output_type: 'ndjson' }, csv)).toEqual(OUTPUT);
});

test('an empty text that the service answers as null stays as it was', () => {
  const empty = { ...OUTPUT, record_prefix: '' };
  expect(outputOf({ record_prefix: null }, empty)).toEqual(empty);
});

test.each<readonly [string, Parameters<typeof outputOf>[0], Partial<Output>]>([
  [
    'nothing',
    {},
    {
      ...{ field_names: null, output_type: 'ndjson', timestamp_format: 'unixnano', sample_rate: 1 },
      ...{ batch_prefix: '', batch_suffix: '', record_prefix: '{', record_suffix: '}\n' },
      ...{ record_delimiter: '', record_template: '', field_delimiter: ',' },
      ...{ defuse_lookups: false, merge_subrequests: false, stringify_object: false },
    },
  ],
  ['csv alone', { output_type: 'csv' }, { output_type: 'csv', record_prefix: '', record_suffix: '\n' }],
  ['a type that is new', { output_type: 'xml' }, { output_type: 'xml' }],
  ['empty text where that is no value', { output_type: '', timestamp_format: '' }, {}],
  [
    'empty separators',
    { record_prefix: '', field_delimiter: '' },
    { record_prefix: '', field_delimiter: '' },
  ],
])('output options answered as %s are read with the defaults', (_case, wire, expected) => {
  expect(outputOf(wire, undefined)).toEqual({ ...OUTPUT, ...expected });
});

function nulls(of: object): object {
  return Object.fromEntries(Object.keys(of).map((name) => [name, null]));
}
