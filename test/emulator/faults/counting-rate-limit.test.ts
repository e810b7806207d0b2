import type { Emulator, FaultRule } from '../../../emulator';
import {
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  createEmulator,
} from '../../../emulator';
import { serviceRequest } from '../client';

const BEARER = { authorization: `Bearer ${DEFAULT_TOKEN}` };
const KEY = { 'x-auth-email': DEFAULT_EMAIL, 'x-auth-key': DEFAULT_KEY };
const LIMIT: FaultRule = { effect: { kind: 'counting-rate-limit', requests: 3, windowSeconds: 60 } };

const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];

/** Status, and the headers of docs/internals/service.md 2.4: limit, remaining, reset, seconds to wait. */
async function send(emulator: Emulator, headers: Record<string, string> = BEARER) {
  const response = await emulator.handle(serviceRequest(`/zones/${DEFAULT_ZONE_ID}/rulesets`, { headers }));
  return [response.status, ...NAMES.map((name) => response.headers.get(name))];
}

const limited = (rules: readonly FaultRule[] = [LIMIT]): Emulator => {
  const emulator = createEmulator();
  emulator.control.faults.put(rules);
  return emulator;
};

const AT_60 = 'Wed, 01 Jan 2025 00:01:00 GMT';

describe('a counting rate limit (docs/internals/service.md 2.4)', () => {
  it('says how many requests are left, and then refuses for a whole window', async () => {
    const emulator = limited();
    expect(await send(emulator)).toEqual([200, '3', '2', AT_60, null]);
    await emulator.control.clock.advance(30_000);
    expect(await send(emulator)).toEqual([200, '3', '1', AT_60, null]);
    expect(await send(emulator)).toEqual([200, '3', '0', AT_60, null]);
    expect(await send(emulator)).toEqual([429, '3', '0', 'Wed, 01 Jan 2025 00:01:30 GMT', '60']);
    await emulator.control.clock.advance(59_001);
    expect(await send(emulator)).toEqual([429, '3', '0', 'Wed, 01 Jan 2025 00:01:30 GMT', '1']);
    await emulator.control.clock.advance(999);
    expect(await send(emulator)).toEqual([200, '3', '2', 'Wed, 01 Jan 2025 00:02:30 GMT', null]);
  });

  it('starts a new window if one ends before the limit is reached', async () => {
    const emulator = limited();
    for (let count = 0; count < 3; count += 1) await send(emulator);
    await emulator.control.clock.advance(60_000);
    expect(await send(emulator)).toEqual([200, '3', '2', 'Wed, 01 Jan 2025 00:02:00 GMT', null]);
  });

  it('allows 1200 requests in 5 minutes by default', async () => {
    const emulator = limited([{ effect: { kind: 'counting-rate-limit' } }]);
    expect(await send(emulator)).toEqual([200, '1200', '1199', 'Wed, 01 Jan 2025 00:05:00 GMT', null]);
    for (let count = 1; count < 1200; count += 1) expect((await send(emulator))[0]).toBe(200);
    expect((await send(emulator))[0]).toBe(429);
  });

  it("counts a user's token and key together, and all requests without credentials together", async () => {
    const emulator = limited();
    for (let count = 0; count < 4; count += 1) await send(emulator);
    expect((await send(emulator))[0]).toBe(429);
    expect((await send(emulator, KEY))[0]).toBe(429);
    const remaining = async (): Promise<unknown> => (await send(emulator, {}))[2];
    expect([await remaining(), await remaining()]).toEqual(['2', '1']);
  });

  it('counts only matching requests, and is in the journal only when it refuses', async () => {
    const emulator = limited([{ ...LIMIT, match: { operation: 'rulesets.create' } }]);
    expect(await send(emulator)).toEqual([200, null, null, null, null]);
    emulator.control.faults.put([LIMIT]);
    emulator.control.clearJournal();
    for (let count = 0; count < 4; count += 1) await send(emulator);
    expect(emulator.control.journal().map(({ fault }) => fault)).toEqual([
      null,
      null,
      null,
      'counting-rate-limit',
    ]);
  });

  it('does not affect the rules after it until it refuses', async () => {
    const emulator = limited([LIMIT, { nth: 2, effect: { kind: 'html-page' } }]);
    const seen = [];
    for (let count = 0; count < 4; count += 1) seen.push((await send(emulator))[0]);
    expect(seen).toEqual([200, 502, 200, 429]);
  });

  it('works with a clock that is set back', async () => {
    const emulator = limited();
    const snapshot = emulator.control.snapshot();
    await emulator.control.clock.advance(1_000_000);
    for (let count = 0; count < 4; count += 1) await send(emulator);
    emulator.control.restore(snapshot);
    expect((await send(emulator))[0]).toBe(200);
  });
});
