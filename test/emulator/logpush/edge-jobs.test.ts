import { PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';

const EDGE_JOBS = '/logpush/edge/jobs';

describe('sessions of instant logs (docs/service.md 5.10)', () => {
  it('begin with the defaults or what is sent, and are listed', async () => {
    const call = caller(createEmulator());
    const first = await call('POST', EDGE_JOBS, {});
    expect(first.body.result).toEqual({
      destination_conf: expect.stringMatching(
        /^wss:\/\/logs\.invalid\/instant-logs\/ws\/sessions\/[0-9a-f]{32}$/,
      ) as string,
      session_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      fields:
        'ClientIP,ClientRequestHost,ClientRequestMethod,ClientRequestURI,EdgeEndTimestamp,EdgeResponseBytes,' +
        'EdgeResponseStatus,EdgeStartTimestamp,RayID',
      filter: '',
      sample: 1,
    });
    const sent = {
      fields: 'ClientIP,RayID',
      filter: '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}',
      sample: 100,
    };
    const second = await call('POST', EDGE_JOBS, sent);
    expect(second.body.result).toMatchObject(sent);
    expect((await call('GET', EDGE_JOBS)).body.result).toEqual([first.body.result, second.body.result]);
  });

  it.each([
    ['an unknown field', { fields: 'ClientIP,Ray' }, '/fields'],
    [
      'a filter on an unknown field',
      { filter: '{"where":{"key":"a","operator":"eq","value":1}}' },
      '/filter',
    ],
    ['the sample 0', { sample: 0 }, '/sample'],
    ['a sample that is not whole', { sample: 0.5 }, '/sample'],
    ['a destination', { destination_conf: 'wss://example.com' }, '/destination_conf'],
  ])('do not begin with %s', async (_name, body, pointer) => {
    const call = caller(createEmulator());
    const { status, body: answer } = await call('POST', EDGE_JOBS, body);
    expect([status, answer.errors.map(({ code, source }) => [code, source?.pointer])]).toEqual([
      400,
      [[1001, pointer]],
    ]);
    expect((await call('GET', EDGE_JOBS)).body.result).toEqual([]);
  });

  it('are in snapshots, and a dry run begins none', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    expect((await call('POST', `${EDGE_JOBS}?dry_run=true`, {})).body.result).toBeNull();
    await call('POST', EDGE_JOBS, { sample: 5 });
    const other = createEmulator({ seed: emulator.control.snapshot() });
    expect(other.control.snapshot()).toEqual(emulator.control.snapshot());
    expect((await caller(other)('GET', EDGE_JOBS)).body.result).toEqual(
      (await call('GET', EDGE_JOBS)).body.result,
    );
  });

  it('are for zones that have log push', async () => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    expect((await call('GET', EDGE_JOBS)).status).toBe(403);
  });
});
