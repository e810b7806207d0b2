import type { Emulator } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';

const SEED = {
  zones: [
    {
      id: DEFAULT_ZONE_ID,
      name: 'example.com',
      logpush: {
        jobs: [
          {
            id: 7,
            destination_conf: 'r2://logs/{DATE}?account-id=a&access-key-id=b&secret-access-key=c',
            dataset: 'http_requests',
            enabled: true,
            logpull_options: 'fields=ClientRequestURI',
          },
        ],
      },
    },
  ],
};

async function control(emulator: Emulator, path: string, body?: unknown): Promise<unknown> {
  const request = new Request(`http://localhost/_control${path}`, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await emulator.handle(request);
  return { status: response.status, body: (await response.json()) as unknown };
}

const TRAFFIC = `/zones/${DEFAULT_ZONE_ID}/traffic`;

describe('POST /_control/zones/:zone_id/traffic', () => {
  it('sends requests and returns the result', async () => {
    const emulator = createEmulator({ seed: SEED });
    const answer = await control(emulator, TRAFFIC, { requests: [{ path: '/a' }, { path: '/b' }] });
    expect(answer).toEqual({
      status: 200,
      body: { records: [{ job: 7, count: 2 }], pushes: [{ job: 7, records: 2 }] },
    });
    expect(emulator.control.destinations.files().map(({ text }) => text)).toEqual([
      '{"ClientRequestURI":"/a"}\n{"ClientRequestURI":"/b"}\n',
    ]);
  });

  it('lets entries wait with push: false, for POST /_control/push', async () => {
    const emulator = createEmulator({ seed: SEED });
    const made = { records: [{ job: 7, count: 1 }], pushes: [] };
    const pushed = { records: [], pushes: [{ job: 7, records: 1 }] };
    expect(await control(emulator, TRAFFIC, { requests: [{}], push: false })).toEqual({
      status: 200,
      body: made,
    });
    expect(emulator.control.destinations.files()).toEqual([]);
    expect(await control(emulator, '/push')).toEqual({ status: 200, body: pushed });
    expect(await control(emulator, TRAFFIC, { requests: [{}], push: false })).toEqual({
      status: 200,
      body: made,
    });
    expect(await control(emulator, `/push?zone_id=${DEFAULT_ZONE_ID}`)).toEqual({
      status: 200,
      body: pushed,
    });
    expect(emulator.control.destinations.files()).toHaveLength(2);
  });

  it('refuses everything that is wrong with 400', async () => {
    const requests = [{ path: 'a' }, { response: { status: 1 } }];
    expect(await control(createEmulator({ seed: SEED }), TRAFFIC, { requests, when: 'now' })).toMatchObject({
      status: 400,
      body: {
        problems: ['/when', '/requests/0/path', '/requests/1/response/status'].map((pointer) => ({
          pointer,
        })),
      },
    });
  });
});
