import {
  changedSettings,
  hasSettings,
  newJob,
  sameSettings,
  settingsOf,
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

describe('the request', () => {
  test('for a new job has all values that are not defaults', () => {
    expect(newJob(SETTINGS)).toEqual({ dataset: 'http_requests', enabled: false });
    const empty = { ...SETTINGS, filter: '', logpull_options: UNSET_OPTIONS };
    expect(newJob(empty)).toEqual({ dataset: 'http_requests', enabled: false });
    const full: Settings = {
      ...SETTINGS,
      kind: 'edge',
      name: 'a',
      enabled: true,
      filter: '{"where":{}}',
      frequency: 'low',
      logpull_options: OPTIONS,
      max_upload_bytes: 5_000_000,
    };
    expect(newJob(full)).toEqual({
      dataset: 'http_requests',
      kind: 'edge',
      name: 'a',
      enabled: true,
      filter: '{"where":{}}',
      frequency: 'low',
      logpull_options: 'fields=A,B',
      max_upload_bytes: 5_000_000,
    });
  });

  test.each<readonly [string, Partial<Settings>, Partial<Settings>, object]>([
    ['nothing', {}, {}, {}],
    ['nothing where empty values count as unset', {}, { filter: '', logpull_options: UNSET_OPTIONS }, {}],
    ['unset ones', { filter: '{}', max_upload_bytes: 5_000_000 }, {}, { filter: null, max_upload_bytes: 0 }],
    [
      'what only the service of today has',
      { filter_attack_traffic: true, transformer_id: 7 },
      {},
      { filter_attack_traffic: false, transformer_id: null },
    ],
    [
      'another form of options',
      { logpull_options: OPTIONS },
      { output_options: { ...OUTPUT, field_names: ['A'] } },
      {
        logpull_options: null,
        output_options: {
          field_names: ['A'],
          output_type: 'ndjson',
          timestamp_format: 'unixnano',
          sample_rate: 1,
        },
      },
    ],
    [
      'output options as a whole',
      { output_options: { ...OUTPUT, field_names: ['A'] } },
      {
        output_options: { ...OUTPUT, field_names: ['A'], record_prefix: '', defuse_lookups: true },
      },
      {
        output_options: {
          field_names: ['A'],
          output_type: 'ndjson',
          timestamp_format: 'unixnano',
          sample_rate: 1,
          record_prefix: '',
          'CVE-2021-44228': true,
        },
      },
    ],
    [
      'options in the place of output options, whatever the service kept behind them',
      { output_options: OUTPUT },
      { logpull_options: OPTIONS },
      { logpull_options: 'fields=A,B', output_options: null },
    ],
    [
      'with output options that go, no options: what the service kept behind them would count again',
      { output_options: OUTPUT },
      {},
      { logpull_options: null, output_options: null },
    ],
    [
      'the same beside options that set nothing',
      { output_options: OUTPUT, logpull_options: UNSET_OPTIONS },
      { logpull_options: UNSET_OPTIONS },
      { logpull_options: null, output_options: null },
    ],
  ])('for an update has what differs: %s', (_case, before, after, body) => {
    expect(changedSettings({ ...SETTINGS, ...before }, { ...SETTINGS, ...after })).toEqual(body);
  });
});

function nulls(of: object): object {
  return Object.fromEntries(Object.keys(of).map((name) => [name, null]));
}
