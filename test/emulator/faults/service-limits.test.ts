import type { Emulator, SeedDocument, ServiceSettings } from '../../../emulator';
import { DEFAULT_ZONE_ID, createEmulator } from '../../../emulator';
import { createServiceLimits } from '../../../emulator/faults/service-limits';
import { DEFAULT_SETTINGS } from '../../../emulator/service/settings';
import { serviceRequest } from '../client';

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
  createEmulator({ seed: SEED, settings: { rateLimit: 100, rateHeaders: 'today', ...settings } });

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
  const [, remaining] = /^"default";r=(\d+);t=300$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return [status, remaining === undefined ? undefined : Number(remaining)];
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

  it('refuses a user that is no e-mail address', () => {
    const tokens = [{ token: token('first'), user: 'ann' }];
    expect(() => createEmulator({ seed: { credentials: { tokens } } })).toThrow(
      /tokens\[0\]\.user.*it must be an e-mail address/s,
    );
  });
});

describe('which answers tell what is left', () => {
  const { fault, ...plain } = {
    fault: { effect: { kind: 'html-page' } } as const,
    success: [200, {}],
    'a HEAD request': [200, { method: 'HEAD' }],
    'no credentials': [400, { headers: {} }],
    'an unknown token': [403, { headers: bearer('nobody') }],
    'a missing permission': [403, { headers: bearer('second') }],
    'an unknown ruleset': [404, { path: `${RULESETS}/${'0'.repeat(32)}` }],
    'an unknown zone': [404, { path: `/zones/${'0'.repeat(32)}/rulesets` }],
    'an unknown path': [404, { path: '/nothing/here' }],
    'a wrong method': [405, { method: 'PATCH' }],
    'a wrong content type': [400, { method: 'POST' }],
  } as const;

  it.each(Object.entries(plain))('%s', async (_case, [status, sent]) => {
    const response = await send(limited(), sent);
    expect(response.status).toBe(status);
    expect(response.headers.get('ratelimit')).toBe('"default";r=99;t=300');
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=100;w=300');
  });

  it('an answer that a fault replaces', async () => {
    const emulator = limited();
    emulator.control.faults.put([fault]);
    expect(await left(emulator)).toEqual([502, 99]);
  });

  it('the control API and the status page are not counted', async () => {
    const emulator = limited();
    for (const path of ['/_control/zones', '/']) {
      const response = await emulator.handle(new Request(`http://localhost${path}`));
      expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    }
    expect((await left(emulator))[1]).toBe(99);
  });
});

describe('the limit of a client address (docs/internals/service.md 2.4)', () => {
  it('refuses for a second, and does not count for the user', async () => {
    const emulator = limited({ rateLimitPerAddress: 2 });
    expect(await left(emulator)).toEqual([200, 99]);
    expect(await left(emulator, { headers: bearer('bob') })).toEqual([200, 99]);
    const refused = await send(emulator);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.headers.get('ratelimit')).toBe('"default";r=99;t=300');
    expect(((await refused.json()) as { errors: unknown }).errors).toEqual([
      { code: 971, message: 'Please wait and consider throttling your request speed' },
    ]);
    expect((await left(emulator, { peer: '127.0.0.2' }))[0]).toBe(200);
    await emulator.control.clock.advance(1_000);
    expect((await left(emulator))[0]).toBe(200);
  });

  it('can be the only one, and then says only how long to wait', async () => {
    const emulator = limited({ rateLimit: 0, rateLimitPerAddress: 1 });
    expect(await left(emulator)).toEqual([200, undefined]);
    expect((await send(emulator)).headers.get('retry-after')).toBe('1');
  });
});

describe('the clock of the limits', () => {
  const at = (emulator: number, machine: number) => ({
    caller: 'ann',
    address: '',
    times: { emulator, machine },
  });

  it('the machine: the emulator may stand still', () => {
    const settings = { ...DEFAULT_SETTINGS, rateLimit: 1, rateClock: 'machine' } as const;
    const limits = createServiceLimits();
    const start = Date.UTC(2026, 0, 1);
    expect(limits({ settings, ...at(0, start) }).retryAfterSeconds).toBeUndefined();
    expect(limits({ settings, ...at(0, start + 299_000) }).retryAfterSeconds).toBe(300);
    const later = limits({ settings, ...at(0, start + 299_000 + 300_000) });
    expect(later.retryAfterSeconds).toBeUndefined();
    expect(later.allowance).toMatchObject({ remaining: 0, resetsAt: start + 899_000 });
  });

  it('the machine, for requests: a refusal ends in real time', async () => {
    const machine = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
    const emulator = limited({ rateLimit: 1, rateClock: 'machine' });
    expect([(await send(emulator)).status, (await send(emulator)).status]).toEqual([200, 429]);
    machine.mockReturnValue(Date.UTC(2026, 0, 1) + 300_000);
    expect((await send(emulator)).status).toBe(200);
    machine.mockRestore();
    expect(Date.parse(emulator.control.clock.now())).toBe(Date.UTC(2025, 0, 1));
  });

  it('a scale: windows pass that many times as fast, and clients are told their own seconds', async () => {
    const emulator = limited({ rateLimit: 1, rateClockScale: 60 });
    const seen = async () => {
      const { status, headers } = await send(emulator);
      return [status, ...['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name))];
    };
    const policy = '"default";q=1;w=5';
    expect(await seen()).toEqual([200, '"default";r=0;t=5', policy, null]);
    expect(await seen()).toEqual([429, '"default";r=0;t=5', policy, '5']);
    await emulator.control.clock.advance(5_000);
    expect(await seen()).toEqual([200, '"default";r=0;t=5', policy, null]);
  });
});
