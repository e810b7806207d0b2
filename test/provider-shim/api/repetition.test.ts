import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import type { ServiceRequest } from '../../../provider-shim/api/http/request';
import { describeWait } from '../../../provider-shim/api/pacing/pacing';
import {
  cut,
  errorOf,
  failureAfter,
  ok,
  page,
  refuse,
  serve,
  service,
  outOfTime,
  truncated,
  type Reply,
} from './scripted-service';
import { stopLimits } from './virtual-time';

const TRANSIENT: readonly (readonly [string, Reply])[] = [
  ['the connection is cut before the answer', cut],
  ['the connection is cut in the middle of the answer', truncated],
  ['no answer comes in time', outOfTime],
  ['502 with a page', page(502, '502 Bad Gateway')],
];

async function outcomeOf(
  method: ServiceRequest['method'],
  replies: readonly Reply[],
  more: Partial<ServiceRequest> = {},
): Promise<{ readonly sent: number; readonly outcome: string; readonly kind: string }> {
  stopLimits();
  const client = await serve(...replies);
  const body = method === 'PUT' || method === 'POST' ? { body: {} } : {};
  const result = await client.request({ method, path: ['x'], ...body, ...more }).then(
    () => ({ outcome: 'done', kind: '' }),
    (error: ServiceError) => ({ outcome: error.outcome, kind: error.kind }),
  );
  return { sent: service.requests.length, ...result };
}

describe('a request is retried', () => {
  describe.each(TRANSIENT)('when %s:', (_case, reply) => {
    test.each(['GET', 'PUT', 'DELETE'] as const)('%s', async (method) => {
      expect(await outcomeOf(method, [reply, ok(null)])).toEqual({ sent: 2, outcome: 'done', kind: '' });
    });

    test.each(['POST', 'PATCH'] as const)('but never %s, which may have taken effect', async (method) => {
      expect(await outcomeOf(method, [reply, ok(null)])).toEqual(
        expect.objectContaining({ sent: 1, outcome: 'unknown' }),
      );
    });
  });

  test.each(['GET', 'PUT', 'DELETE', 'POST'] as const)(
    'when the service says that it did not process it (429): %s',
    async (method) => {
      expect(await outcomeOf(method, [refuse(429, []), page(429, 'slow down'), ok(null)])).toEqual({
        sent: 3,
        outcome: 'done',
        kind: '',
      });
    },
  );

  test('when the connection was refused before anything was sent, including POST', async () => {
    const { port, release } = await refusingPort();
    await serve(ok(null));
    const client = service.client({ baseUrl: new URL(`http://127.0.0.1:${port}/`) });
    const error = await errorOf(client.request({ method: 'POST', path: ['x'], body: {} }));
    release();
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', attempts: 5 });
    expect(error.message).toBe(
      `POST /x: the service at 127.0.0.1:${port} could not be reached (connect ECONNREFUSED 127.0.0.1:${port}) ` +
        '(tried 5 times).',
    );
  });
});

describe('the wait before a retry', () => {
  test.each([
    ['is randomly shortened, at most by half', 500, { random: () => 0 }, [250, 500, 1000, 2000]],
    ['grows from half a second to eight', 500, { maxRetries: 7 }, [500, 1000, 2000, 4000, 8000, 8000, 8000]],
    ['is as long after a 429 that asks for none', 429, { maxRetries: 2 }, [500, 1000]],
  ])('%s', async (_case, status, options, waits) => {
    await failureAfter(refuse(status, []), undefined, options);
    expect(service.time.waits).toEqual(waits);
  });

  test('also holds back the other requests of the client after a 429', async () => {
    await serve(refuse(429, [], { 'retry-after': '20' }), ok(null));
    let other: Promise<unknown> | undefined;
    const client = service.client({
      log: (level) => {
        if (level === 'warn') other = client.request({ method: 'GET', path: ['y'] });
      },
    });
    await client.request({ method: 'GET', path: ['x'] });
    await other;
    // Both wait for one time, a little longer than the service asks: 2%, times what `random` gives.
    expect(service.time.waits).toEqual([20_400]);
    // Afterwards, whichever comes first.
    const [first, ...later] = service.requests.map(({ url }) => url.split('/').at(-1));
    expect([first, ...later.sort()]).toEqual(['x', 'x', 'y']);
  });

  test('for the limit lasts five minutes and more, and is told once for all requests', async () => {
    await serve(ok(null), refuse(429, [], { 'retry-after': '300' }), ok(null));
    const said: unknown[] = [];
    const client = service.client({
      log: (level, message) => {
        if (level === 'warn') said.push(message);
      },
    });
    await client.request({ method: 'GET', path: ['first'] });
    await Promise.all(Array.from({ length: 20 }, () => client.request({ method: 'GET', path: ['x'] })));
    expect(service.time.waits).toEqual([305_000]);
    expect(said).toEqual(['requests wait: the service asks to slow down until 2026-01-01T00:05:05Z']);
  });

  test('is skipped when the service asks for too long, and the error says until when', async () => {
    await serve(refuse(429, [{ code: 10429, message: 'rate limited' }], { 'retry-after': '1200' }));
    const error = await errorOf(service.client().request({ method: 'PUT', path: ['x'], body: {} }));
    expect([service.requests.length, service.time.waits]).toEqual([1, []]);
    expect(error.toProblem()).toEqual({
      code: 'service_rate_limited',
      path: [],
      message: 'PUT /x: the service answered with status 429: 10429 rate limited.',
      hint: 'The service asks to slow down. It asks to wait until 2026-01-01T00:20:00Z: try again then.',
    });
  });

  const USED_UP =
    ': the limit of 1200 requests in 300 s for these credentials, over all programs that use them, is used up';
  test.each([
    [926, ''],
    [0, USED_UP],
  ])('names the limit in an error only if nothing of it is left: %i', async (left, named) => {
    const policy = { 'ratelimit-policy': '"default";q=1200;w=300', 'retry-after': '1200' };
    const { hint } = await failureAfter(
      refuse(429, [], { ...policy, ratelimit: `"default";r=${left};t=200` }),
    );
    const until = 'It asks to wait until 2026-01-01T00:20:00Z: try again then.';
    expect(hint).toBe(`The service asks to slow down${named}. ${until}`);
  });

  test('names the limit while it lasts only if nothing of it is left', async () => {
    const headers = { ratelimit: '"default";r=926;t=200', 'ratelimit-policy': '"default";q=1200;w=300' };
    await serve(refuse(429, [], { ...headers, 'retry-after': '20' }), ok(null));
    const waits: unknown[] = [];
    const client = service.client({
      random: () => 0,
      onWait: (wait, ms) => waits.push([describeWait(wait), ms]),
    });
    await client.request({ method: 'GET', path: ['x'] });
    expect(waits).toEqual([['the service asks to slow down until 2026-01-01T00:00:20Z', 20_000]]);
  });

  test('may be as long as the moment allows', async () => {
    await serve(refuse(429, [], { 'retry-after': '70' }), refuse(429, [], { 'retry-after': '70' }), ok(null));
    let longest = 60_000;
    const client = service.client({ random: () => 0, longestWaitMs: () => longest });
    const error = await errorOf(client.request({ method: 'GET', path: ['x'] }));
    longest = 900_000;
    await client.request({ method: 'GET', path: ['x'] });
    expect([error.kind, service.time.waits]).toEqual(['rate-limited', [70_000]]);
  });
});

test.each<[string, readonly Reply[], string, string]>([
  ['in doubt after a cut, although the last try was refused', [cut, refuse(404, [])], 'not-found', 'unknown'],
  ['in doubt after an outage, then a 429', [refuse(500, []), refuse(429, [])], 'rate-limited', 'unknown'],
  ['without effect when every try was refused', [refuse(429, []), refuse(400, [])], 'invalid', 'refused'],
])('the outcome over all tries is %s', async (_case, replies, kind, outcome) => {
  expect(await outcomeOf('DELETE', replies)).toEqual(expect.objectContaining({ kind, outcome }));
});

/**
 * Takes a port on which nobody listens, and nobody else can: that of the client's end of a connection. A free port would
 * be given to another program.
 */
async function refusingPort() {
  const server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  return { port: Number(client.localPort), release: () => void (client.destroy(), server.close()) };
}
