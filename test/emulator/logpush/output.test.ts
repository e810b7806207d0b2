import type { LogpushJob } from '../../../emulator/logpush/logpush-state';
import type { Output } from '../../../emulator/logpush/logpull-options';
import { outputOf } from '../../../emulator/logpush/output';
import { plainJob, R2 } from './job-client';

const DEFAULT_FIELDS = [
  'ClientIP',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestURI',
  'EdgeEndTimestamp',
  'EdgeResponseBytes',
  'EdgeResponseStatus',
  'EdgeStartTimestamp',
  'RayID',
];

const PLAIN: Output = {
  fieldNames: DEFAULT_FIELDS,
  type: 'ndjson',
  timestampFormat: 'unixnano',
  sampleRate: 1,
  batchPrefix: '',
  batchSuffix: '',
  recordPrefix: '{',
  recordSuffix: '}\n',
  recordDelimiter: '',
  fieldDelimiter: ',',
  recordTemplate: '',
  guardsLookups: false,
  mergesSubrequests: false,
  stringifiesObjects: false,
};

describe('the output of a job (docs/internals/service.md 5.3, 5.4)', () => {
  it.each<[string, Partial<LogpushJob>, Partial<Output>]>([
    ['nothing', {}, {}],
    ['empty options', { logpull_options: '' }, {}],
    [
      'options',
      { logpull_options: 'fields=RayID,Cookies&timestamps=rfc3339&sample=0.25&CVE-2021-44228=true' },
      { fieldNames: ['RayID', 'Cookies'], timestampFormat: 'rfc3339', sampleRate: 0.25, guardsLookups: true },
    ],
    ['options as a URL', { logpull_options: 'https://x.example/y?fields=RayID' }, { fieldNames: ['RayID'] }],
    ['output options without members', { output_options: {} }, {}],
    [
      'both, of which output_options decides',
      { logpull_options: 'fields=RayID&timestamps=rfc3339', output_options: { field_names: ['ClientIP'] } },
      { fieldNames: ['ClientIP'] },
    ],
    [
      'csv, which has its own defaults',
      { output_options: { output_type: 'csv' } },
      { type: 'csv', recordPrefix: '', recordSuffix: '\n' },
    ],
    [
      'every output option',
      {
        output_options: {
          field_names: ['RayID'],
          output_type: 'csv',
          timestamp_format: 'rfc3339ns',
          sample_rate: 0,
          batch_prefix: '[',
          batch_suffix: ']',
          record_prefix: '<',
          record_suffix: '>',
          record_delimiter: ';',
          field_delimiter: '|',
          record_template: '{{.RayID}}',
          'CVE-2021-44228': true,
        },
      },
      {
        fieldNames: ['RayID'],
        type: 'csv',
        timestampFormat: 'rfc3339ns',
        sampleRate: 0,
        batchPrefix: '[',
        batchSuffix: ']',
        recordPrefix: '<',
        recordSuffix: '>',
        recordDelimiter: ';',
        fieldDelimiter: '|',
        recordTemplate: '{{.RayID}}',
        guardsLookups: true,
      },
    ],
    [
      'null, which is the default, and an empty text, which is not',
      { output_options: { field_names: [], record_prefix: null, record_suffix: '', sample_rate: null } },
      { recordSuffix: '' },
    ],
  ])('is derived from %s', (_name, members, output) => {
    const job = { ...plainJob(1, R2), ...members } as unknown as LogpushJob;
    expect(outputOf(job)).toEqual({ ...PLAIN, ...output });
  });
});
