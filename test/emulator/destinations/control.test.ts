import { createEmulator } from '../../../emulator';
import { controlled } from '../client';
import { JOBS, S3, challengeFor } from '../logpush/job-client';

const DONE = { status: 200, body: { done: true } };
const REFUSALS = '/destinations/refusals';

describe('the control of destinations', () => {
  it('shows deliveries by the prefix of the destination, and forgets them', async () => {
    const { emulator, send } = controlled();
    const token = await challengeFor(emulator, S3);
    await challengeFor(emulator, 'gs://other');
    const arrived = emulator.control.destinations.files();
    expect(arrived).toHaveLength(2);
    expect(arrived[0]?.text).toBe(token);
    expect((await send('GET', '/deliveries')).body).toEqual(arrived);
    expect((await send('GET', '/deliveries?destination=gs://')).body).toEqual([arrived[1]]);
    expect((await send('GET', '/deliveries?destination=gs://none')).body).toEqual([]);
    emulator.control.destinations.refuse('gs://', 'full');
    expect(await send('DELETE', '/deliveries')).toEqual(DONE);
    expect((await send('GET', '/deliveries')).body).toEqual([]);
    expect((await send('GET', REFUSALS)).body).toEqual([{ prefix: 'gs://', message: 'full' }]);
  });

  it('keeps the last 10,000 files, without the secrets of the destination, whose date is filled in', () => {
    const { destinations } = createEmulator().control;
    for (let count = 0; count <= 10_000; count += 1)
      destinations.upload({ destination: 'gs://bucket/{DATE}?key=s', name: `${count}`, text: 'x' });
    const files = destinations.files();
    expect([files.length, files[0]?.name, files.at(-1)]).toEqual([
      10_000,
      '1',
      { destination: 'gs://bucket/20250101', name: '10000', at: '2025-01-01T00:00:00.000000Z', text: 'x' },
    ]);
    expect(destinations.upload({ destination: 'nowhere', name: 'a', text: '' })).toEqual({
      ok: false,
      message: expect.stringContaining('the destination is refused because it must be of the form') as string,
    });
  });

  it('replaces, shows and ends refusals', async () => {
    const { emulator, send, call } = controlled();
    emulator.control.destinations.refuse('r2://', 'from before');
    const refusals = [
      { prefix: 's3://bucket/logs', message: 'no access' },
      { prefix: 'gs://', message: 'full' },
    ];
    expect(await send('PUT', REFUSALS, refusals)).toEqual(DONE);
    expect((await send('GET', REFUSALS)).body).toEqual(refusals);
    const request = async () =>
      (await call('POST', '/logpush/ownership', { destination_conf: S3 })).body.result;
    expect(await request()).toEqual({ filename: '', message: 'no access', valid: false });
    expect(await send('DELETE', REFUSALS)).toEqual(DONE);
    expect((await send('GET', REFUSALS)).body).toEqual([]);
    expect(await request()).toMatchObject({ valid: true });
  });

  it('also refuses by the text of a job’s destination, and accepts a single prefix again', async () => {
    const { emulator, call } = controlled();
    const { destinations } = emulator.control;
    const destination = 'https://receiver.example/{DATE}?key=1';
    destinations.refuse('https://receiver.example/{DATE}', 'first');
    destinations.refuse('https://receiver.example/{DATE}', 'second');
    destinations.refuse('gs://', 'full');
    destinations.refuse('https://receiver.example/{DATE}?key=2', 'longer');
    const create = async () => call('POST', JOBS, { destination_conf: destination });
    expect((await create()).body.errors[0]?.message).toBe(
      'error validating destination: error writing object: second',
    );
    destinations.accept('https://receiver.example/{DATE}');
    expect((await create()).status).toBe(200);
    expect(destinations.refusals().map(({ message }) => message)).toEqual(['full', 'longer']);
  });
});
