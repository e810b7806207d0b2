import { DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import type { Emulator, SeedDocument, ServiceSettings } from '../../emulator';
import { serviceRequest } from './client';

const token = (name: string): string => name.padEnd(40, '0');
const bearer = (name: string) => ({ authorization: `Bearer ${token(name)}` });

const ANN = 'ann@example.com';
const ANN_KEY = { 'x-auth-email': ANN, 'x-auth-key': 'annkey'.padEnd(37, '0') };

const SEED: SeedDocument = {
  zones: [{ id: DEFAULT_ZONE_ID, name: 'example.com' }],
  credentials: {
    tokens: [
      { token: token('first'), user: ANN },
      { token: token('second'), user: ANN, permissions: ['logpush:read'] },
      { token: token('bob'), user: 'bob@example.com' },
      { token: token('alone') },
    ],
    keys: [{ email: ANN, key: ANN_KEY['x-auth-key'] }],
  },
};

const limited = (settings: Partial<ServiceSettings> = {}): Emulator =>
  createEmulator({ seed: SEED, settings: { rateLimit: 100, ...settings } });

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly peer?: string;
}

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

function send(emulator: Emulator, sent: Sent = {}): Promise<Response> {
  const { method = 'GET', path = RULESETS, headers = bearer('first'), peer = '127.0.0.1' } = sent;
  return emulator.handle(serviceRequest(path, { method, headers }), { peer });
}

/** The status, and how many requests the user has left. */
async function left(emulator: Emulator, sent: Sent = {}): Promise<[number, number | undefined]> {
  const { status, headers } = await send(emulator, sent);
  const remaining = headers.get('x-ratelimit-remaining');
  return [status, remaining === null ? undefined : Number(remaining)];
}

describe('who is counted together (docs/internals/service.md 2.4)', () => {
  it('all tokens and the key of a user; another user and a token without one are others', async () => {
    const emulator = limited();
    expect(await left(emulator)).toEqual([200, 99]);
    expect(await left(emulator, { headers: bearer('second') })).toEqual([403, 98]);
    expect(await left(emulator, { headers: ANN_KEY })).toEqual([200, 97]);
    expect(await left(emulator, { headers: bearer('bob') })).toEqual([200, 99]);
    expect(await left(emulator, { headers: bearer('alone') })).toEqual([200, 99]);
    expect(await left(emulator, { headers: bearer('alone') })).toEqual([200, 98]);
    expect(await left(emulator)).toEqual([200, 96]);
  });

  it('requests without known credentials count for their address', async () => {
    const emulator = limited();
    const unknown = [{}, bearer('nobody'), { ...ANN_KEY, 'x-auth-email': 'eve@example.com' }];
    // The token decides, so the right key beside a wrong token is no known credential.
    const wrong = { ...ANN_KEY, ...bearer('nobody') };
    const seen = [];
    for (const headers of [...unknown, wrong]) seen.push((await left(emulator, { headers }))[1]);
    expect(seen).toEqual([99, 98, 97, 96]);
    expect((await left(emulator, { headers: {}, peer: '::1' }))[1]).toBe(99);
    expect((await left(emulator))[1]).toBe(99);
  });
});

describe('which answers tell what is left', () => {
  it.each<[string, number, Sent]>([
    ['a HEAD request', 200, { method: 'HEAD' }],
    ['no credentials', 400, { headers: {} }],
    ['a missing permission', 403, { headers: bearer('second') }],
    ['an unknown path', 404, { path: '/nothing/here' }],
    ['a wrong method', 405, { method: 'PATCH' }],
  ])('%s', async (_case, status, sent) => {
    expect(await left(limited(), sent)).toEqual([status, 99]);
  });

  it('an answer that a fault replaces', async () => {
    const emulator = limited();
    emulator.control.faults.put([{ effect: { kind: 'html-page' } }]);
    expect(await left(emulator)).toEqual([502, 99]);
  });
});

describe('the limit of the service as a setting (docs/internals/service.md 2.4)', () => {
  it('refuses for a whole window of the emulator, with the body of the service', async () => {
    const emulator = limited({ rateLimit: 2, rateWindowSeconds: 60 });
    expect([await left(emulator), await left(emulator)]).toEqual([
      [200, 1],
      [200, 0],
    ]);
    emulator.control.clock.advance(20_500);
    const refused = await send(emulator, { method: 'POST' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toEqual({
      result: null,
      success: false,
      errors: [{ code: 971, message: 'Please wait and consider throttling your request speed' }],
      messages: [],
    });
    expect(emulator.control.journal({ status: 429 })).toEqual([
      expect.objectContaining({ fault: null, servedStatus: 429 }),
    ]);
    emulator.control.clock.advance(59_999);
    expect((await send(emulator)).headers.get('retry-after')).toBe('1');
    emulator.control.clock.advance(1);
    expect(await left(emulator)).toEqual([200, 1]);
  });

  it('is off unless it is set, and then nothing is told', async () => {
    for (const settings of [{ rateLimit: 0 }, { model: 'today', rateLimit: 0 }] as const) {
      const emulator = limited(settings);
      for (let count = 0; count <= 200; count += 1) {
        const { status, headers } = await send(emulator);
        expect([status, [...headers.keys()].filter((name) => /rate/.test(name))]).toEqual([200, []]);
      }
    }
  });

  it('begins anew with a reset, and can come from a seed', async () => {
    const emulator = limited({ rateLimit: 1 });
    await send(emulator);
    expect((await send(emulator)).status).toBe(429);
    emulator.control.reset();
    expect((await send(emulator)).status).toBe(200);
    emulator.control.seed({ ...SEED, options: { rate_window_seconds: 10 } });
    await send(emulator);
    expect((await send(emulator)).headers.get('retry-after')).toBe('10');
  });
});

describe('the limits of today (docs/internals/service.md 2.4)', () => {
  const start = Date.UTC(2026, 0, 1);
  let machine: jest.SpyInstance<number>;
  beforeEach(() => (machine = jest.spyOn(Date, 'now').mockReturnValue(start)));
  afterEach(() => machine.mockRestore());

  it('end in real time, and are told in the headers of today', async () => {
    const emulator = limited({ model: 'today', rateLimit: 1 });
    const policy = '"default";q=1;w=300';
    const seen = async () => {
      const { status, headers } = await send(emulator);
      return [status, ...['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name))];
    };
    expect(await seen()).toEqual([200, '"default";r=0;t=300', policy, null]);
    emulator.control.clock.advance(600_000);
    machine.mockReturnValue(start + 299_000);
    expect(await seen()).toEqual([429, '"default";r=0;t=300', policy, '300']);
    machine.mockReturnValue(start + 599_000);
    expect(await seen()).toEqual([200, '"default";r=0;t=300', policy, null]);
  });

  it('refuse an address for a second, and do not count that for the user', async () => {
    const emulator = limited({ model: 'today', rateLimit: 500 });
    for (let count = 0; count < 200; count += 1) expect((await send(emulator)).status).toBe(200);
    const refused = await send(emulator);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.headers.get('ratelimit')).toBe('"default";r=300;t=300');
    expect((await send(emulator, { peer: '127.0.0.2' })).status).toBe(200);
    machine.mockReturnValue(start + 1_000);
    expect((await send(emulator)).status).toBe(200);
  });
});
