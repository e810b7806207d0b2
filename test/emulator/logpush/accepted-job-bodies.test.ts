import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2 } from './job-client';

const IBM = 'ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k';

type Members = Readonly<Record<string, unknown>>;

const leaf = { key: 'ClientIP', operator: 'eq', value: '192.0.2.1' };
const filter = (where: unknown): string => JSON.stringify({ where });

const TAKEN: readonly (readonly [string, Members])[] = [
  [
    'all three objects of custom fields',
    {
      logpull_options:
        'fields=Cookies,RequestHeaders,ResponseHeaders,RayID,EdgeStartTimestamp,EdgeEndTimestamp',
    },
  ],
  [
    'options as a whole URL',
    { logpull_options: 'https://example.com/logs?fields=RayID&sample=0.25&timestamps=unix' },
  ],
  ['options with a question mark', { logpull_options: '?fields=RayID&CVE-2021-44228=true' }],
  ['options with an escaped comma', { logpull_options: 'fields=RayID%2CClientIP' }],
  ['empty texts', { name: '', filter: '', logpull_options: '', ownership_challenge: '', kind: '' }],
  ['limits of 0', { max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 }],
  [
    'the greatest limits',
    { max_upload_bytes: 1_000_000_000, max_upload_interval_seconds: 300, max_upload_records: 1_000_000 },
  ],
  [
    'null for output options that can be null',
    {
      output_options: {
        field_names: ['RayID', 'RayID'],
        sample_rate: null,
        batch_prefix: null,
        record_template: null,
        field_delimiter: null,
        'CVE-2021-44228': null,
        merge_subrequests: true,
      },
    },
  ],
  ['a name with an underscore', { name: 'my_job' }],
  ['the limit that IBM recommends', { destination_conf: IBM, max_upload_bytes: 2_000_000 }],
  ['attacks left out', { filter_attack_traffic: true }],
  ['attacks left in, in a dataset without them', { dataset: 'dns_logs', filter_attack_traffic: false }],
  ['objects as text', { output_options: { stringify_object: true } }],
  ...(['rfc3339ms', 'rfc3339ns'] as const).map(
    (timestamp_format) =>
      [`timestamps in ${timestamp_format}`, { output_options: { timestamp_format } }] as const,
  ),
  ['a filter on a list', { filter: filter({ key: 'BotTags', operator: '!contains', value: 'a' }) }],
  [
    'filters on times, as numbers and as texts',
    {
      filter: filter({
        and: [
          { key: 'EdgeStartTimestamp', operator: 'gt', value: 5 },
          { key: 'EdgeStartTimestamp', operator: 'startsWith', value: '2025' },
        ],
      }),
    },
  ],
  ['no output options at all', { output_options: {} }],
  [
    'a nested filter',
    {
      filter: filter({
        and: [leaf, { or: [leaf, { and: [{ ...leaf, operator: 'in', value: ['a', 'b'] }] }] }],
      }),
    },
  ],
  [
    'a filter with numbers and booleans',
    {
      filter: filter({
        or: [
          { key: 'EdgeResponseStatus', operator: 'geq', value: 500 },
          { key: 'WorkerSubrequest', operator: '!eq', value: true },
        ],
      }),
    },
  ],
];

describe('bodies of log push jobs (docs/service.md 5.2–5.5)', () => {
  it.each(TAKEN)('accepts %s as sent', async (_name, members) => {
    const settings = { jobNames: 'today', outputOptions: 'today' } as const;
    const call = caller(createEmulator({ settings }));
    const { status, body } = await call('POST', JOBS, { destination_conf: R2, ...members });
    const { ownership_challenge: _token, ...answered } = members;
    expect([status, body.errors]).toEqual([200, []]);
    expect(body.result).toMatchObject(answered);
    expect(body.result).not.toHaveProperty('ownership_challenge');
  });
});
