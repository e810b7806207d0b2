import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2, plainJob } from './job-client';

const OTHER_R2 = R2.replace('zone', 'other');

describe('log push jobs (docs/internals/service.md 5.1)', () => {
  it('creates a job, with null for everything that was not sent', async () => {
    const call = caller(createEmulator());
    const { status, body } = await call('POST', JOBS, { destination_conf: R2 });
    expect([status, body]).toEqual([200, { result: plainJob(1), success: true, errors: [], messages: [] }]);
  });

  it('lists jobs by id, gets one, and deletes one, returning its id', async () => {
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: R2 });
    await call('POST', JOBS, { destination_conf: R2, name: 'same' });
    await call('POST', JOBS, { destination_conf: R2, name: 'same' });
    const jobs = [plainJob(1), { ...plainJob(2), name: 'same' }, { ...plainJob(3), name: 'same' }];
    expect((await call('GET', JOBS)).body.result).toEqual(jobs);
    expect((await call('GET', `${JOBS}/2`)).body.result).toEqual(jobs[1]);
    expect((await call('DELETE', `${JOBS}/2`)).body.result).toEqual({ id: 2 });
    expect((await call('GET', JOBS)).body.result).toEqual([jobs[0], jobs[2]]);
  });

  it.each(['GET', 'PUT', 'DELETE'])(
    'answers 404 “job not found” to %s of a job that is not there',
    async (method) => {
      const call = caller(createEmulator());
      const { status, body } = await call(method, `${JOBS}/7`, method === 'PUT' ? {} : undefined);
      expect([status, body.errors]).toEqual([404, [{ code: 1003, message: 'job not found: 7' }]]);
    },
  );

  it.each(['0', '-1', '1.5', '01', 'x', 'f'.repeat(32), '9'.repeat(20)])(
    'does not route to the job %s',
    async (id) => {
      const call = caller(createEmulator());
      const { status, body } = await call('GET', `${JOBS}/${id}`);
      expect([status, body.errors.map(({ code }) => code)]).toEqual([404, [7003, 7000]]);
    },
  );

  it('changes only what an update sends, output_options as a whole', async () => {
    const call = caller(createEmulator());
    const first = { name: 'a', enabled: true, output_options: { field_names: ['RayID'], sample_rate: 0.5 } };
    await call('POST', JOBS, { destination_conf: R2, ...first });
    const { body } = await call('PUT', `${JOBS}/1`, {
      enabled: false,
      output_options: { field_names: ['ClientIP'] },
    });
    const changed = { ...plainJob(1), name: 'a', output_options: { field_names: ['ClientIP'] } };
    expect(body.result).toEqual(changed);
    expect((await call('GET', `${JOBS}/1`)).body.result).toEqual(changed);
    const moved = await call('PUT', `${JOBS}/1`, { destination_conf: OTHER_R2 });
    expect(moved.body.result).toEqual({ ...changed, destination_conf: OTHER_R2 });
  });

  it('creates a job with everything that can be sent, and resets members with null', async () => {
    const call = caller(createEmulator());
    const nullable = {
      name: 'my-job.example',
      filter: '{"where":{"key":"RayID","operator":"eq","value":"x"}}',
      frequency: 'low',
      logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339',
      output_options: { field_names: ['RayID'], sample_rate: 0.5, 'CVE-2021-44228': true },
      max_upload_bytes: 5_000_000,
      max_upload_interval_seconds: 30,
      max_upload_records: 1000,
    };
    const others = { enabled: true, kind: 'edge', destination_conf: R2 };
    const created = (await call('POST', JOBS, { ...others, ...nullable })).body.result;
    expect(created).toEqual({ ...plainJob(1), ...others, ...nullable });
    const nulls = Object.fromEntries(Object.keys(nullable).map((name) => [name, null]));
    const sent = { ...nulls, dataset: null, ownership_challenge: null };
    expect((await call('PUT', `${JOBS}/1`, sent)).body.result).toEqual({ ...plainJob(1), ...others });
  });

  it('accepts a whole job as it was returned, and ignores what only the service sets', async () => {
    const call = caller(createEmulator());
    const job = (await call('POST', JOBS, { destination_conf: R2 })).body.result;
    const sent = { ...job, id: 9, last_complete: '2020-01-01T00:00:00Z', error_message: 'theirs' };
    expect((await call('PUT', `${JOBS}/1`, sent)).body.result).toEqual(job);
    expect((await call('POST', JOBS, sent)).body.result).toEqual({ ...job, id: 2 });
  });

  it('reads null for the dataset of an update as the default dataset', async () => {
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: R2, dataset: 'dns_logs' });
    expect((await call('PUT', `${JOBS}/1`, { dataset: null })).status).toBe(400);
    expect((await call('PUT', `${JOBS}/1`, { dataset: 'dns_logs' })).status).toBe(200);
  });
});

/** Complete rows: a test with more parameters than its row would wait for a callback. */
const OPERATIONS: readonly (readonly [string, string, unknown])[] = [
  ['GET', JOBS, undefined],
  ['POST', JOBS, { destination_conf: R2 }],
  ['GET', `${JOBS}/1`, undefined],
  ['PUT', `${JOBS}/1`, {}],
  ['DELETE', `${JOBS}/1`, undefined],
  ['GET', '/logpush/datasets/http_requests/jobs', undefined],
  ['GET', '/logpush/datasets/http_requests/fields', undefined],
  ['GET', '/logpush/datasets/http_requests/fields/default', undefined],
  ['POST', '/logpush/ownership', { destination_conf: R2 }],
  ['POST', '/logpush/ownership/validate', { destination_conf: R2, ownership_challenge: 'x' }],
  ['POST', '/logpush/validate/destination', { destination_conf: R2 }],
  ['POST', '/logpush/validate/destination/exists', { destination_conf: R2 }],
  ['POST', '/logpush/validate/origin', { logpull_options: 'fields=RayID' }],
];

describe('access to log push (docs/internals/service.md 5.1)', () => {
  it.each(OPERATIONS)('%s %s is for Enterprise zones', async (method, path, body) => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    const { status, body: answer } = await call(method, path, body);
    expect([status, answer.result, answer.errors.map(({ code }) => code)]).toEqual([403, null, [1004]]);
    expect(answer.errors[0]?.message).toMatch(
      /^(reading|creating|updating|deleting|validating) job for product 'http_requests' is not allowed: the professional plan has no log push$/,
    );
  });

  it.each(OPERATIONS)('%s %s needs the permission to edit, even to read', async (method, path, body) => {
    const emulator = createEmulator({
      seed: {
        zones: [
          { id: DEFAULT_ZONE_ID, name: 'example.com', logpush: { jobs: [{ id: 1, destination_conf: R2 }] } },
        ],
        credentials: {
          tokens: [
            { token: DEFAULT_TOKEN, permissions: ['logpush:read', 'rulesets:edit', 'waf:edit'] },
            { token: `${DEFAULT_TOKEN}-edit`, permissions: ['logpush:edit'] },
          ],
        },
      },
    });
    expect((await caller(emulator)(method, path, body)).status).toBe(403);
    const allowed = caller(emulator, DEFAULT_ZONE_ID, `${DEFAULT_TOKEN}-edit`);
    expect((await allowed(method, path, body)).status).toBe(200);
  });
});
