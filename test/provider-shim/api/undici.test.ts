import type * as ApiModule from '../../../provider-shim/api';
import * as parts from '../../../provider-shim/api/http/undici';

type Api = typeof ApiModule;

test('the client loads undici only with its first request', async () => {
  await jest.isolateModulesAsync(async () => {
    const loaded: string[] = [];
    jest.doMock('../../../provider-shim/api/http/undici', () => {
      loaded.push('undici');
      return parts;
    });
    const api = jest.requireActual<Api>('../../../provider-shim/api');
    const { api: client } = api.createClients({
      baseUrl: new URL('http://127.0.0.1:9/'),
      credentials: { scheme: 'token', token: 't' },
      userAgent: 'test/1.0',
    });
    expect(loaded).toEqual([]);
    const call = client.request({ method: 'GET', path: ['x'], signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ kind: 'cancelled' });
    expect(loaded).toEqual(['undici']);
  });
});
