import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator, DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID } from '../../../emulator';
import { caller } from '../client';
import { JOBS, R2 } from './job-client';

const TODAY = { model: 'today' } as const;
const JOB = { destination_conf: R2 };
const TOO_MANY = [{ code: 1004, message: 'creating a new job is not allowed: exceeded max jobs allowed' }];

describe('log push of today (docs/internals/service.md 1.2, 5.2)', () => {
  it('is for zones of every plan', async () => {
    const call = caller(createEmulator({ settings: TODAY }), PROFESSIONAL_ZONE_ID);
    expect((await call('POST', JOBS, JOB)).body.result).toMatchObject({ id: 1, destination_conf: R2 });
    expect((await call('GET', JOBS)).body.result).toHaveLength(1);
  });

  it('allows four jobs in a zone, and a fifth once there is room again', async () => {
    const emulator = createEmulator({ settings: TODAY });
    const call = caller(emulator);
    for (let id = 1; id <= 4; id += 1) expect((await call('POST', JOBS, JOB)).status).toBe(200);
    for (const path of [JOBS, `${JOBS}?dry_run=true`]) {
      const { status, body } = await call('POST', path, JOB);
      expect([status, body.errors]).toEqual([403, TOO_MANY]);
    }
    expect((await call('PUT', `${JOBS}/4`, { enabled: true })).status).toBe(200);
    expect((await caller(emulator, PROFESSIONAL_ZONE_ID)('POST', JOBS, JOB)).status).toBe(200);
    await call('DELETE', `${JOBS}/2`);
    expect((await call('POST', JOBS, JOB)).body.result.id).toBe(5);
  });

  it('tells what is wrong with a job before that there is no room for it', async () => {
    const call = caller(createEmulator({ settings: { ...TODAY, logpushJobs: 1 } }));
    await call('POST', JOBS, JOB);
    expect((await call('POST', JOBS, {})).status).toBe(400);
  });

  it('gives the last room to one of two creations at the same time', async () => {
    const waiting: (() => void)[] = [];
    const receiver = createServer((request, response) => {
      request.resume();
      waiting.push(() => response.end());
      if (waiting.length === 2) for (const answer of waiting) answer();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    try {
      const emulator = createEmulator({ settings: { ...TODAY, logpushJobs: 1 } });
      const call = caller(emulator);
      const destination = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      const sent = [1, 2].map(() => call('POST', JOBS, { destination_conf: destination }));
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 403]);
      expect(emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs).toHaveLength(1);
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });

  it.each<[string, object, 'specification' | 'today', readonly string[]]>([
    ['name with _', { name: 'my_job.1-a' }, 'specification', ['/name']],
    ['name with _', { name: 'my_job.1-a' }, 'today', []],
    ['name with a space', { name: 'my job' }, 'today', ['/name']],
    ['stringify_object', { output_options: { stringify_object: true } }, 'today', []],
    ['stringify_object', { output_options: { stringify_object: null } }, 'today', []],
    [
      'stringify_object',
      { output_options: { stringify_object: 1 } },
      'today',
      ['/output_options/stringify_object'],
    ],
    [
      'stringify_object',
      { output_options: { stringify_object: true } },
      'specification',
      ['/output_options/stringify_object'],
    ],
  ])('%s %j in the model %s', async (_name, members, model, pointers) => {
    const call = caller(createEmulator({ settings: { model } }));
    const { status, body } = await call('POST', JOBS, { ...JOB, ...members });
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual(pointers);
    if (status === 200) expect((await call('GET', `${JOBS}/1`)).body.result).toMatchObject(members);
  });
});

describe('seeds of today', () => {
  const seedWith = (count: number, options: object): string =>
    JSON.stringify({
      zones: [
        { name: 'a.example', plan: 'business', logpush: { jobs: Array.from({ length: count }, () => JOB) } },
      ],
      options,
    });

  it('may have jobs in zones of every plan, as many as a zone may have', () => {
    const { control } = createEmulator({ seed: seedWith(4, { model: 'today' }) });
    expect(control.zones()[0]?.jobs).toBe(4);
    expect(() => createEmulator({ seed: seedWith(5, { model: 'today' }) })).toThrow(
      'because a zone has at most 4 jobs (the option logpush_jobs), not 5',
    );
    expect(() => createEmulator({ seed: seedWith(5, { model: 'today', logpush_jobs: 0 }) })).not.toThrow();
    expect(() => createEmulator({ seed: seedWith(1, {}) })).toThrow('the business plan has no log push');
  });
});
