import { gzipSync } from 'node:zlib';
import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import { failureAfter, json, ok, page, scriptedService, service, text, type Reply } from './scripted-service';

const ENVELOPE = { success: true, errors: [], messages: [] };

const REQUEST = { method: 'PUT', path: ['zones', 'z', 'rulesets'], body: {} } as const;
const answered = (reply: Reply): Promise<ServiceError> =>
  failureAfter(reply, REQUEST, { maxRetries: 0, maxBytes: 10_000 });

describe('an answer that is not from the service', () => {
  const damaged = gzipSync('{}'.repeat(99)).subarray(0, 15);

  test.each<[string, Reply, string]>([
    ['a page', page(200, 'Sign in'), 'an HTML page titled "Sign in"'],
    ['an empty body', text(200, ''), 'an empty body'],
    ['half a document', text(200, '{"success":tr'), 'text that is not JSON: the string "{\\"success\\":tr"'],
    ['JSON of something else', json(200, { status: 'ok' }), 'an object with status, without success'],
    ['null', json(200, null), 'null'],
    ['a number', json(200, 42), 'the number 42'],
    ['a string', json(200, 'ok'), 'the string "ok"'],
    ['an array', json(200, [1, 2]), 'an array of 2'],
    ['success that is a text', json(200, { success: 'true' }), 'success as the string "true"'],
    ['bytes', text(200, Buffer.from([0, 255, 254])), 'text that is not JSON'],
    ['a damaged gzip body', text(200, damaged, { 'content-encoding': 'gzip' }), 'a damaged gzip body'],
    [
      'an encoding that was not asked for',
      text(200, 'x', { 'content-encoding': 'zstd' }),
      'a body with the content-encoding "zstd", which was not requested',
    ],
    [
      'a success with errors',
      json(200, { ...ENVELOPE, result: {}, errors: [{ code: 7, message: 'half done' }] }),
      'success as true together with the error the string "half done"',
    ],
    ['a success with status 500', json(500, { ...ENVELOPE, result: {} }), 'success as true'],
    ['brackets without end', text(200, '['.repeat(9_000)), 'JSON of more than 100 levels'],
    [
      'depth in the result',
      text(200, `{"success":true,"result":${'['.repeat(200)}${']'.repeat(200)}}`),
      'JSON of more than 100 levels',
    ],
  ])('%s', async (_case, reply, seen) => {
    const error = await answered(reply);
    expect(error).toMatchObject({ outcome: 'unknown', hint: expect.stringMatching(/./) });
    expect(error.message).toContain(`is not from the zone service: ${seen}`);
    expect(error.message.length).toBeLessThan(1_000);
  });

  test.each<[string, Reply, string]>([
    ['chunks cut off', (response) => void response.write('{"suc', () => response.destroy()), 'lost before'],
    ['no result', json(200, ENVELOPE), 'without result'],
    ['a failure without errors', json(200, { success: false }), 'status 200: no reason given'],
    ['a failure whose errors are a text', json(200, { success: false, errors: 'no' }), 'no reason given'],
  ])('or only half of one: %s', async (_case, reply, says) => {
    expect((await answered(reply)).message).toContain(says);
  });

  test('status 204 to a read, which would pass for an empty list', async () => {
    expect(await failureAfter(text(204, ''))).toMatchObject({ kind: 'malformed-answer' });
  });

  test('another protocol', async () => {
    const error = await answered((response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'));
    expect(error).toMatchObject({ kind: 'unreachable', outcome: 'unknown', transient: false });
  });
});

describe('a redirect', () => {
  test.each([300, 301, 302, 303, 307, 308])(
    'with status %d is not followed, wherever it leads',
    async (status) => {
      const other = await scriptedService(ok(null));
      const location = `${other.url.replace('//', '//user:word@')}/v4/zones?token=abc#x`;
      const error = await answered(text(status, '', { location }));
      expect(error.message).toBe(
        `PUT /zones/z/rulesets: the answer with status ${status} redirects to "${other.url}/v4/zones".`,
      );
      expect([error.kind, error.outcome, other.requests, service.requests.length]).toEqual([
        'redirect',
        'refused',
        [],
        1,
      ]);
    },
  );

  test('without a location is not followed either', async () => {
    expect((await answered(text(302, ''))).message).toMatch(/status 302 redirects without a location\.$/);
  });
});
