import { createHash } from 'node:crypto';
import type { Connection, Emulator } from '../../../emulator';
import { DEFAULT_TOKEN, createEmulator } from '../../../emulator';
import { caller } from '../client';
import { HOSTILE, PAGE_SEED, ZONES } from './page-zones';

/** Gets a page as a browser on this machine does. */
async function get(emulator: Emulator, path: string, init: RequestInit = {}, connection: Connection = {}) {
  const response = await emulator.handle(new Request(`http://localhost:8790${path}`, init), connection);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The zones in the table, by name. */
function names(page: string): readonly string[] {
  return [...page.matchAll(/<a class="name"[^>]*>([^<]*)<\/a>/g)].map(([, name = '']) => name);
}

function many(count: number): Emulator {
  const zones = Array.from({ length: count }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    name: `zone-${index}.example`,
  }));
  return createEmulator({ seed: { zones } });
}

const PATHS = ['/', '/status/requests', `/status/zones/${ZONES.hostile}`, '/status/none'];

describe('every page of the emulator', () => {
  it.each(PATHS)('allows only its own style and script: %s', async (path) => {
    const { headers, text } = await get(createEmulator({ seed: PAGE_SEED }), path);
    const hashes = (element: string): string[] =>
      [...text.matchAll(new RegExp(`<${element}[^>]*>([^]*?)</${element}>`, 'g'))].map(
        ([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
      );
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        `style-src ${hashes('style').join(' ')}`,
        `script-src ${hashes('script').join(' ')}`,
        'img-src data:',
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(PATHS)('links only to the emulator: %s', async (path) => {
    const { text } = await get(createEmulator({ seed: PAGE_SEED }), path);
    const addresses = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) expect(address).toMatch(/^(?:\/(?!\/)|#|data:image\/svg)/);
    expect(text).not.toMatch(/\sstyle=|\son\w+=(?!&)|@import|url\((?!#)/);
  });

  it('answers HEAD without a body', async () => {
    const emulator = createEmulator();
    const whole = await get(emulator, '/');
    const head = await get(emulator, '/', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    expect([...head.headers]).toEqual([...whole.headers]);
  });

  it('is not in the journal, and no fault applies to it', async () => {
    const emulator = createEmulator();
    emulator.control.faults.put([{ effect: { kind: 'html-page' } }]);
    for (const path of ['/', '/status/requests']) expect((await get(emulator, path)).status).toBe(200);
    expect(emulator.control.journal()).toEqual([]);
  });

  it.each<[string, string, RequestInit]>([
    ['another method', '/', { method: 'POST' }],
    ['another method below the page', '/status/requests', { method: 'DELETE' }],
    ['a token', '/', { headers: { authorization: `Bearer ${DEFAULT_TOKEN}` } }],
    ['a key', '/status/requests', { headers: { 'x-auth-email': 'a@b.example', 'x-auth-key': 'k' } }],
    ['a path that only begins alike', '/statusx', {}],
    ['a path of the service', '/client/v4/status', {}],
  ])('leaves other requests to the service: %s', async (_name, path, init) => {
    const { status, text } = await get(createEmulator(), path, init);
    expect([status, (JSON.parse(text) as { success: boolean }).success]).toEqual([404, false]);
  });

  it.each<[string, string, Record<string, string>, string | undefined, number]>([
    ['this machine by address', 'http://127.0.0.1:1/', {}, '127.0.0.1', 200],
    ['this machine over IPv6', 'http://[::1]:1/', {}, '::1', 200],
    ['another machine', 'http://127.0.0.1:1/', {}, '192.0.2.7', 403],
    ['a name that is not loopback', 'http://emulator.example:1/', {}, '127.0.0.1', 403],
    ['a page of another site', 'http://127.0.0.1:1/', { origin: 'https://site.example' }, '127.0.0.1', 403],
    ['a page of another port', 'http://127.0.0.1:1/', { origin: 'http://127.0.0.1:2' }, '127.0.0.1', 403],
  ])('is for this machine only: %s', async (_name, url, headers, peer, status) => {
    const request = new Request(url, { headers });
    const response = await createEmulator().handle(request, peer === undefined ? {} : { peer });
    expect(response.status).toBe(status);
    // A refusal is no page.
    expect(response.headers.get('content-type')).toMatch(
      status === 200 ? /^text\/html/ : /^application\/json/,
    );
    expect(response.headers.has('content-security-policy')).toBe(status === 200);
  });

  it.each([
    ['an unknown page', '/status/none', 'There is nothing at /status/none.'],
    ['an unknown zone', '/status/zones/none', 'No zone has the id none.'],
    ['a page below a zone', `/status/zones/${ZONES.start}/jobs`, 'There is nothing at'],
    ['a broken escape', '/status/zones/%E0%A4%A', 'No zone has the id'],
  ])('says so if it does not exist: %s', async (_name, path, text) => {
    const page = await get(createEmulator({ seed: PAGE_SEED }), path);
    expect(page.status).toBe(404);
    expect(page.text).toContain(text);
  });

  it('is the overview at its short address too', async () => {
    const { status, headers } = await get(createEmulator(), '/status');
    expect([status, headers.get('location')]).toEqual([302, '/']);
  });
});

describe('the overview page', () => {
  it('shows the state of each zone and its numbers of fields and jobs', async () => {
    const { text } = await get(createEmulator({ seed: PAGE_SEED }), '/');
    const rows = text
      .replace(/[^]*?<tbody/, '')
      .replace(/<\/tbody>[^]*/, '')
      .split('<tr')
      .slice(1)
      .map((row) =>
        row
          .replace(/<[^>]*>|^[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    expect(rows.slice(0, 5)).toEqual([
      `example.com ${ZONES.start} enterprise start 8 3`,
      `shop.example ${ZONES.validation} enterprise validation 0 0`,
      `news.example ${ZONES.finishing} business finishing 0 0`,
      `blog.example ${ZONES.finished} professional finished 0 0`,
      `example.net ${ZONES.professional} professional start 0 0`,
    ]);
    expect(text).toContain('<time datetime="2025-01-01T12:00:00.000Z">2025-01-01 12:00:00.000</time>');
  });

  it.each<[string, string, readonly string[]]>([
    ['part of a name', 'shop', ['shop.example']],
    ['another case, with spaces around', '%20EXAMPLE.N', ['example.net']],
    ['an id', ZONES.finished, ['blog.example']],
    ['a text that no zone has', 'nothing', []],
  ])('finds zones by %s', async (_name, search, found) => {
    const { text } = await get(createEmulator({ seed: PAGE_SEED }), `/?q=${search}`);
    expect(names(text)).toEqual(found);
    expect(text).toContain(`${found.length} found`);
  });

  it('keeps the search text in the field', async () => {
    const { text } = await get(createEmulator(), `/?q=${encodeURIComponent(HOSTILE)}`);
    expect(text).toContain('value="&quot;&#39;&gt;&lt;/title&gt;');
  });

  it('stays small with 10,000 zones, of which it shows fifty a page', async () => {
    const emulator = many(10_000);
    const first = await get(emulator, '/');
    expect(names(first.text)).toEqual(Array.from({ length: 50 }, (_, index) => `zone-${index}.example`));
    expect(first.text.length).toBeLessThan(80_000);
    expect(first.text).toContain('Page 1 of 200');
    expect(names((await get(emulator, '/?page=2')).text)[0]).toBe('zone-50.example');
    const found = await get(emulator, '/?q=zone-9&page=2');
    expect(found.text).toContain('1,111 found');
    expect(found.text).toMatch(/href="\/\?q=zone-9&amp;page=1"[^>]*>Previous/);
    expect(found.text).toMatch(/href="\/\?q=zone-9&amp;page=3"[^>]*>Next/);
  });

  it.each(['0', '-1', 'x', '1e1', '', '999999999999'])('shows the first page for "%s"', async (page) => {
    expect((await get(many(60), `/?page=${page}`)).text).toContain('Page 1 of 2');
  });

  it('shows the last page for one after it', async () => {
    expect((await get(many(60), '/?page=9')).text).toContain('Page 2 of 2');
  });
});

describe('the requests on the pages', () => {
  /** Numbers in the query of the requests that a page shows, in order. */
  const shown = (page: string): readonly string[] =>
    [...page.matchAll(/\?n=(\d+)/g)].map(([, number = '']) => number);

  it('are the latest two hundred, newest first, and the latest fifteen on the overview', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    for (let n = 1; n <= 210; n += 1) await call('GET', `/rulesets?n=${n}`);
    const last = (count: number): string[] => Array.from({ length: count }, (_, index) => `${210 - index}`);
    expect(shown((await get(emulator, '/status/requests')).text)).toEqual(last(200));
    expect(shown((await get(emulator, '/')).text)).toEqual(last(15));
  });

  it('show status, operation and fault', async () => {
    const emulator = createEmulator();
    const call = caller(emulator, ZONES.start);
    await call('GET', '/rulesets');
    emulator.control.faults.put([{ effect: { kind: 'cut', moment: 'before-write' } }]);
    await call('PUT', `/rulesets/${ZONES.start}?dry_run=true`, {}).catch(() => undefined);
    const { text } = await get(emulator, '/status/requests');
    const cells = [...text.matchAll(/<td[^>]*>([^]*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replace(/<[^>]*>/g, '').trim(),
    );
    const time = '2025-01-01 00:00:00.000';
    const path = `/client/v4/zones/${ZONES.start}/rulesets`;
    const write = `PUT ${path}/${ZONES.start}?dry_run=true`;
    expect(cells.map((cell) => cell.replace(/\s+Body\s+/, ' with '))).toEqual([
      ...[time, 'no answer', `${write} with {}`, ZONES.start, 'rulesets.update', 'cut'],
      ...[time, '404', `GET ${path}`, ZONES.start, 'rulesets.list', ''],
    ]);
  });

  it('are those that the form asks for, with the names of zones, and writes first', async () => {
    const emulator = createEmulator({ seed: PAGE_SEED });
    const call = caller(emulator, ZONES.start);
    await call('PUT', '/rulesets/phases/http_log_custom_fields/entrypoint', { rules: [] });
    await call('GET', '/rulesets');
    await call('GET', `/rulesets/${'0'.repeat(32)}`);
    const shown = async (query: string): Promise<readonly (string | undefined)[]> => {
      const { text } = await get(emulator, `/status/requests?${query}`);
      return [...text.matchAll(/class="method">(\w+)</g)].map(([, method]) => method);
    };
    expect(await shown('')).toEqual(['GET', 'GET', 'PUT']);
    expect(await shown('first=writes')).toEqual(['PUT', 'GET', 'GET']);
    expect(await shown('method=PUT')).toEqual(['PUT']);
    expect(await shown('status=4xx')).toEqual(['GET']);
    expect(await shown('operation=list')).toEqual(['GET']);
    expect(await shown('zone=nowhere')).toEqual([]);
    expect(await shown(`zone=${emulator.control.zone(ZONES.start).name}`)).toHaveLength(3);
  });

  it('cut a very long path', async () => {
    const emulator = createEmulator();
    await emulator.handle(new Request(`http://localhost/client/v4/${'x'.repeat(5000)}`));
    const { text } = await get(emulator, '/status/requests');
    expect(text).toContain('xxx…');
    expect(text.length).toBeLessThan(30_000);
  });
});

describe('the buttons of the pages', () => {
  const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

  it.each(['/', `/status/zones/${ZONES.start}`])(
    'do what the control API allows, and show it as curl: %s',
    async (page) => {
      const emulator = createEmulator({ seed: PAGE_SEED });
      const { text } = await get(emulator, page);
      const buttons = [
        ...text.matchAll(
          /data-method="(\w+)"\s+data-path="([^"]*)"\s+data-body="([^"]*)"\s+data-kept="(\w*)"/g,
        ),
      ];
      expect(buttons.length).toBeGreaterThan(2);
      let kept = '';
      for (const [, method = '', path = '', body = '', keeps = ''] of buttons) {
        const sent = keeps === 'sends' ? kept : unescaped(body);
        const answer = await get(emulator, path, { method, ...(sent !== '' && { body: sent }) });
        expect({ path, status: answer.status }).toEqual({ path, status: 200 });
        if (keeps === 'keeps') kept = answer.text;
        const curl =
          keeps === 'keeps'
            ? `curl -u ":$ZONEWRIGHT_CONTROL_TOKEN" -o state.json http://localhost:8790${path}`
            : `curl -u ":$ZONEWRIGHT_CONTROL_TOKEN" -X ${method} http://localhost:8790${path}`;
        expect(unescaped(text)).toContain(curl);
      }
    },
  );

  it('copy the lines for a client', async () => {
    const { text } = await get(createEmulator(), '/');
    expect(text).toContain('export ZONEWRIGHT_BASE_URL=http://localhost:8790/client/v4');
    expect(text).toContain(`export ZONEWRIGHT_API_TOKEN=${DEFAULT_TOKEN}`);
  });
});

describe('/favicon.ico', () => {
  it('is empty for a browser, and not in the journal', async () => {
    const emulator = createEmulator();
    expect(await get(emulator, '/favicon.ico')).toMatchObject({ status: 204, text: '' });
    expect(emulator.control.journal()).toEqual([]);
  });

  it('is answered by the service if a client sends credentials', async () => {
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    expect((await get(createEmulator(), '/favicon.ico', { headers })).status).toBe(404);
  });
});
