import { createEmulator, DEFAULT_ZONE_ID } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2 } from './job-client';

/** What an official client sends for settings that its user left out (docs/internals/service.md 5.2). */
const CLIENT_DEFAULTS = {
  dataset: 'http_requests',
  enabled: false,
  filter: '',
  frequency: 'high',
  kind: '',
  logpull_options: '',
  max_upload_bytes: 0,
  max_upload_interval_seconds: 0,
  max_upload_records: 0,
  name: '',
};

/** The recorded answer for a job whose optional settings are not set. */
const RECORDED = {
  id: 1,
  dataset: 'http_requests',
  destination_conf: R2,
  enabled: false,
  error_message: null,
  frequency: 'high',
  kind: '',
  last_complete: null,
  last_error: null,
  time_created: '2025-01-01T00:00:00.001000Z',
};

const ABSENT = { seed: { options: { unset_job_members: 'absent' } } } as const;

describe('unset_job_members: absent (docs/internals/service.md 5.2)', () => {
  it.each([
    ['nothing else', {}],
    ['the defaults of a client', CLIENT_DEFAULTS],
    ['null', { name: null, filter: null, output_options: null, frequency: null }],
  ])('answers as recorded after a creation with %s', async (_name, members) => {
    const call = caller(createEmulator(ABSENT));
    expect((await call('POST', JOBS, { destination_conf: R2, ...members })).body.result).toEqual(RECORDED);
    expect((await call('GET', `${JOBS}/1`)).body.result).toEqual(RECORDED);
    expect((await call('GET', JOBS)).body.result).toEqual([RECORDED]);
    expect((await call('GET', '/logpush/datasets/http_requests/jobs')).body.result).toEqual([RECORDED]);
    expect((await call('PUT', `${JOBS}/1`, RECORDED)).body.result).toEqual(RECORDED);
  });

  it('shows what is set', async () => {
    const call = caller(createEmulator(ABSENT));
    const members = {
      name: 'a',
      frequency: 'low',
      filter: '{"where":{"key":"RayID","operator":"eq","value":"x"}}',
      output_options: {},
      max_upload_records: 1000,
      filter_attack_traffic: false,
    };
    const { body } = await call('POST', JOBS, { destination_conf: R2, ...members });
    expect(body.result).toEqual({ ...RECORDED, ...members });
    const changed = await call('PUT', `${JOBS}/1`, { name: '', filter: null, max_upload_records: 0 });
    const { name: _name, filter: _filter, max_upload_records: _records, ...left } = members;
    expect(changed.body.result).toEqual({ ...RECORDED, ...left });
  });

  it('shows when a job of a seed was created, if the seed says it', async () => {
    const time_created = '2024-02-03T04:05:06Z';
    const jobs = [{ destination_conf: R2, time_created }, { destination_conf: R2 }];
    const zones = [{ id: DEFAULT_ZONE_ID, name: 'example.com', logpush: { jobs } }];
    const seed = { ...ABSENT.seed, zones };
    const { body } = await caller(createEmulator({ seed }))('GET', JOBS);
    const times = (body.result as { time_created: string }[]).map((job) => job.time_created);
    expect(times).toEqual([time_created, '2025-01-01T00:00:00.000000Z']);
  });
});

describe('what clients send for settings that are not set (docs/internals/service.md 5.2)', () => {
  it('is stored and answered as sent', async () => {
    const call = caller(createEmulator());
    const { status, body } = await call('POST', JOBS, { destination_conf: R2, ...CLIENT_DEFAULTS });
    expect([status, body.result]).toEqual([
      200,
      {
        id: 1,
        destination_conf: R2,
        ...CLIENT_DEFAULTS,
        output_options: null,
        last_complete: null,
        last_error: null,
        error_message: null,
      },
    ]);
    expect(body.result).not.toHaveProperty('time_created');
  });

  it('may be a whole job with its unchanged dataset in an update', async () => {
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: R2, name: 'a' });
    const sent = { id: 1, dataset: 'http_requests', enabled: true, name: 'a', destination_conf: R2 };
    expect((await call('PUT', `${JOBS}/1`, sent)).body.result).toMatchObject(sent);
  });
});

describe('settings that depend on each other', () => {
  it('are refused together even if an update changes only one of them', async () => {
    const IBM = 'ibmcl://i.logs.example/v1?ibm_api_key=k';
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: IBM, max_upload_bytes: 2_000_000 });
    const { status, body } = await call('PUT', `${JOBS}/1`, { destination_conf: R2 });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          code: 1001,
          message:
            "'2000000' is not a valid value for max_upload_bytes because it must be 0 or a whole number from 5000000 to 1000000000",
          source: { pointer: '/max_upload_bytes' },
        },
      ],
    ]);
    const both = { destination_conf: R2, max_upload_bytes: 0 };
    expect((await call('PUT', `${JOBS}/1`, both)).body.result).toMatchObject(both);
  });
});
