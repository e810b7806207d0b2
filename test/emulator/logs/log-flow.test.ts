import { DEFAULT_ZONE_ID, createEmulator, type Emulator } from '../../../emulator';
import { ENTRY_POINT, caller, fieldsRule } from '../client';

/** Does not ask for a challenge, as it carries its keys (docs/internals/service.md 5.6). */
const DESTINATION = 'r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=c';

/** What comes of headers and cookies: custom-fields.test.ts. */
const REQUEST = {
  ...{ path: '/cart?step=2', headers: { 'X-Request-Id': 'r-1', Authorization: 'secret' } },
  response: { status: 201 },
} as const;

describe('docs/internals/service.md 1.1: a request makes a log entry for each job that is on', () => {
  it('with the configured headers, in the fields and the format of times of the job', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    expect((await call('PUT', ENTRY_POINT, { rules: [fieldsRule('x-request-id')] })).status).toBe(200);
    const job = { destination_conf: DESTINATION, dataset: 'http_requests', enabled: true };
    const fields = 'fields=EdgeStartTimestamp,ClientRequestURI,EdgeResponseStatus,RequestHeaders';
    await call('POST', '/logpush/jobs', { ...job, logpull_options: `${fields}&timestamps=rfc3339` });
    await call('POST', '/logpush/jobs', { ...job, logpull_options: 'fields=ClientIP' });
    await call('POST', '/logpush/jobs', { ...job, enabled: false });
    const sent = emulator.control.traffic.send(DEFAULT_ZONE_ID, [REQUEST]);
    expect(sent).toEqual({
      logs: [
        {
          job: 1,
          lines: [
            '{"EdgeStartTimestamp":"2025-01-01T00:00:00Z","ClientRequestURI":"/cart?step=2",' +
              '"EdgeResponseStatus":201,"RequestHeaders":{"x-request-id":"r-1"}}',
          ],
        },
        { job: 2, lines: ['{"ClientIP":"192.0.2.1"}'] },
      ],
    });
    const zone = `http://localhost/_control/zones/${DEFAULT_ZONE_ID}`;
    const init = { method: 'POST', body: JSON.stringify({ requests: [REQUEST] }) };
    expect(await (await emulator.handle(new Request(`${zone}/traffic`, init))).json()).toEqual(sent);
    const { result } = (await call('GET', '/logpush/jobs/1')).body;
    const time = emulator.control.clock.now();
    expect(result).toMatchObject({ last_complete: time, last_error: null, error_message: null });
  });

  it('and says so where there is none', () => {
    expect(createEmulator().control.traffic.send(DEFAULT_ZONE_ID, [REQUEST])).toEqual({
      logs: [],
      note: 'the zone has no enabled job for the dataset http_requests, so there are no log entries',
    });
  });

  it('of which the newest 1,000 are kept until the job is deleted', async () => {
    const { control, handle } = createEmulator();
    const job = { destination_conf: DESTINATION, enabled: true, logpull_options: 'fields=ClientRequestURI' };
    const call = caller({ control, handle } as Emulator);
    await call('POST', '/logpush/jobs', job);
    const requests = Array.from({ length: 1001 }, (_each, index) => ({ path: `/${index}` }));
    control.traffic.send(DEFAULT_ZONE_ID, requests);
    const newest = [1000, 999, 998, 997, 996].map((index) => `{"ClientRequestURI":"/${index}"}`);
    expect(control.jobs(DEFAULT_ZONE_ID)).toMatchObject([{ logged: 1000, newest }]);
    await call('DELETE', '/logpush/jobs/1');
    expect(control.zone(DEFAULT_ZONE_ID).logpush).toEqual({ jobs: [], last_job_id: 1 });
  });
});
