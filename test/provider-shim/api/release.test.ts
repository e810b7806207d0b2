import type { Socket } from 'node:net';
import type { ZoneClient } from '../../../provider-shim/api/operations/client';
import { ok, serve } from './scripted-service';

let client: ZoneClient;
/** Each answers a request. */
const answers: (() => void)[] = [];
const sockets = new Set<Socket>();
const open = (): number => [...sockets].filter(({ destroyed }) => !destroyed).length;

beforeEach(async () => {
  answers.length = 0;
  sockets.clear();
  client = await serve((response, request) => {
    if (response.socket) sockets.add(response.socket);
    response.setHeader('keep-alive', 'timeout=600');
    answers.push(() => ok('answered')(response, request));
  });
});

const until = async (happened: () => boolean): Promise<void> => {
  while (!happened()) await new Promise(setImmediate);
};
const get = async (): Promise<unknown> => (await client.request({ method: 'GET', path: ['x'] })).result;
const answerNext = async (): Promise<void> => {
  await until(() => answers.length > 0);
  answers.shift()?.();
};

describe('a released client', () => {
  test('closes its connections when the requests under way are answered', async () => {
    const calls = [get(), get()];
    await until(() => answers.length === calls.length);
    client.release();
    await answerNext();
    expect(await Promise.race(calls)).toBe('answered');
    expect(open()).toBeGreaterThan(0);
    await answerNext();
    expect(await Promise.all(calls)).toEqual(['answered', 'answered']);
    await until(() => open() === 0);
  });

  test('sends the requests that wait for a connection', async () => {
    const calls = Array.from({ length: 12 }, get);
    await until(() => answers.length === 10);
    client.release();
    for (const _call of calls) await answerNext();
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'answered'));
    await until(() => open() === 0);
  });

  test('sends a request that comes later, and closes what that opened', async () => {
    client.release();
    const call = get();
    await answerNext();
    expect(await call).toBe('answered');
    await until(() => open() === 0);
  });
});
