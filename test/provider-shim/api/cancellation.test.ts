import { DOCTOR } from '../../../provider-shim/api/answers/errors';
import { systemTime } from '../../../provider-shim/api/pacing/time';
import { errorOf, json, serve, service, silent } from './scripted-service';

describe('cancelling a request', () => {
  test('in a wait ends it at once: nothing is sent, and the error names the limit and its reset', async () => {
    const headers = { ratelimit: '"default";r=0;t=299', 'ratelimit-policy': '"default";q=1200;w=300' };
    await serve(json(200, { result: null, success: true, errors: [], messages: [] }, headers));
    const stop = new AbortController();
    const now = Date.UTC(2026, 0, 1);
    const client = service.client({ time: { ...systemTime, now: () => now }, random: () => 0 });
    await client.request({ method: 'GET', path: ['first'] });
    const call = errorOf(client.request({ method: 'GET', path: ['x'], signal: stop.signal }));
    await new Promise(setImmediate);
    stop.abort();
    const error = await call;
    expect(error).toMatchObject({ kind: 'cancelled', outcome: 'not-sent' });
    expect(error.message).toBe(
      'GET /x: the request was cancelled while it waited: the limit of 1200 requests in 300 s for these credentials, ' +
        'over all programs that use them, is used up until 2026-01-01T00:05:00Z.',
    );
    expect(service.requests.length).toBe(1);
  });

  test('before a write is sent again leaves open what came of it', async () => {
    await serve(json(500, { result: null, success: false, errors: [], messages: [] }));
    const stop = new AbortController();
    const sleep = async () => stop.abort();
    const client = service.client({ time: { ...systemTime, sleep } });
    const request = { method: 'PUT', path: ['x'], signal: stop.signal } as const;
    expect(await errorOf(client.request(request))).toMatchObject({ kind: 'cancelled', outcome: 'unknown' });
  });

  test('by closing the client: every request in progress ends', async () => {
    await serve(silent);
    const client = service.client({ maxRetries: 0 });
    const call = errorOf(client.request({ method: 'GET', path: ['x'] }));
    while (service.requests.length === 0) await new Promise(setImmediate);
    await client.close();
    expect(await call).toMatchObject({ kind: 'unreachable', outcome: 'unknown' });
    expect(await errorOf(client.request({ method: 'GET', path: ['x'] }))).toMatchObject({
      kind: 'unreachable',
      outcome: 'not-sent',
      hint: `The client is closed or misused.${DOCTOR}`,
    });
  });
});
