import type { Dispatcher } from 'undici';
import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import { createClients } from '../../../provider-shim/api/operations/client';
import type { ClientOptions } from '../../../provider-shim/api/http/options';
import { errorOf } from './scripted-service';
import { virtualTime } from './virtual-time';

type Dispatch = Dispatcher['dispatch'];

interface Fake {
  readonly started: boolean;
  readonly error: unknown;
}

/** A dispatcher that fails every request in one way, before or after the request has started to be sent. */
function failing({ started, error }: Fake): Dispatcher {
  const controller = { abort: () => {} } as unknown as Dispatcher.DispatchController;
  const dispatch: Dispatch = (_options, handler) => {
    if (started) handler.onRequestStart?.(controller, {});
    handler.onResponseError?.(controller, error as Error);
    return true;
  };
  return { dispatch } as Dispatcher;
}

function coded(code: string, message = 'the reason'): Error {
  return Object.assign(new Error(message), { code });
}

async function failureWith(
  dispatcher: Dispatcher,
  options: Partial<ClientOptions> = {},
): Promise<ServiceError> {
  const { api: client } = createClients({
    baseUrl: new URL('https://api.example.com/client/v4/'),
    credentials: { scheme: 'token', token: 't0ken' },
    userAgent: 'test/1.0',
    time: virtualTime(),
    dispatcher,
    ...options,
  });
  return await errorOf(client.request({ method: 'PUT', path: ['x'] }));
}

describe('a service that cannot be reached', () => {
  test.each<[string, unknown, number, RegExp]>([
    ['nothing listens', coded('ECONNREFUSED'), 5, /Nothing listens there/],
    ['the host has no such name', coded('ENOTFOUND'), 1, /No host has this name/],
    ['the connection takes too long', coded('UND_ERR_CONNECT_TIMEOUT'), 5, /Check the network/],
    ['the certificate is self-signed', coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 1, /NODE_EXTRA_CA_CERTS/],
    ['the certificate has expired', coded('CERT_HAS_EXPIRED'), 1, /certificate/],
    ['the server does not speak TLS', coded('EPROTO'), 1, /expected protocol/],
    [
      'the proxy refuses',
      coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'),
      1,
      /The proxy refused/,
    ],
    ['every address refuses', new AggregateError([coded('ECONNREFUSED')], 'all'), 5, /Nothing listens/],
    ['the reason is not known', new Error('something'), 5, /Check the network/],
    ['the reason is not even an error', 'something', 5, /Check the network/],
  ])('because %s', async (_case, error, attempts, hint) => {
    const seen = await failureWith(failing({ started: false, error }));
    expect(seen).toMatchObject({ kind: 'unreachable', outcome: 'not-sent', attempts });
    expect(seen.message).toMatch(
      /^PUT \/x: the service at api\.example\.com could not be reached \(.*(the reason|something|Proxy response)/,
    );
    expect(seen.hint).toMatch(hint);
  });

  test.each([
    ['WebAssembly', new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory')],
    ['the system', coded('ENOMEM', 'connect ENOMEM 192.0.2.1:443 - Local')],
    ['V8', new RangeError('Array buffer allocation failed')],
  ])('is not what a lack of memory is called, which %s tells: it is tried once', async (_case, error) => {
    const seen = await failureWith(failing({ started: false, error }));
    expect(seen).toMatchObject({
      outcome: 'not-sent',
      attempts: 1,
      hint: expect.stringMatching(/ulimit -v/),
    });
    expect(seen.message).toMatch(/^PUT \/x: there is not enough memory for the request \(/);
  });

  test('during a write leaves its outcome unknown', async () => {
    const seen = await failureWith(failing({ started: true, error: coded('ECONNRESET', 'read ECONNRESET') }));
    expect(seen).toMatchObject({ kind: 'unreachable', outcome: 'unknown', attempts: 5 });
    expect(seen.message).toBe(
      'PUT /x: the connection to the service was lost before its answer was complete (read ECONNRESET) ' +
        '(tried 5 times).',
    );
  });

  test('in time: a request cancelled before the connection is never sent', async () => {
    let connected = (): boolean => false;
    const dispatch: Dispatch = (_options, handler) => {
      connected = () => {
        let stopped = false;
        const controller = { abort: () => (stopped = true) } as unknown as Dispatcher.DispatchController;
        handler.onRequestStart?.(controller, {});
        return stopped;
      };
      return true;
    };
    const seen = await failureWith({ dispatch } as Dispatcher, { requestTimeoutMs: 5, maxRetries: 0 });
    expect(seen).toMatchObject({ kind: 'timeout', outcome: 'not-sent' });
    expect(seen.message).toBe('PUT /x: no connection to api.example.com within 5 ms.');
    expect(connected()).toBe(true);
  });
});
