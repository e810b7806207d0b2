import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator } from '../../../emulator';

const PAGE = readFileSync(join(__dirname, '../../../emulator/control/status-page.html'), 'utf8');

const hashOf = (element: string): string => {
  const [, content = ''] = new RegExp(`<${element}>([^]*)</${element}>`).exec(PAGE) ?? [];
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
};

const get = (init: RequestInit = {}, url = 'http://localhost:8790/', peer?: string) =>
  createEmulator().handle(new Request(url, init), peer === undefined ? {} : { peer });

describe('the file of the status page', () => {
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

  it.each<[string, RequestInit, string]>([
    ['another method', { method: 'POST' }, 'http://localhost/'],
    ['a key', { headers: { 'x-auth-email': 'a@b.example', 'x-auth-key': 'k' } }, 'http://localhost/'],
  ])('leaves other requests to the service: %s', async (_name, init, url) => {
    const response = await get(init, url);
    expect([response.status, ((await response.json()) as { success: boolean }).success]).toEqual([
      404,
      false,
    ]);
  });

  it.each(['/', '/_control/zones'])('is no answer of the service: %s', async (path) => {
    const { handle, control } = createEmulator({ settings: { rateLimit: 1 } });
    control.faults.put([{ effect: { kind: 'html-page' } }]);
    for (const _time of [1, 2]) {
      const { status, headers } = await handle(new Request(`http://localhost${path}`));
      const ofService = ['cf-ray', 'x-ratelimit-remaining'].map((name) => headers.get(name));
      expect([status, ...ofService]).toEqual([200, null, null]);
    }
    expect(control.journal()).toEqual([]);
  });
});
