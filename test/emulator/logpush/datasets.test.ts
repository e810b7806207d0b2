import { createEmulator } from '../../../emulator';
import { DATASETS, knownFields } from '../../../emulator/logpush/datasets';
import { caller } from '../client';
import { JOBS, plainJob, R2 } from './job-client';

describe('datasets (docs/internals/service.md 5.1, 5.2)', () => {
  it.each(['fields', 'fields/default'])('describes the fields of a dataset at /%s', async (path) => {
    const call = caller(createEmulator());
    const { status, body } = await call('GET', `/logpush/datasets/http_requests/${path}`);
    expect([status, body.result]).toEqual([
      200,
      expect.objectContaining({ RayID: 'RayID', RequestHeaders: 'RequestHeaders' }),
    ]);
  });

  it.each(DATASETS)('has fields for %s, without duplicates', async (dataset) => {
    const { result } = (await caller(createEmulator())('GET', `/logpush/datasets/${dataset}/fields`)).body;
    expect(Object.keys(result)).toEqual([...(knownFields(dataset)?.keys() ?? [])]);
    expect(Object.keys(result).length).toBeGreaterThan(5);
  });

  it('lists the jobs of a dataset', async () => {
    const call = caller(createEmulator());
    await call('POST', JOBS, { destination_conf: R2 });
    await call('POST', JOBS, { destination_conf: R2, dataset: 'dns_logs' });
    expect((await call('GET', '/logpush/datasets/dns_logs/jobs')).body.result).toEqual([
      { ...plainJob(2), dataset: 'dns_logs' },
    ]);
    expect((await call('GET', '/logpush/datasets/zaraz_events/jobs')).body.result).toEqual([]);
  });

  it.each(['jobs', 'fields', 'fields/default'])('refuses an unknown dataset at /%s', async (path) => {
    const { status, body } = await caller(createEmulator())('GET', `/logpush/datasets/toString/${path}`);
    expect([status, body.errors[0]?.code]).toEqual([400, 1001]);
  });
});
