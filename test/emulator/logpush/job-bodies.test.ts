import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2 } from './job-client';

const IBM = 'ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k';

type Members = Readonly<Record<string, unknown>>;

const leaf = { key: 'ClientIP', operator: 'eq', value: '192.0.2.1' };
const filter = (where: unknown): string => JSON.stringify({ where });

const every = (and: readonly unknown[]) => ({ filter: filter({ and }) });
const OBJECTS = 'fields=Cookies,RequestHeaders,ResponseHeaders,RayID,EdgeStartTimestamp,EdgeEndTimestamp';
const NULLS = { sample_rate: null, batch_prefix: null, record_template: null, field_delimiter: null };
const MOST = {
  max_upload_bytes: 1_000_000_000,
  max_upload_interval_seconds: 300,
  max_upload_records: 1_000_000,
};

const TAKEN: readonly (readonly [string, Members])[] = [
  ['all three objects of custom fields', { logpull_options: OBJECTS }],
  [
    'options as a URL',
    { logpull_options: 'https://example.com/logs?fields=RayID&sample=0.25&timestamps=unix' },
  ],
  ['options with a question mark', { logpull_options: '?fields=RayID&CVE-2021-44228=true' }],
  ['options with an escaped comma', { logpull_options: 'fields=RayID%2CClientIP' }],
  ['empty texts', { name: '', filter: '', logpull_options: '', ownership_challenge: '', kind: '' }],
  ['limits of 0', { max_upload_bytes: 0, max_upload_interval_seconds: 0, max_upload_records: 0 }],
  ['the greatest limits', MOST],
  [
    'null for output options',
    { output_options: { ...NULLS, field_names: ['RayID', 'RayID'], 'CVE-2021-44228': null } },
  ],
  ['merged subrequests', { output_options: { merge_subrequests: true } }],
  ['no output options at all', { output_options: {} }],
  ['milliseconds', { output_options: { timestamp_format: 'rfc3339ms' } }],
  ['nanoseconds', { output_options: { timestamp_format: 'rfc3339ns' } }],
  ['the limit that IBM recommends', { destination_conf: IBM, max_upload_bytes: 2_000_000 }],
  ['attacks left out', { filter_attack_traffic: true }],
  ['attacks left in, in a dataset without them', { dataset: 'dns_logs', filter_attack_traffic: false }],
  ['a filter on a list', every([{ key: 'BotTags', operator: '!contains', value: 'a' }])],
  ['a filter on a time as a number', every([{ key: 'EdgeStartTimestamp', operator: 'gt', value: 5 }])],
  [
    'a filter on a time as a text',
    every([{ key: 'EdgeStartTimestamp', operator: 'startsWith', value: '2025' }]),
  ],
  [
    'a nested filter',
    every([leaf, { or: [leaf, { and: [{ ...leaf, operator: 'in', value: ['a', 'b'] }] }] }]),
  ],
  ['a filter with a number', every([{ key: 'EdgeResponseStatus', operator: 'geq', value: 500 }])],
  ['a filter with a boolean', every([{ key: 'WorkerSubrequest', operator: '!eq', value: true }])],
];

it('takes a transformer of the service of today, for records in JSON', async () => {
  const call = caller(createEmulator({ settings: { model: 'today' } }));
  const job = { destination_conf: R2, transformer_id: 7 };
  expect((await call('POST', JOBS, job)).body.result).toMatchObject(job);
  const csv = { output_options: { output_type: 'csv' } };
  expect((await call('PUT', `${JOBS}/1`, csv)).body.errors).toMatchObject([
    { source: { pointer: '/transformer_id' } },
  ]);
  const detached = (await call('PUT', `${JOBS}/1`, { ...csv, transformer_id: null })).body.result;
  expect(detached).not.toHaveProperty('transformer_id');
});

describe('bodies of log push jobs (docs/internals/service.md 5.2–5.5)', () => {
  it('reports all problems at once', async () => {
    const call = caller(createEmulator());
    const { body } = await call('POST', JOBS, {
      name: 'a b',
      frequency: 'often',
      output_options: { field_names: ['Ray'] },
    });
    expect(body.errors).toEqual([
      { code: 1001, message: 'destination_conf is required', source: { pointer: '/destination_conf' } },
      {
        code: 1001,
        message: `'a b' is not a valid value for name because it must be letters, digits, "-" and "."`,
        source: { pointer: '/name' },
      },
      {
        code: 1001,
        message: "'often' is not a valid value for frequency because it must be 'high' or 'low'",
        source: { pointer: '/frequency' },
      },
      {
        code: 1001,
        message: "'Ray' is not a valid value for field_names because the dataset has no such field",
        source: { pointer: '/output_options/field_names/0' },
      },
    ]);
  });

  it('takes a filter with 30 operators, including and and or', async () => {
    const where = Array.from({ length: 29 }).reduce<unknown>((inner) => ({ or: [inner] }), leaf);
    const call = caller(createEmulator());
    expect((await call('POST', JOBS, { destination_conf: R2, filter: filter(where) })).status).toBe(200);
  });

  it.each(TAKEN)('accepts %s as sent', async (_name, members) => {
    const call = caller(createEmulator());
    const { status, body } = await call('POST', JOBS, { destination_conf: R2, ...members });
    const { ownership_challenge: _token, ...answered } = members;
    expect([status, body.errors]).toEqual([200, []]);
    expect(body.result).toMatchObject(answered);
    expect(body.result).not.toHaveProperty('ownership_challenge');
  });
});
