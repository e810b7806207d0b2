import { DEFAULT_ZONE_ID, createEmulator, type SeedDocument } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2, S3, plainJob } from './job-client';

type Logpush = NonNullable<NonNullable<SeedDocument['zones']>[number]['logpush']>;

function seed(logpush: unknown, plan: 'enterprise' | 'business' = 'enterprise'): SeedDocument {
  return { zones: [{ id: DEFAULT_ZONE_ID, name: 'example.com', plan, logpush: logpush as Logpush }] };
}

const FULL = {
  ...plainJob(7, S3),
  dataset: 'firewall_events',
  name: 'theirs',
  enabled: true,
  kind: 'edge',
  filter: '{"where":{"key":"Action","operator":"eq","value":"block"}}',
  frequency: 'high',
  output_options: { field_names: ['RayID'], batch_prefix: null },
  max_upload_records: 1000,
  last_complete: '2024-12-31T23:59:00Z',
  last_error: '2024-12-31T23:58:00.000000Z',
  error_message: 'no access',
};

describe('log push jobs in seeds', () => {
  it('need only a destination, and no proof of ownership', async () => {
    const emulator = createEmulator({
      seed: seed({ jobs: [{ destination_conf: S3 }, { id: 1, destination_conf: R2 }] }),
    });
    const call = caller(emulator);
    expect((await call('GET', JOBS)).body.result).toEqual([plainJob(1, R2), plainJob(2, S3)]);
    expect((await call('POST', JOBS, { destination_conf: R2 })).body.result.id).toBe(3);
    expect(emulator.control.destinations.files()).toEqual([]);
  });

  it('continue after the highest id, and reuse none after a deletion, also from a snapshot', async () => {
    const jobs = [1, 2, 4].map((id) => ({ id, destination_conf: R2 }));
    const emulator = createEmulator({ seed: seed({ jobs }) });
    const create = async (on = emulator): Promise<number> =>
      (await caller(on)('POST', JOBS, { destination_conf: R2 })).body.result.id;
    expect(await create()).toBe(5);
    await caller(emulator)('DELETE', `${JOBS}/5`);
    const later = createEmulator({ seed: emulator.control.snapshot() });
    expect([await create(), await create(later)]).toEqual([6, 6]);
  });

  it('are in a snapshot as in the seed', () => {
    const unset = { filter_attack_traffic: null, transformer_id: null };
    const time_created = '2024-12-31T00:00:00.000000Z';
    const jobs = [FULL, plainJob(9)].map((job) => ({ ...job, ...unset, time_created }));
    const logpush = { jobs };
    const emulator = createEmulator({ seed: seed(logpush) });
    const snapshot = emulator.control.snapshot();
    expect(snapshot.zones[0]?.logpush).toEqual({ ...logpush, last_job_id: 9 });
    const other = createEmulator();
    other.control.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(other.control.snapshot()).toEqual(snapshot);
  });
});
