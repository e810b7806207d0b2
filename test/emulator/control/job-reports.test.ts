import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';

const STORE = 's3://logs/a/{DATE}?region=eu-west-1&access-key-id=AK&secret-access-key=SECRET';
const HOOK = 'https://user:SECRET@logs.example:8443/hook/SECRET?header_Authorization=SECRET';

/** An emulator whose zone has these jobs, with a request that each one logs. */
function withJobs(jobs: readonly object[]) {
  const zones = [{ id: DEFAULT_ZONE_ID, name: 'a.example', logpush: { jobs } }];
  const emulator = createEmulator({ seed: JSON.stringify({ zones }) });
  emulator.control.destinations.refuse('https://logs.example', `${HOOK} said no`);
  emulator.control.traffic.send(DEFAULT_ZONE_ID, [{ path: '/a' }]);
  return emulator;
}

const JOB = { enabled: true, logpull_options: 'fields=ClientRequestPath' };

describe('the jobs of a zone in the control API', () => {
  it('say how each one fares, without a secret', async () => {
    const { handle, control } = withJobs([
      { ...JOB, name: 'stores', destination_conf: STORE },
      { ...JOB, destination_conf: HOOK },
      { destination_conf: 'gs://cold' },
    ]);
    const jobs = control.jobs(DEFAULT_ZONE_ID);
    const known = { dataset: 'http_requests', enabled: true, fields: ['ClientRequestPath'] };
    expect(jobs).toMatchObject([
      { ...known, id: 1, name: 'stores', destination: 's3://logs/a/{DATE}', logged: 1, lastError: null },
      {
        ...known,
        id: 2,
        name: null,
        destination: 'https://logs.example:8443',
        logged: 1,
        lastComplete: null,
      },
      { id: 3, enabled: false, destination: 'gs://cold', lastComplete: null, lastError: null, newest: [] },
    ]);
    expect(jobs[1]?.errorMessage).toBe('https://logs.example:8443 said no');
    expect(jobs[0]?.newest).toEqual(['{"ClientRequestPath":"/a"}']);
    expect(JSON.stringify(jobs)).not.toContain('SECRET');
    const answer = await handle(new Request(`http://localhost/_control/zones/${DEFAULT_ZONE_ID}/jobs`));
    expect(await answer.json()).toEqual(jobs);
    control.destinations.accept('https://logs.example');
    control.traffic.send(DEFAULT_ZONE_ID, [{ path: '/a' }]);
    expect(control.jobs(DEFAULT_ZONE_ID)[1]).toMatchObject({ lastError: null, errorMessage: null });
  });

  it.each<[string, object, readonly string[]]>([
    ['a filter', { filter: '{"where":{"key":"RayID","operator":"eq","value":"a"}}' }, ['filter']],
    ['a sample', { logpull_options: 'fields=RayID&sample=0.5' }, ['sample']],
    ['a guard', { logpull_options: 'fields=RayID&CVE-2021-44228=true' }, ['CVE-2021-44228']],
    ['a batch', { max_upload_records: 1000, max_upload_bytes: 0 }, ['max_upload_records']],
    [
      'options',
      { output_options: { output_type: 'csv', sample_rate: 0, record_prefix: '', merge_subrequests: true } },
      ['output_type', 'sample_rate', 'merge_subrequests'],
    ],
    ['nothing of the kind', { output_options: { output_type: 'ndjson', sample_rate: 1 }, filter: '' }, []],
  ])('say what is not simulated: %s', (_name, settings, notSimulated) => {
    const { control } = withJobs([{ ...JOB, ...settings, destination_conf: STORE }]);
    expect(control.jobs(DEFAULT_ZONE_ID)).toMatchObject([{ notSimulated, logged: 1 }]);
  });

  it('are an error for a zone that is not there', () => {
    expect(() => createEmulator().control.jobs('none')).toThrow("There is no zone 'none'.");
  });
});
