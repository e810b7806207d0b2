import { DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import type { Emulator, ServiceSettings } from '../../emulator';
import { serviceRequest } from './client';

const OTHER = 'other-token-0123456789abcdefghijklmnopqrstuvw';

const limited = (settings: Partial<ServiceSettings> = {}): Emulator =>
  createEmulator({
    settings: { rateLimit: 3, rateWindowSeconds: 60, rateHeaders: 'today', ...settings },
    seed: {
      zones: [{ id: DEFAULT_ZONE_ID, name: 'example.com' }],
      credentials: { tokens: [{ token: DEFAULT_TOKEN }, { token: OTHER }] },
    },
  });

async function send(emulator: Emulator, token: string = DEFAULT_TOKEN) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await emulator.handle(serviceRequest(`/zones/${DEFAULT_ZONE_ID}/rulesets`, { headers }));
  const names = ['ratelimit', 'ratelimit-policy', 'retry-after'];
  return [response.status, ...names.map((name) => response.headers.get(name))];
}

describe('the limit of the service as a setting (docs/internals/service.md 2.4)', () => {
  it('is told in the headers of today, and refuses for a whole window', async () => {
    const emulator = limited();
    const policy = '"default";q=3;w=60';
    expect(await send(emulator)).toEqual([200, '"default";r=2;t=60', policy, null]);
    await emulator.control.clock.advance(20_500);
    expect(await send(emulator)).toEqual([200, '"default";r=1;t=40', policy, null]);
    expect(await send(emulator)).toEqual([200, '"default";r=0;t=40', policy, null]);
    expect(await send(emulator)).toEqual([429, '"default";r=0;t=60', policy, '60']);
    await emulator.control.clock.advance(59_999);
    expect(await send(emulator)).toEqual([429, '"default";r=0;t=1', policy, '1']);
    await emulator.control.clock.advance(1);
    expect(await send(emulator)).toEqual([200, '"default";r=2;t=60', policy, null]);
  });

  it('refuses with the body of the service, and is in the journal as its own answer', async () => {
    const emulator = limited({ rateLimit: 1 });
    await send(emulator);
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const refused = await emulator.handle(
      serviceRequest(`/zones/${DEFAULT_ZONE_ID}/rulesets`, { method: 'POST', headers }),
    );
    expect(await refused.json()).toEqual({
      result: null,
      success: false,
      errors: [{ code: 971, message: 'Please wait and consider throttling your request speed' }],
      messages: [],
    });
    expect(emulator.control.journal({ status: 429 })).toEqual([
      expect.objectContaining({ fault: null, servedStatus: 429 }),
    ]);
  });

  it('is off unless it is set, and then nothing is told', async () => {
    const emulator = limited({ rateLimit: 0 });
    for (let count = 0; count < 5; count += 1) expect(await send(emulator)).toEqual([200, null, null, null]);
  });

  it('is told as older deployments do, or not at all', async () => {
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const request = () => serviceRequest(`/zones/${DEFAULT_ZONE_ID}/rulesets`, { headers });
    const older = await limited({ rateHeaders: 'older' }).handle(request());
    expect(older.headers.get('x-ratelimit-remaining')).toBe('2');
    expect(older.headers.get('ratelimit')).toBeNull();
    const silent = limited({ rateHeaders: 'none', rateLimit: 1 });
    const seen = [...(await silent.handle(request())).headers.keys()].filter((name) => /rate/.test(name));
    expect(seen).toEqual([]);
    expect(await send(silent)).toEqual([429, null, null, '60']);
  });

  it('begins anew with a reset, and can come from a seed', async () => {
    const emulator = limited({ rateLimit: 1 });
    await send(emulator);
    expect((await send(emulator))[0]).toBe(429);
    emulator.control.reset();
    expect((await send(emulator))[0]).toBe(200);
    const seeded = createEmulator({
      seed: { options: { rate_limit: 1, rate_window_seconds: 10, rate_headers: 'today' } },
    });
    expect((await send(seeded))[1]).toBe('"default";r=0;t=10');
  });

  it.each([
    ['no length', { rate_window_seconds: 0 }],
    ['a clock that stands still', { rate_clock_scale: 0 }],
  ])('refuses windows with %s', (_case, options) => {
    expect(() => createEmulator({ seed: { options } })).toThrow(/at least 1/);
  });
});
