import { createEmulator } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2 } from './job-client';

const IBM = 'ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k';

type Members = Readonly<Record<string, unknown>>;

const leaf = { key: 'ClientIP', operator: 'eq', value: '192.0.2.1' };
const status = { key: 'EdgeResponseStatus', operator: 'eq', value: 200 };
const worker = { key: 'WorkerSubrequest', operator: 'eq', value: true };
const filter = (where: unknown): string => JSON.stringify({ where });

/** The problem, the members besides the destination, and the place below the last of these that is reported. */
const REFUSED: readonly (readonly [string, Members, string?])[] = [
  ['an unknown member', { nmae: 'x' }],
  ['an unknown dataset', { dataset: 'httprequests' }],
  ['a dataset that is not a string', { dataset: 1 }],
  ['a dataset that is a member of every object', { dataset: 'constructor' }],
  ['a name with a space', { name: 'a b' }],
  ['a name that is too long', { name: 'a'.repeat(513) }],
  ['enabled as text', { enabled: 'true' }],
  ['enabled as null', { enabled: null }],
  ['an unknown kind', { kind: 'instant' }],
  ['kind as null', { kind: null }],
  ['an unknown frequency', { frequency: 'often' }],
  ['a destination as null', { destination_conf: null }],
  ['a destination that is too long', { destination_conf: `gs://${'b'.repeat(4096)}` }],
  ['too few bytes', { max_upload_bytes: 4_999_999 }],
  ['too many bytes', { max_upload_bytes: 1_000_000_001 }],
  ['a limit that is not whole', { max_upload_bytes: 6_000_000.5 }],
  ['a limit as text', { max_upload_bytes: '5000000' }],
  ['an interval that is too short', { max_upload_interval_seconds: 29 }],
  ['an interval that is too long', { max_upload_interval_seconds: 301 }],
  ['too few records', { max_upload_records: 999 }],
  ['too many records', { max_upload_records: 1_000_001 }],
  ['fewer bytes than any destination but IBM Cloud Logs', { max_upload_bytes: 2_000_000 }],
  ['fewer bytes than IBM Cloud Logs', { destination_conf: IBM, max_upload_bytes: 1_999_999 }],
  ['attacks in a dataset without them', { dataset: 'dns_logs', filter_attack_traffic: true }],
  ['attacks as text', { filter_attack_traffic: 'true' }],
  ['a token with a space', { ownership_challenge: 'a b' }],
  ['a token that is too long', { ownership_challenge: 'a'.repeat(4097) }],
  ['a token as number', { ownership_challenge: 1 }],
  ['an id as text', { id: '1' }],
  ['a time of health as number', { last_complete: 1 }],

  ['options with an unknown key', { logpull_options: 'feilds=RayID' }],
  ['malformed options', { logpull_options: 'RayID' }],
  ['options with an unknown field', { logpull_options: 'fields=RayID,RayId' }],
  ['options with a field of another dataset', { logpull_options: 'fields=QueryName' }],
  ['options with no field', { logpull_options: 'fields=' }],
  ['options with a key twice', { logpull_options: 'fields=RayID&fields=ClientIP' }],
  ['options with unknown timestamps', { logpull_options: 'timestamps=rfc3339ns' }],
  ['options with a sample of 0', { logpull_options: 'sample=0' }],
  ['options with a sample over 1', { logpull_options: 'sample=1.1' }],
  ['options with a sample that is not a number', { logpull_options: 'sample=0x1' }],
  ['options with a word for the guard', { logpull_options: 'CVE-2021-44228=yes' }],
  ['a whole URL without options', { logpull_options: 'https://example.com/logs' }],
  ['options that are too long', { logpull_options: `fields=${'RayID,'.repeat(700)}RayID` }],
  ['options as object', { logpull_options: { fields: 'RayID' } }],

  ['output options as text', { output_options: 'ndjson' }],
  ['an unknown output option', { output_options: { fields: [] } }, '/fields'],
  ['an unknown field name', { output_options: { field_names: ['RayID', 'Ray'] } }, '/field_names/1'],
  ['a field name of another type', { output_options: { field_names: [1] } }, '/field_names/0'],
  ['field names as text', { output_options: { field_names: 'RayID' } }, '/field_names'],
  ['field names as null', { output_options: { field_names: null } }, '/field_names'],
  ['an unknown output type', { output_options: { output_type: 'xml' } }, '/output_type'],
  ['an unknown timestamp format', { output_options: { timestamp_format: 'iso' } }, '/timestamp_format'],
  ['a negative sample rate', { output_options: { sample_rate: -0.1 } }, '/sample_rate'],
  ['a sample rate over 1', { output_options: { sample_rate: 1.5 } }, '/sample_rate'],
  ['a sample rate as text', { output_options: { sample_rate: '1' } }, '/sample_rate'],
  ['a prefix as number', { output_options: { record_prefix: 1 } }, '/record_prefix'],
  ['objects as text, as a text', { output_options: { stringify_object: 'true' } }, '/stringify_object'],
  ['the guard as text', { output_options: { 'CVE-2021-44228': 'true' } }, '/CVE-2021-44228'],
  [
    'subrequests of another dataset',
    { dataset: 'dns_logs', output_options: { merge_subrequests: true } },
    '/merge_subrequests',
  ],

  ['a filter as object', { filter: { where: leaf } }],
  ['a filter that is not JSON', { filter: '{where' }],
  ['a filter that is a list', { filter: '[]' }],
  ['a filter without where', { filter: '{}' }],
  ['a filter with more than where', { filter: JSON.stringify({ where: leaf, limit: 1 }) }],
  ['a filter on an unknown field', { filter: filter({ ...leaf, key: 'Ray' }) }],
  ['a filter with an unknown operator', { filter: filter({ ...leaf, operator: 'equals' }) }],
  ['a filter by less on a text', { filter: filter({ ...leaf, operator: 'lt' }) }],
  ['a filter by start on a number', { filter: filter({ ...status, operator: 'startsWith' }) }],
  ['a filter by part on a number', { filter: filter({ ...status, operator: 'contains' }) }],
  ['a filter by set on a boolean', { filter: filter({ ...worker, operator: 'in', value: [true] }) }],
  ['a filter by order on a boolean', { filter: filter({ ...worker, operator: '!in', value: [true] }) }],
  ['a filter by equality on a list', { filter: filter({ ...leaf, key: 'BotTags' }) }],
  ['a filter on an object', { filter: filter({ ...leaf, key: 'Cookies', operator: 'contains' }) }],
  ['a filter without a value', { filter: filter({ key: 'RayID', operator: 'eq' }) }],
  ['a filter with an object as value', { filter: filter({ ...leaf, value: {} }) }],
  ['a filter with null as value', { filter: filter({ ...leaf, value: null }) }],
  ['a list for an operator on one value', { filter: filter({ ...leaf, value: ['x'] }) }],
  ['one value for an operator on lists', { filter: filter({ ...leaf, operator: 'in' }) }],
  ['an empty list of values', { filter: filter({ ...leaf, operator: '!in', value: [] }) }],
  ['an empty and', { filter: filter({ and: [] }) }],
  ['and with or', { filter: filter({ and: [leaf], or: [leaf] }) }],
  ['and with a condition', { filter: filter({ and: [leaf], ...leaf }) }],
  ['and with text', { filter: filter({ and: 'x' }) }],
  ['a filter of more than 1000 bytes', { filter: filter({ ...leaf, value: 'ü'.repeat(480) }) }],
];

const PLACED = REFUSED.map(([name, members, place = '']) => [name, members, place] as const);

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
  ['the limit that IBM recommends', { destination_conf: IBM, max_upload_bytes: 2_000_000 }],
  ['attacks left out', { filter_attack_traffic: true }],
  ['attacks left in, in a dataset without them', { dataset: 'dns_logs', filter_attack_traffic: false }],
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

describe('bodies of log push jobs (docs/internals/service.md 5.2–5.5)', () => {
  it.each(PLACED)('refuses %s, on creation and on update', async (_name, members, place) => {
    const pointer = `/${Object.keys(members).at(-1)}${place}`;
    const emulator = createEmulator();
    const call = caller(emulator);
    const dataset = (members['dataset'] as string | undefined) === 'dns_logs' ? 'dns_logs' : 'http_requests';
    await call('POST', JOBS, { destination_conf: R2, dataset });
    const before = emulator.control.snapshot();
    for (const [method, path, body] of [
      ['POST', JOBS, { destination_conf: R2, ...members }],
      ['PUT', `${JOBS}/1`, pointer === '/kind' ? { kind: 'instant' } : members],
    ] as const) {
      const answer = await call(method, path, body);
      expect([answer.status, answer.body.result]).toEqual([400, null]);
      expect(answer.body.errors.length).toBeGreaterThan(0);
      for (const error of answer.body.errors)
        expect(error).toEqual({ code: 1001, message: expect.any(String), source: { pointer } });
    }
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['text', 'job'],
    ['no destination', { enabled: true }],
  ])('refuses a body that is or has %s', async (_name, body) => {
    expect((await caller(createEmulator())('POST', JOBS, body)).status).toBe(400);
  });

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

  it.each([
    ['takes', 30, 200],
    ['refuses', 31, 400],
  ])('%s a filter with %i operators, including and and or', async (_name, operators, status) => {
    let where: unknown = leaf;
    for (let count = 1; count < operators; count += 1) where = { or: [where] };
    const call = caller(createEmulator());
    expect((await call('POST', JOBS, { destination_conf: R2, filter: filter(where) })).status).toBe(status);
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
