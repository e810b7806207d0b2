import type { Emulator } from '../../../emulator';
import { createEmulator, DEFAULT_ACCOUNT_ID, DEFAULT_TOKEN, DEFAULT_ZONE_ID } from '../../../emulator';
import type { Call } from '../client';
import { caller, reply, serviceRequest } from '../client';
import { JOBS, R2 } from './job-client';

const SQL = 'SELECT ClientIP FROM http_requests WHERE EdgeResponseStatus >= 500';
const OTHER_SQL = 'SELECT QueryName FROM dns_logs';

/** Sends JSON to a path below the account's transformers. */
function transformers(emulator: Emulator, token = DEFAULT_TOKEN): Call {
  return async (method, path, body) => {
    const request = serviceRequest(`/accounts/${DEFAULT_ACCOUNT_ID}/logpush/transformers${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return reply(await emulator.handle(request));
  };
}

const FIRST = {
  id: 1,
  name: 'errors',
  description: '',
  dataset: 'http_requests',
  associated_jobs: [],
  created_at: '2025-01-01T00:00:00.001000Z',
  updated_at: '2025-01-01T00:00:00.001000Z',
};

describe('transformers of an account (docs/service.md 5.9)', () => {
  it('are created, listed, read with their content, and deleted', async () => {
    const call = transformers(createEmulator());
    const created = await call('POST', '', { name: 'errors', code: SQL });
    expect([created.status, created.body.result]).toEqual([200, FIRST]);
    const second = await call('POST', '', { name: 'errors', code: OTHER_SQL, description: 'd' });
    expect(second.body.result).toMatchObject({ id: 2, description: 'd', dataset: 'dns_logs' });
    expect((await call('GET', '')).body.result).toEqual([FIRST, second.body.result]);
    expect((await call('GET', '/1')).body.result).toEqual(FIRST);
    expect((await call('GET', '/1/content')).body.result).toEqual({ content: SQL });
    expect((await call('DELETE', '/2')).body.result).toEqual({ id: 2 });
    expect((await call('POST', '', { name: 'n', code: SQL })).body.result.id).toBe(3);
  });

  it('get a new version with each query, and lose a description that is not sent', async () => {
    const call = transformers(createEmulator());
    await call('POST', '', { name: 'errors', code: SQL, description: 'd' });
    const renamed = await call('PUT', '/1', { name: 'renamed' });
    const updated_at = '2025-01-01T00:00:00.002000Z';
    expect(renamed.body.result).toEqual({ ...FIRST, name: 'renamed', updated_at });
    await call('PUT', '/1', { name: 'renamed', code: OTHER_SQL });
    expect((await call('GET', '/1')).body.result.dataset).toBe('dns_logs');
    expect((await call('GET', '/1/versions')).body.result).toEqual([
      { id: 2, version: 2, created_at: '2025-01-01T00:00:00.003000Z' },
      { id: 1, version: 1, created_at: '2025-01-01T00:00:00.001000Z' },
    ]);
  });

  it.each<[string, unknown, number, string]>([
    ['no name', { code: SQL }, 400, 'missing required field: name'],
    ['an empty name', { name: '', code: SQL }, 400, 'missing required field: name'],
    ['no query', { name: 'n' }, 400, 'missing required field: code'],
    ['an empty query', { name: 'n', code: '' }, 400, 'missing required field: code'],
    ['a query that cannot be read', { name: 'n', code: 'SELECT' }, 400, 'invalid SQL: line 1, column 7'],
    ['an unknown dataset', { name: 'n', code: 'SELECT a FROM logs' }, 400, 'there is no dataset logs'],
    ['an unknown field', { name: 'n', code: 'SELECT a FROM dns_logs' }, 400, 'dns_logs has no field a'],
    ['a query of more than 10 KB', { name: 'n', code: SQL.padEnd(10_241) }, 413, 'more than 10240 bytes'],
    ['a name of more than 255 bytes', { name: 'é'.repeat(128), code: SQL }, 400, 'at most 255 bytes'],
    [
      'a long description',
      { name: 'n', code: SQL, description: 'd'.repeat(4097) },
      400,
      'at most 4096 bytes',
    ],
    ['an unknown member', { name: 'n', code: SQL, sql: SQL }, 400, 'there is no such member'],
    ['a name that is a number', { name: 1, code: SQL }, 400, 'it must be a string'],
  ])('are refused with %s', async (_name, body, status, message) => {
    const call = transformers(createEmulator());
    await call('POST', '', { name: 'errors', code: SQL });
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/1'],
    ] as const) {
      if (method === 'PUT' && !('code' in (body as object))) continue;
      const answer = await call(method, path, body);
      expect([answer.status, answer.body.result]).toEqual([status, null]);
      expect(answer.body.errors[0]?.message).toContain(message);
    }
    expect((await call('GET', '')).body.result).toEqual([FIRST]);
  });

  it.each([
    ['a dataset of zones', 'SELECT ClientIP FROM websocket_analytics', 'websocket_analytics'],
    ['a dataset of accounts', 'SELECT Outcome FROM workers_trace_events', 'workers_trace_events'],
    ['one whose fields the emulator does not know', 'SELECT * FROM casb_findings', 'casb_findings'],
  ])('can be for %s', async (_name, code, dataset) => {
    const call = transformers(createEmulator());
    expect((await call('POST', '', { name: 'n', code })).body.result).toMatchObject({ dataset });
  });

  it.each(['GET', 'PUT', 'DELETE'])('answer 404 to %s of one that is not there', async (method) => {
    const call = transformers(createEmulator());
    const { status, body } = await call(method, '/7', method === 'PUT' ? { name: 'n' } : undefined);
    expect([status, body.errors[0]?.message]).toEqual([404, 'transformer not found: 7']);
    expect((await call('GET', '/0')).body.errors[0]?.code).toBe(7003);
  });

  it('run in a preview on one record, and store nothing', async () => {
    const emulator = createEmulator();
    const call = transformers(emulator);
    const before = emulator.control.snapshot();
    const preview = async (status: number): Promise<unknown> =>
      (
        await call('POST', '/preview', {
          sql: SQL,
          input: { ClientIP: '192.0.2.1', EdgeResponseStatus: status },
        })
      ).body.result;
    expect([await preview(500), await preview(200)]).toEqual([[{ ClientIP: '192.0.2.1' }], []]);
    expect((await call('POST', '/preview', { sql: SQL, input: [] })).status).toBe(400);
    expect((await call('POST', '/preview', { sql: '', input: {} })).body.errors[0]?.message).toBe(
      'missing required field: sql',
    );
    expect((await call('POST', '/preview', { sql: 'x', input: {} })).body.errors[0]?.source).toEqual({
      pointer: '/sql',
    });
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('need the permission to edit log push, and an account', async () => {
    const token = `${DEFAULT_TOKEN}-reader`;
    const emulator = createEmulator({
      seed: { credentials: { tokens: [{ token, permissions: ['logpush:read'] }, { token: DEFAULT_TOKEN }] } },
    });
    expect((await transformers(emulator, token)('GET', '')).status).toBe(403);
    const elsewhere = serviceRequest(`/accounts/${'f'.repeat(32)}/logpush/transformers`, {
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
    });
    expect((await emulator.handle(elsewhere)).status).toBe(400);
  });

  it.each(['specification', 'today'] as const)('are not for standard accounts: %s', async (model) => {
    const accounts = [{ id: DEFAULT_ACCOUNT_ID, name: 'Standard', type: 'standard' as const }];
    const call = transformers(createEmulator({ seed: { accounts }, settings: { model } }));
    expect((await call('GET', '')).status).toBe(403);
    expect((await call('POST', '', { name: 'errors', code: SQL })).status).toBe(403);
  });

  it('can read every field that a dataset has in zones or accounts', async () => {
    const call = transformers(createEmulator());
    for (const field of ['ZoneName', 'RayID'])
      expect(
        (await call('POST', '', { name: 'n', code: `SELECT ${field} FROM firewall_events` })).status,
      ).toBe(200);
  });

  it('are in snapshots with their versions, and a dry run writes none', async () => {
    const emulator = createEmulator();
    const call = transformers(emulator);
    await call('POST', '', { name: 'errors', code: SQL });
    await call('PUT', '/1', { name: 'errors', code: OTHER_SQL });
    await call('POST', '', { name: 'gone', code: SQL });
    await call('DELETE', '/2');
    const before = emulator.control.snapshot();
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const)
      expect((await call(method, `${path}?dry_run=true`, { name: 'n', code: SQL })).status).toBe(200);
    expect(emulator.control.snapshot()).toEqual(before);
    const other = createEmulator({ seed: before });
    expect(other.control.snapshot()).toEqual(before);
    expect((await transformers(other)('POST', '', { name: 'n', code: SQL })).body.result.id).toBe(3);
  });

  it.each([
    ['without a query', { items: [{ name: 'a', versions: [] }] }],
    ['with a broken query', { items: [{ name: 'a', versions: [{ code: 'SELECT' }] }] }],
    ['with an id twice', { items: [1, 1].map((id) => ({ id, name: 'a', versions: [{ code: SQL }] })) }],
  ])('are refused in a seed %s', (_name, seeded) => {
    const accounts = [{ id: DEFAULT_ACCOUNT_ID, name: 'a', transformers: seeded }];
    expect(() => createEmulator({ seed: { accounts } })).toThrow('The seed cannot be used');
  });
});

describe('the transformer of a job (docs/service.md 5.9)', () => {
  async function prepared(emulator = createEmulator()) {
    const call = transformers(emulator);
    await call('POST', '', { name: 'errors', code: SQL });
    return { emulator, call, jobs: caller(emulator) };
  }

  it('must be there, for the dataset of the job, and for a job in ndjson', async () => {
    const { jobs } = await prepared();
    const create = async (members: object) => {
      const { status, body } = await jobs('POST', JOBS, { destination_conf: R2, ...members });
      return [status, body.errors[0]?.message];
    };
    expect(await create({ transformer_id: 7 })).toEqual([400, 'transformer 7 not found for this account']);
    expect(await create({ transformer_id: 1, dataset: 'dns_logs' })).toEqual([
      400,
      'transformer 1 dataset "http_requests" does not match job dataset "dns_logs"',
    ]);
    expect((await create({ transformer_id: 1 }))[0]).toBe(200);
    const csv = await jobs('PUT', `${JOBS}/1`, { output_options: { output_type: 'csv' } });
    expect(csv.body.errors[0]?.source?.pointer).toBe('/transformer_id');
    expect((await jobs('PUT', `${JOBS}/1`, { transformer_id: 9 })).status).toBe(400);
  });

  it('shows the job, cannot be deleted before it is detached, and keeps to the dataset of the job', async () => {
    const { call, jobs } = await prepared();
    const { body } = await jobs('POST', JOBS, { destination_conf: R2, name: 'a', transformer_id: 1 });
    expect(body.result.transformer_id).toBe(1);
    expect((await call('GET', '/1')).body.result.associated_jobs).toEqual([
      { id: 1, name: 'a', object_tag: DEFAULT_ZONE_ID, object_type: 'zone' },
    ]);
    const refused = await call('DELETE', '/1');
    expect([refused.status, refused.body.errors[0]?.message]).toEqual([
      409,
      'transformer 1 is used by the jobs 1; detach it from them first',
    ]);
    expect((await call('PUT', '/1', { name: 'a', code: OTHER_SQL })).body.errors[0]?.message).toBe(
      'transformer 1 dataset "dns_logs" does not match job dataset "http_requests"',
    );
    const detached = await jobs('PUT', `${JOBS}/1`, { transformer_id: null });
    expect(detached.body.result).not.toHaveProperty('transformer_id');
    expect((await call('DELETE', '/1')).status).toBe(200);
  });

  it('reshapes the records of traffic, and drops those that do not match', async () => {
    const { emulator, call, jobs } = await prepared();
    const code = `SELECT extract(epoch FROM to_timestamp(EdgeStartTimestamp)) AS unix_ts,
        UPPER(ClientRequestMethod) AS method, 'Emulator' AS provider,
        named_struct('path', ClientRequestPath, 'host', ClientRequestHost) AS request,
        [ClientIP, RayID] AS meta, EdgeResponseStatus >= 500 AS is_error
      FROM http_requests WHERE ClientRequestPath NOT LIKE '/health%'`;
    await call('PUT', '/1', { name: 'errors', code });
    const field_names = [
      'EdgeStartTimestamp',
      'ClientRequestMethod',
      'ClientRequestPath',
      'ClientIP',
      'EdgeResponseStatus',
    ];
    const job = { destination_conf: R2, enabled: true, transformer_id: 1 };
    await jobs('POST', JOBS, { ...job, output_options: { field_names, timestamp_format: 'rfc3339' } });
    const { records } = await emulator.control.traffic.send(DEFAULT_ZONE_ID, [
      { path: '/a', method: 'Purge', response: { status: 502 } },
      { path: '/healthz' },
    ]);
    expect(records).toEqual([{ job: 1, count: 1 }]);
    // The job does not list the host and the ray, so they are null.
    expect(emulator.control.destinations.files().at(-1)?.text).toBe(
      '{"is_error":true,"meta":["192.0.2.1",null],"method":"PURGE","provider":"Emulator",' +
        '"request":{"host":null,"path":"/a"},"unix_ts":1735689600}\n',
    );
  });

  it('keeps every digit of nanoseconds, and the prefix and suffix of records', async () => {
    const { emulator, call, jobs } = await prepared();
    await call('PUT', '/1', { name: 'a', code: 'SELECT EdgeStartTimestamp AS t FROM http_requests' });
    const output_options = { field_names: ['EdgeStartTimestamp'], record_prefix: '<{', record_suffix: '}>' };
    await jobs('POST', JOBS, { destination_conf: R2, enabled: true, transformer_id: 1, output_options });
    await emulator.control.clock.advance(1);
    await emulator.control.traffic.send(DEFAULT_ZONE_ID, [{}]);
    expect(emulator.control.destinations.files().at(-1)?.text).toMatch(/^<\{"t":17356896000\d\d000000\}>$/);
  });

  it('that somebody removed behind the back of the service lets nothing pass', async () => {
    const seed = createEmulator().control.snapshot();
    const zones = seed.zones.map((zone) => ({
      ...zone,
      ...(zone.id === DEFAULT_ZONE_ID && {
        logpush: { jobs: [{ destination_conf: R2, enabled: true, transformer_id: 4 }] },
      }),
    }));
    const emulator = createEmulator({ seed: { ...seed, zones } });
    const { records } = await emulator.control.traffic.send(DEFAULT_ZONE_ID, [{}]);
    expect(records).toEqual([{ job: 1, count: 0 }]);
  });
});
