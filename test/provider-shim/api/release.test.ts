import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createClients, type ZoneClient } from '../../../provider-shim/api/operations/client';
import { virtualTime } from './virtual-time';

/**
 * A service that says how many connections it has, and answers each request when the test lets it. It asks to keep
 * connections open for longer than a test may take: only the client closes them.
 */
const answers: ((status: number) => void)[] = [];
let open = 0;
let service: Server;
let client: ZoneClient;

beforeEach(async () => {
  service = createServer((_request, response) => {
    answers.push((status) => {
      response.writeHead(status, { 'keep-alive': 'timeout=600' });
      response.end(`{"success":${status === 200},"result":"answered","errors":[],"messages":[]}`);
    });
  });
  service.keepAliveTimeout = 600_000;
  service.on('connection', (socket: Socket) => {
    open += 1;
    socket.on('close', () => void (open -= 1));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  ({ api: client } = createClients({
    baseUrl: new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}/`),
    credentials: { scheme: 'token', token: 't0ken' },
    userAgent: 'test/1.0',
    environment: {},
    time: virtualTime(),
  }));
});

afterEach(async () => {
  await client.close();
  answers.length = 0;
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const until = async (happened: () => boolean): Promise<void> => {
  while (!happened()) await new Promise(setImmediate);
};
const get = async (): Promise<unknown> => (await client.request({ method: 'GET', path: ['x'] })).result;
const answerNext = async (status = 200): Promise<void> => {
  await until(() => answers.length > 0);
  answers.shift()?.(status);
};

describe('a released client', () => {
  test('closes them when the requests under way are answered', async () => {
    const calls = [get(), get()];
    await until(() => answers.length === calls.length);
    client.release();
    await answerNext();
    expect(await Promise.race(calls)).toBe('answered');
    expect(open).toBeGreaterThan(0);
    await answerNext();
    expect(await Promise.all(calls)).toEqual(['answered', 'answered']);
    await until(() => open === 0);
  });

  test('sends the requests that wait for a connection', async () => {
    const calls = Array.from({ length: 12 }, get);
    await until(() => answers.length === 10);
    client.release();
    for (const _call of calls) await answerNext();
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'answered'));
    await until(() => open === 0);
  });

  test('sends a request that comes later, and closes what that opened', async () => {
    client.release();
    const call = get();
    await answerNext();
    expect(await call).toBe('answered');
    await until(() => open === 0);
  });
});
