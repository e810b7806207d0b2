import { gzipSync, deflateSync } from 'node:zlib';
import { errorOf, ok, serve, service, text, TOKEN, type Reply } from './scripted-service';

const ENVELOPE = JSON.stringify({ result: { id: 'a' }, success: true, errors: [], messages: [] });

describe('a request', () => {
  test('carries the token, the user agent and the encoded path and query, and no body', async () => {
    await serve(ok(null));
    // Certificates are for TLS alone.
    const environment = { ZONEWRIGHT_EXTRA_CA_CERTS: '/nowhere' };
    await service.client({ environment }).request({
      method: 'GET',
      path: ['zones', 'a/b?c#d ..%', 'rulesets'],
      query: { phase_two: 1, cursor: 'x&y=z', absent: undefined },
    });
    const { host, connection, ...headers } = service.requests[0]?.headers ?? {};
    expect([host, connection]).toEqual([service.url.slice('http://'.length), 'keep-alive']);
    expect({ ...service.requests[0], headers }).toEqual({
      method: 'GET',
      url: '/client/v4/zones/a%2Fb%3Fc%23d%20..%25/rulesets?phase_two=1&cursor=x%26y%3Dz',
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate',
        authorization: `Bearer ${TOKEN}`,
        'user-agent': 'zonewright-test/1.0',
      },
      body: '',
    });
  });

  test('carries the e-mail address and the key, and a JSON body', async () => {
    await serve(ok(null));
    const credentials = { scheme: 'key', email: 'me@example.com', key: 'key-1' } as const;
    await service
      .client({ credentials })
      .request({ method: 'POST', path: ['zones'], body: { name: 'é', n: 1 } });
    expect(service.requests[0]).toEqual({
      method: 'POST',
      url: '/client/v4/zones',
      headers: expect.objectContaining({
        'x-auth-email': 'me@example.com',
        'x-auth-key': 'key-1',
        'content-type': 'application/json',
        'content-length': '19',
      }),
      body: '{"name":"é","n":1}',
    });
    expect(service.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['an empty part', ''],
    ['one dot', '.'],
    ['two dots', '..'],
  ])('whose path has %s is not sent', async (_case, part) => {
    await serve(ok(null));
    const error = await errorOf(service.client().request({ method: 'GET', path: ['zones', part] }));
    expect([error, service.requests]).toEqual([
      expect.objectContaining({ kind: 'invalid', outcome: 'not-sent' }),
      [],
    ]);
  });

  test.each<[string, Reply]>([
    ['plain', text(200, ENVELOPE)],
    ['gzip', text(200, gzipSync(ENVELOPE), { 'content-encoding': 'gzip' })],
    ['deflate', text(200, deflateSync(ENVELOPE), { 'content-encoding': 'deflate' })],
    [
      'an early hint before it',
      (response) => response.writeEarlyHints({ link: '</x>; rel=preload' }, () => response.end(ENVELOPE)),
    ],
  ])('reads an answer that is %s', async (_case, reply) => {
    await serve(reply);
    await expect(service.client().request({ method: 'GET', path: ['x'] })).resolves.toEqual({
      success: true,
      result: { id: 'a' },
      errors: [],
      messages: [],
      resultInfo: {},
    });
  });

  test.each([
    ['DELETE', 204],
    ['DELETE', 200],
    ['PUT', 204],
  ] as const)('accepts an empty answer to %s with status %d as a success', async (method, status) => {
    await serve(text(status, ''));
    await expect(service.client().request({ method, path: ['x'] })).resolves.toEqual(
      expect.objectContaining({ success: true, result: null }),
    );
  });
});
