import { DEFAULT_ZONE_ID, createEmulator, type Emulator } from '../../../emulator';
import { ENTRY_POINT, caller } from '../client';

/** Does not ask for a challenge, as it carries its keys (docs/internals/service.md 5.6). */
const DESTINATION = 'r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=c';

const RULES = [
  {
    action: 'log_custom_field',
    expression: 'true',
    action_parameters: {
      request_fields: [{ name: 'x-request-id' }],
      response_fields: [{ name: 'set-cookie' }],
      cookie_fields: [{ name: 'Session' }],
    },
  },
];

const REQUEST = {
  path: '/cart?step=2',
  headers: [
    ['X-Request-Id', 'r-1'],
    ['X-Request-Id', 'r-2'],
    ['Cookie', 'Session=abc=; session=no'],
    ['Authorization', 'secret'],
  ],
  response: { status: 201, headers: { 'Set-Cookie': ['a=1', 'b=2'] } },
  transformed: { request: { 'X-Request-Id': 'made' } },
} as const;

async function control(emulator: Emulator, path: string, body?: unknown): Promise<unknown> {
  const init = { method: 'POST', ...(body !== undefined && { body: JSON.stringify(body) }) };
  return (await emulator.handle(new Request(`http://localhost/_control${path}`, init))).json();
}

describe('docs/internals/service.md 1.1: a request produces a log entry at the destination of each job', () => {
  it('with the configured headers and cookies, in the format and with the timestamps of the job', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    expect((await call('PUT', ENTRY_POINT, { rules: RULES })).status).toBe(200);
    const created = await call('POST', '/logpush/jobs', {
      name: 'requests',
      destination_conf: DESTINATION,
      dataset: 'http_requests',
      enabled: true,
      logpull_options:
        'fields=EdgeStartTimestamp,ClientRequestURI,EdgeResponseStatus,Cookies,RequestHeaders,ResponseHeaders' +
        '&timestamps=rfc3339',
    });
    expect(created.status).toBe(200);
    emulator.control.destinations.clear();

    const { id } = created.body.result as { id: number };
    expect(await emulator.control.traffic.send(DEFAULT_ZONE_ID, [REQUEST])).toEqual({
      records: [{ job: id, count: 1 }],
      pushes: [{ job: id, records: 1 }],
    });
    const files = emulator.control.destinations.files();
    expect(files).toEqual([
      {
        destination: 'r2://logs/20250101',
        name: expect.stringMatching(/^20250101T000000Z_20250101T000000Z_[0-9a-f]{8}\.log\.gz$/) as string,
        at: expect.stringMatching(/^2025-01-01T00:00:00/) as string,
        text:
          '{"EdgeStartTimestamp":"2025-01-01T00:00:00Z","ClientRequestURI":"/cart?step=2",' +
          '"EdgeResponseStatus":201,"Cookies":{"Session":"abc="},"RequestHeaders":{"x-request-id":"r-1"},' +
          '"ResponseHeaders":{"set-cookie":"a=1"}}\n',
      },
    ]);
    const job = (await call('GET', `/logpush/jobs/${id}`)).body.result as Record<string, unknown>;
    expect(job).toMatchObject({ last_complete: files[0]?.at, last_error: null, error_message: null });
  });

  it('after a restored snapshot, with the waiting records', async () => {
    const emulator = createEmulator();
    const settings = { destination_conf: DESTINATION, enabled: true, logpull_options: 'fields=ClientIP' };
    await caller(emulator)('POST', '/logpush/jobs', settings);
    await emulator.control.traffic.send(DEFAULT_ZONE_ID, [{}, {}], { push: false });
    const copy = createEmulator({ seed: emulator.control.snapshot() });
    await copy.control.traffic.push();
    expect(copy.control.destinations.files().map(({ text }) => text)).toEqual([
      '{"ClientIP":"192.0.2.1"}\n'.repeat(2),
    ]);
  });

  it('over HTTP, where entries can wait for a push of all zones or of one', async () => {
    const emulator = createEmulator();
    const settings = { destination_conf: DESTINATION, enabled: true, logpull_options: 'fields=ClientIP' };
    await caller(emulator)('POST', '/logpush/jobs', settings);
    for (const path of ['/push', `/push?zone_id=${DEFAULT_ZONE_ID}`]) {
      const traffic = await control(emulator, `/zones/${DEFAULT_ZONE_ID}/traffic`, {
        requests: [{}],
        push: false,
      });
      expect(traffic).toEqual({ records: [{ job: 1, count: 1 }], pushes: [] });
      expect(await control(emulator, path)).toEqual({ records: [], pushes: [{ job: 1, records: 1 }] });
    }
    expect(emulator.control.destinations.files()).toHaveLength(2);
  });
});
