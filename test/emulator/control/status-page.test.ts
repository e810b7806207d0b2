import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TOKEN, createEmulator, startEmulator } from '../../../emulator';

const PAGE = readFileSync(join(__dirname, '../../../emulator/control/status-page.html'), 'utf8');

const hashOf = (element: string): string => {
  const [, content = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(PAGE) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
};

const get = (init: RequestInit = {}, url = 'http://localhost:8790/', peer?: string) =>
  createEmulator().handle(new Request(url, init), peer === undefined ? {} : { peer });

describe('the file of the status page', () => {
  it('stays small', () => {
    const lines = PAGE.split('\n');
    expect(lines.length - 1).toBeLessThanOrEqual(450);
    expect(lines.filter((line) => line.length > 140)).toEqual([]);
  });

  it('makes text of texts, and takes nothing from elsewhere', () => {
    expect(PAGE).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|Function\(/);
    expect(PAGE).not.toMatch(/https?:|@import|url\(|<img|<iframe|\ssrc=|\sstyle=|\son\w+=/);
  });

  it('calls only what the control API has', async () => {
    const index = await createEmulator().handle(new Request('http://localhost/_control'));
    const { routes } = (await index.json()) as { routes: string[] };
    const calls = [...PAGE.matchAll(/call\(['`]([^'`?]*)[^'`]*['`](?:, '(\w+)')?/g)].map(
      ([, path = '', method = 'GET']) =>
        `${method} /_control${path.replace('${path}', '/zones/${}').replace(/\$\{[^}]*\}/, ':zone_id')}`,
    );
    expect(calls.filter((each) => !routes.includes(each))).toEqual([]);
    // All but one: the address of a zone is in a variable.
    expect(PAGE.match(/\bcall\(/g)).toHaveLength(calls.length + 1);
    expect(PAGE).toContain('const path = `/zones/${current?.id}`;');
  });
});

describe('the status page', () => {
  it('is that file, with a policy that allows its style and its script alone', async () => {
    const response = await get();
    expect([response.status, await response.text()]).toEqual([200, PAGE]);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': `default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    const head = await get({ method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([...head.headers]).toEqual([...response.headers]);
  });

  it('is not answered without the token of this start', async () => {
    const { url, controlToken, close } = await startEmulator();
    try {
      const basic = (password: string) => `Basic ${Buffer.from(`emulator:${password}`).toString('base64')}`;
      const answers = [undefined, basic('x'), basic(DEFAULT_TOKEN), basic(controlToken)].map(
        async (authorization) => {
          const response = await fetch(
            url,
            authorization === undefined ? {} : { headers: { authorization } },
          );
          return [response.status, (await response.text()) === PAGE];
        },
      );
      expect(await Promise.all(answers)).toEqual([
        [401, false],
        [401, false],
        [401, false],
        [200, true],
      ]);
    } finally {
      await close();
    }
  });

  it.each<[string, RequestInit, string, string | undefined]>([
    ['another machine', {}, 'http://127.0.0.1:1/', '192.0.2.7'],
    ['a name that is not loopback', {}, 'http://emulator.example:1/', '127.0.0.1'],
    ['a page of another site', { headers: { origin: 'https://a.example' } }, 'http://[::1]:1/', '::1'],
    [
      'a page of another port',
      { headers: { origin: 'http://127.0.0.1:2' } },
      'http://127.0.0.1:1/',
      '127.0.0.1',
    ],
  ])('is refused to %s', async (_name, init, url, peer) => {
    const response = await get(init, url, peer);
    expect([response.status, response.headers.get('content-type')]).toEqual([403, 'application/json']);
  });

  it.each<[string, RequestInit, string]>([
    ['another method', { method: 'POST' }, 'http://localhost/'],
    [
      'a token of the service',
      { headers: { authorization: `Bearer ${DEFAULT_TOKEN}` } },
      'http://localhost/',
    ],
    ['a key', { headers: { 'x-auth-email': 'a@b.example', 'x-auth-key': 'k' } }, 'http://localhost/'],
    ['another path', {}, 'http://localhost/status'],
  ])('leaves other requests to the service: %s', async (_name, init, url) => {
    const response = await get(init, url);
    expect([response.status, ((await response.json()) as { success: boolean }).success]).toEqual([
      404,
      false,
    ]);
  });

  it('is not in the journal, and no fault applies to it', async () => {
    const { handle, control } = createEmulator();
    control.faults.put([{ effect: { kind: 'html-page' } }]);
    expect((await handle(new Request('http://localhost/'))).status).toBe(200);
    expect(control.journal()).toEqual([]);
  });
});
