import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readToken, type FoundToken, type TokenPlace } from '../../../provider-shim/ephemeral/read-token';
import { page, serve, service, text, useScriptedService, type Reply } from '../api/scripted-service';
import { virtualTime } from '../api/virtual-time';
import { temporaryFolder } from '../../support/temporary-folder';

const TOKEN = 'eyJhbGciOi.J9+/-_.c2ln';

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));
useScriptedService();

function found(place: TokenPlace, signal = new AbortController().signal): Promise<FoundToken> {
  return readToken(place, { timeoutMs: 30_000, signal, environment: {}, time: virtualTime() });
}

async function answered(...replies: readonly Reply[]): Promise<FoundToken> {
  await serve(...replies);
  return found({ kind: 'address', address: new URL(`${service.url}/b/own.txt?sig=planted-signature`) });
}

const seen = (result: FoundToken): string => (result.ok ? `ok ${result.token}` : result.problem.message);

describe('a token in a folder', () => {
  const written = (content: string | Buffer): Promise<FoundToken> => {
    writeFileSync(join(folder, 'own.txt'), content);
    return found({ kind: 'file', path: join(folder, 'own.txt') });
  };

  test('is read, without white space around it', async () => {
    expect(await written(` ${TOKEN}\r\n`)).toEqual({ ok: true, token: TOKEN });
  });

  test('is waited for until its file exists and is not empty', async () => {
    const path = join(folder, 'later', 'own.txt');
    const steps = [
      () => mkdirSync(join(folder, 'later')),
      () => writeFileSync(path, ''),
      () => writeFileSync(path, TOKEN),
    ];
    const time = virtualTime();
    const result = await readToken(
      { kind: 'file', path },
      {
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        environment: {},
        time: {
          now: time.now,
          sleep: (ms, signal) => {
            steps.shift()?.();
            return time.sleep(ms, signal);
          },
        },
      },
    );
    expect([result, steps]).toEqual([{ ok: true, token: TOKEN }, []]);
  });

  test('that never comes is an error with the time, the file and what to do', async () => {
    const path = join(folder, 'own.txt');
    expect(await found({ kind: 'file', path })).toEqual({
      ok: false,
      problem: {
        path: ['read_from'],
        message: `The file of the ownership challenge, ${path}, cannot be read: it does not exist after 30 s.`,
        hint: expect.stringContaining('the root of the bucket'),
      },
    });
  });

  test.each<readonly [string, string | Buffer]>([
    ['a page', '<html>planted</html>'],
    ['what is too long', 'planted'.repeat(600)],
    ['bytes', Buffer.from([0, 1, 2, 255])],
  ])('is not taken from %s, which is not shown', async (_case, content) => {
    expect(seen(await written(content))).toMatch(/own\.txt, does not hold a token\.$/);
  });

  test('is not read from a folder or a pipe', async () => {
    expect(seen(await found({ kind: 'file', path: folder }))).toMatch(/: it is not a file\.$/);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(seen(await found({ kind: 'file', path: join(folder, 'pipe') }))).toMatch(/: it is not a file\.$/);
  });
});

describe('a token on the web', () => {
  test('is read with the signed query and without credentials', async () => {
    expect(await answered(text(200, `${TOKEN}\n`))).toEqual({ ok: true, token: TOKEN });
    expect(service.requests.map(({ method, url, headers }) => ({ method, url, headers }))).toEqual([
      {
        method: 'GET',
        url: '/b/own.txt?sig=planted-signature',
        headers: { accept: '*/*', connection: 'keep-alive', host: expect.any(String) },
      },
    ]);
  });

  test.each<readonly [string, Reply]>([
    ['404, before it is there', text(404, '')],
    ['403, as object stores say it', text(403, '')],
    ['an empty file', text(200, '')],
  ])('is requested again after %s', async (_case, reply) => {
    expect(await answered(reply, reply, text(200, TOKEN))).toEqual({ ok: true, token: TOKEN });
  });

  test.each<readonly [string, Reply, RegExp]>([
    ['a redirect', text(302, '', { location: 'https://example.com/' }), /the answer has the status 302\.$/],
    ['a sign-in page', page(200, 'Sign in'), /does not hold a token\.$/],
  ])('is not requested again after %s', async (_case, reply, message) => {
    const result = seen(await answered(reply));
    expect(result).toMatch(message);
    expect(result).not.toContain('planted');
    expect(service.requests).toHaveLength(1);
  });
});
