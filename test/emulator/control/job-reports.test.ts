import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';

const STORE = 's3://logs/a/{DATE}?region=eu-west-1&access-key-id=AK&secret-access-key=SECRET';
const HOOK = 'https://user:SECRET@logs.example:8443/hook/SECRET?header_Authorization=SECRET';

/** An emulator whose zone has these jobs, with a request that each one logs. */
async function withJobs(jobs: readonly object[], requests = 1) {
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'a.example', logpush: { jobs } }];
  const emulator = createEmulator({ seed: JSON.stringify({ zones }) });
  emulator.control.destinations.refuse('https://logs.example', `${HOOK} said no`);
  for (let n = 0; n < requests; n += 1) {
    await emulator.control.clock.advance(1000);
    await emulator.control.traffic.send(DEFAULT_ZONE_ID, [{ path: `/${n}` }]);
  }
  return emulator;
}

const JOB = { enabled: true, logpull_options: 'fields=ClientRequestPath' };

describe('the jobs of a zone in the control API', () => {
  it('say how each one fares, without a secret', async () => {
    const { handle, control } = await withJobs([
      { ...JOB, name: 'stores', destination_conf: STORE },
      { ...JOB, destination_conf: HOOK },
      { destination_conf: 'gs://cold' },
    ]);
    const jobs = control.jobs(DEFAULT_ZONE_ID);
    const known = { dataset: 'http_requests', enabled: true, fields: ['ClientRequestPath'] };
    expect(jobs).toMatchObject([
      { ...known, id: 1, name: 'stores', destination: 's3://logs/a/{DATE}', waiting: 0, lastError: null },
      { ...known, id: 2, name: null, destination: 'https://logs.example:8443', waiting: 1, delivered: 0 },
      { id: 3, enabled: false, destination: 'gs://cold', lastComplete: null, lastError: null, files: [] },
    ]);
    expect(jobs[1]?.errorMessage).toBe('https://logs.example:8443 said no');
    expect(jobs[0]?.files).toMatchObject([
      { destination: 's3://logs/a/20250101', text: '{"ClientRequestPath":"/0"}\n' },
    ]);
    expect(JSON.stringify(jobs)).not.toContain('SECRET');
    const answer = await handle(new Request(`http://localhost/_control/zones/${DEFAULT_ZONE_ID}/jobs`));
    expect(await answer.json()).toEqual(jobs);
  });

  it('have the five newest files, newest first, and those of no other destination', async () => {
    const { control } = await withJobs([{ ...JOB, destination_conf: STORE }], 7);
    for (const destination of ['s3://logs/a/b', 's3://logs/a/2025010', 's3://logs/axb/20250101'])
      await control.destinations.upload({
        destination: `${destination}?region=x`,
        name: 'n',
        content: Buffer.from(''),
      });
    const [job] = control.jobs(DEFAULT_ZONE_ID);
    expect(job?.delivered).toBe(7);
    expect(job?.files.map(({ text }) => text.trim())).toEqual(
      [6, 5, 4, 3, 2].map((n) => `{"ClientRequestPath":"/${n}"}`),
    );
  });

  it('have the beginning of a large file', async () => {
    const { control } = await withJobs([{ ...JOB, destination_conf: STORE }], 0);
    const content = Buffer.from('x'.repeat(20_000));
    await control.destinations.upload({ destination: STORE, name: 'large', content });
    expect(control.jobs(DEFAULT_ZONE_ID)[0]?.files[0]?.text).toBe('x'.repeat(16_384));
  });

  it('are an error for a zone that is not there', () => {
    expect(() => createEmulator().control.jobs('none')).toThrow("There is no zone 'none'.");
  });
});
