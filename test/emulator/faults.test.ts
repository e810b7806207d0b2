import { Agent, request as sendRequest } from 'node:http';
import {
  type FaultEffect,
  type FaultRule,
  type RunningEmulator,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
  createEmulator,
  outcomeOf,
  startEmulator,
} from '../../emulator';
import { ENTRY_POINT, FIELDS_RULESET, caller, serviceRequest } from './client';

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

/** What a client on a real socket sees: an answer, or the code of the transport error and how much arrived. */
type Seen =
  | { readonly status: number; readonly headers: Record<string, unknown>; readonly text: string }
  | { readonly error: string; readonly status?: number; readonly text: string };

function send(running: RunningEmulator, method: string, path: string, body?: unknown): Promise<Seen> {
  const headers = {
    authorization: `Bearer ${running.credentials.token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve) => {
    let text = '';
    let status: number | undefined;
    const failed = (error: Error & { code?: string }): void =>
      resolve({ error: error.code ?? error.message, ...(status !== undefined && { status }), text });
    const request = sendRequest(
      running.baseUrl + path,
      { method, headers, agent: new Agent() },
      (response) => {
        status = response.statusCode ?? 0;
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', failed);
        response.on('end', () => resolve({ status: status ?? 0, headers: response.headers, text }));
      },
    );
    request.on('error', failed);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const rulesetsOf = (running: Pick<RunningEmulator, 'control'>): number =>
  running.control.zones()[0]?.rulesets.length ?? -1;

describe('faults over real sockets', () => {
  let running: RunningEmulator;
  beforeAll(async () => {
    running = await startEmulator();
  });
  beforeEach(() => running.control.reset());
  afterAll(() => running.close());

  const createWith = (effect: FaultEffect): Promise<Seen> => {
    running.control.faults.put([{ match: { operation: 'rulesets.create' }, times: 1, effect }]);
    return send(running, 'POST', RULESETS, FIELDS_RULESET);
  };

  it.each([
    ['before the write', 'before-write', 0, null],
    ['after the write took effect', 'after-write', 1, 200],
  ] as const)('cut the connection %s', async (_when, moment, written, servedStatus) => {
    const seen = await createWith({ kind: 'cut', moment });
    expect(seen).toEqual({ error: 'ECONNRESET', text: '' });
    expect(rulesetsOf(running)).toBe(written);
    expect(running.control.journal()).toMatchObject([{ status: null, fault: 'cut', servedStatus }]);
  });

  it('cut a body in the middle, with the head of the whole', async () => {
    const seen = await createWith({ kind: 'truncated-body' });
    expect(seen).toMatchObject({ error: 'ECONNRESET', status: 200 });
    expect(seen.text).toMatch(/^\{"result":\{"id":"/);
    expect(() => JSON.parse(seen.text) as unknown).toThrow(SyntaxError);
    expect(rulesetsOf(running)).toBe(1);
  });

  it('answer 429 with the headers of the production service (docs/internals/service.md 2.4)', async () => {
    const seen = await createWith({ kind: 'rate-limit', retryAfterSeconds: 7 });
    expect(seen).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '7',
        'x-ratelimit-limit': '1200',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': 'Wed, 01 Jan 2025 00:00:07 GMT',
        'content-type': 'application/json',
      },
    });
    expect(rulesetsOf(running)).toBe(0);
  });

  it('answer an HTML page', async () => {
    expect(await createWith({ kind: 'html-page', status: 503 })).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      text: expect.stringMatching(/^<!DOCTYPE html>/),
    });
  });
});

describe('faults in handle, without a socket', () => {
  const requestWith = async (effect: FaultEffect) => {
    const emulator = createEmulator();
    emulator.control.faults.put([{ effect }]);
    const { token } = emulator.credentials();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(FIELDS_RULESET) };
    const response = await emulator.handle(serviceRequest(RULESETS, init));
    return { response, written: rulesetsOf(emulator) };
  };

  const FAILURE =
    '{"result":null,"success":false,"errors":[{"code":10001,"message":"Internal error"}],"messages":[]}';
  const later = { status: 500, body: 'x', headers: { 'retry-after': '2' }, moment: 'after-write' } as const;
  it.each<[FaultEffect, number, string | RegExp, number, (string | null)?]>([
    [{ kind: 'none' }, 200, /^\{"result":\{.*\}$/, 1],
    [{ kind: 'answer', status: 500 }, 500, FAILURE, 0],
    [{ kind: 'answer', status: 502, body: 'Bad gateway' }, 502, 'Bad gateway', 0],
    [{ kind: 'answer', status: 200, body: { success: true } }, 200, '{"success":true}', 0],
    [{ kind: 'answer', status: 204, body: 'x' }, 204, '', 0],
    [{ kind: 'answer', ...later }, 500, 'x', 1, '2'],
    [{ kind: 'message', message: 'soon', code: 7 }, 200, /"messages":\[\{"code":7,"message":"soon"\}\]/, 1],
    [{ kind: 'malformed-json' }, 200, /^\{"result":/, 1],
  ])(
    '%j is answered with %s, %s, and leaves %d rulesets',
    async (effect, status, text, rulesets, retry = null) => {
      const { response, written } = await requestWith(effect);
      const seen = await response.text();
      expect([response.status, written, outcomeOf(response)]).toEqual([status, rulesets, undefined]);
      if (typeof text === 'string') expect(seen).toBe(text);
      else expect(seen).toMatch(text);
      expect(response.headers.get('retry-after')).toBe(retry);
      if (effect.kind === 'malformed-json') expect(() => JSON.parse(seen) as unknown).toThrow(SyntaxError);
    },
  );

  it.each<[FaultEffect, string, number]>([
    [{ kind: 'cut', moment: 'before-write' }, 'connection-cut', 0],
    [{ kind: 'cut', moment: 'after-write' }, 'connection-cut', 1],
    [{ kind: 'truncated-body' }, 'truncated-body', 1],
  ])('%j has the outcome %s and leaves %d rulesets', async (effect, outcome, rulesets) => {
    const { response, written } = await requestWith(effect);
    expect([outcomeOf(response), written]).toEqual([outcome, rulesets]);
  });
});

describe('which requests a fault applies to', () => {
  const statuses = async (
    rules: readonly FaultRule[],
    ...requests: readonly (readonly [string, string])[]
  ) => {
    const emulator = createEmulator();
    emulator.control.faults.put(rules);
    const seen: number[] = [];
    for (const [method, path] of requests) seen.push((await caller(emulator)(method, path)).status);
    return seen;
  };
  const effect: FaultEffect = { kind: 'answer', status: 503 };
  const LIST = ['GET', '/rulesets'] as const;
  const ENTRY = ['GET', ENTRY_POINT] as const;
  const DELETE = ['DELETE', `/rulesets/${'a'.repeat(32)}`] as const;

  it.each<[string, FaultRule, readonly number[]]>([
    ['all without a match', { effect }, [503, 503, 503, 503]],
    ['one operation', { match: { operation: 'rulesets.list' }, effect }, [503, 404, 404, 503]],
    ['one method', { match: { method: 'DELETE' }, effect }, [200, 404, 503, 200]],
    ['one path', { match: { pathPrefix: `/client/v4${RULESETS}/phases` }, effect }, [200, 503, 404, 200]],
    ['the second only', { nth: 2, effect }, [200, 503, 404, 200]],
    [
      'the second that matches',
      { match: { operation: 'rulesets.list' }, nth: 2, effect },
      [200, 404, 404, 503],
    ],
    ['the first two', { times: 2, effect }, [503, 503, 404, 200]],
    ['none', { times: 0, effect }, [200, 404, 404, 200]],
    ['one zone', { match: { zoneId: DEFAULT_ZONE_ID }, effect }, [503, 503, 503, 503]],
    ['another zone', { match: { zoneId: PROFESSIONAL_ZONE_ID }, effect }, [200, 404, 404, 200]],
    ['all with certainty', { probability: 1, effect }, [503, 503, 503, 503]],
    ['none with certainty', { probability: 0, effect }, [200, 404, 404, 200]],
  ])('%s', async (_name, rule, expected) => {
    expect(await statuses([rule], LIST, ENTRY, DELETE, LIST)).toEqual(expected);
  });

  it('the first rule that is due applies, then the next one', async () => {
    const rules = [effect, { kind: 'rate-limit' } as const].map((each) => ({ times: 1, effect: each }));
    expect(await statuses(rules, LIST, LIST, LIST)).toEqual([503, 429, 200]);
  });

  it('waits with the given function before it answers', async () => {
    const waited: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
    const emulator = createEmulator({ wait });
    emulator.control.faults.add({ delayMs: 30_000, times: 1 });
    await caller(emulator)('GET', '/rulesets');
    await caller(emulator)('GET', '/rulesets');
    expect(waited).toEqual([30_000]);
  });
});

const RULE: FaultRule = { probability: 0.3, effect: { kind: 'answer', status: 503 } };
const REQUESTS = 400;

async function struck(rules: readonly FaultRule[], emulator = createEmulator()): Promise<readonly number[]> {
  emulator.control.faults.put(rules);
  const call = caller(emulator);
  const seen: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) seen.push((await call('GET', '/rulesets')).status);
  return seen;
}

const share = (seen: readonly number[], status: number): number =>
  seen.filter((one) => one === status).length / REQUESTS;

it('a fault with a probability applies about as often as it says, to the same requests in every run', async () => {
  const emulator = createEmulator();
  const alone = await struck([RULE], emulator);
  expect(share(alone, 503)).toBeGreaterThan(0.24);
  expect(share(alone, 503)).toBeLessThan(0.36);
  // Not in sequence.
  expect(new Set(alone.slice(0, 20))).toEqual(new Set([200, 503]));
  expect(await struck([RULE])).toEqual(alone);
  // After the rules are put again. Each has its own sequence of random numbers: the first applies as if the second were not
  // there, and the second applies to other requests than it.
  const other: FaultRule = { probability: 0.3, effect: { kind: 'answer', status: 502 } };
  const both = await struck([RULE, other], emulator);
  expect(both.map((status) => status === 503)).toEqual(alone.map((status) => status === 503));
  expect(share(both, 502)).toBeGreaterThan(0.1);
});
