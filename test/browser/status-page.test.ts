import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type RunningEmulator, startEmulator } from '../../emulator';
import { startBrowser } from './browser';

/** Would run, break out of markup, clear a terminal or turn the text around it. */
const HOSTILE = `"'></script><script>window.ran = 1</script><img src=x onerror="window.ran = 1">\u202e\u001b[2J&lt;`;
const SHOWN = HOSTILE.replace('\u202e', '\\u{202e}').replace('\u001b', '\\u{1b}');
const HOOK = 'https://user:SECRET@logs.example:8443/SECRET?header_Authorization=SECRET';
const STORE = 's3://logs/a?region=x&access-key-id=AK&secret-access-key=SECRET';
const idOf = (index: number) => index.toString(16).padStart(32, '0');

/** So many zones, every third of which has migrated; the last one has jobs, and texts from outside. */
function seedOf(count: number, text: string): string {
  const logpull_options = 'fields=RequestHeaders,EdgeStartTimestamp';
  const jobs = [HOOK, STORE].map((destination_conf) => ({
    enabled: true,
    destination_conf,
    logpull_options,
  }));
  const rules = [{ action: 'block', expression: text, description: text }];
  const last = { name: text, logpush: { jobs }, rulesets: [{ phase: 'http_ratelimit', rules }] };
  const zones = Array.from({ length: count }, (_each, index) => ({
    id: idOf(index),
    name: `zone-${index}.example`,
    ...(index % 3 === 1 && { migration: { state: 'finished' } }),
    ...(index === count - 1 && last),
  }));
  return JSON.stringify({ zones });
}

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

/** Sends a request as a client does. */
const send = ({ baseUrl, credentials: { token } }: RunningEmulator, path: string, body?: string) =>
  fetch(baseUrl + path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body }),
  });

/** Opens the printed link at the last zone; then nothing was logged, requested from elsewhere or kept. */
async function look(
  [count, text, options]: readonly [number, string, BrowserContextOptions?],
  visit: (page: Page, emulator: RunningEmulator, requests: string[]) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator({ seed: seedOf(count, text) });
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0); // Jest's own limit ends what never comes
  const [requests, complaints]: [string[], string[]] = [[], []];
  try {
    const page = await context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(
      `${emulator.url.replace('//', `//emulator:${emulator.controlToken}@`)}/#${idOf(count - 1)}`,
    );
    await page.locator('#live.on').waitFor();
    await visit(page, emulator, requests);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => new URL(url).origin !== emulator.url)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
    await emulator.close();
  }
}

const SCREENS = [390, 1024, 1920].flatMap((width) =>
  [40, 2000].flatMap((count) =>
    (['light', 'dark'] as const).map((scheme) => [width, scheme, count] as const),
  ),
);

test.each(SCREENS)('fits %i pixels, %s, with %i zones', async (width, colorScheme, count) => {
  const options = { viewport: { width, height: 800 }, colorScheme };
  await look([count, 'last.example', options], async (page, emulator, requests) => {
    expect(requests.length).toBeLessThan(20);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const list = page.locator('#list bdi');
    expect(await list.count()).toBe(count);
    await page.getByRole('button', { name: /^finished \d/ }).click();
    expect(await list.count()).toBe(Math.floor((count + 1) / 3));
    await page.getByLabel('Name or id of a zone').fill('ZONE-37.');
    expect(await list.allTextContents()).toEqual(['zone-37.example']);
    await send(emulator, `/zones/${'long-'.repeat(40)}`);
    for (const name of ['+1 minute', '+1 hour', 'Send traffic', 'Reset'])
      expect((await button(name).boundingBox())?.y).toBeLessThan(150);
    for (const [view, text] of [
      ['Zone', 'Previous managed rules'],
      ['Requests', 'long-long'],
      ['Zones', '37'],
    ] as const) {
      if (width === 390) await button(view).click();
      await page.getByText(text).first().waitFor();
      const size = '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]';
      expect(await page.evaluate(size)).toEqual([width, 800]);
    }
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(18, 20, 23)' : 'rgb(245, 246, 248)');
  });
});

test('shows hostile texts as text, and no secret', async () => {
  await look([1, HOSTILE], async (page, { control, ...emulator }) => {
    control.destinations.refuse('https://logs.example', `${HOSTILE} ${HOOK}`);
    await page.getByRole('button', { name: 'Send traffic' }).click();
    await page.getByText('"EdgeStartTimestamp": 1735689600000000000').waitFor();
    const content = Buffer.from(`${JSON.stringify({ [HOSTILE]: 1 })}\n${HOSTILE}`);
    await control.destinations.upload({ destination: STORE, name: `${HOSTILE}.log`, content });
    await send(
      { control, ...emulator },
      `/zones/${idOf(0)}/rulesets?${encodeURIComponent(HOSTILE)}`,
      HOSTILE,
    );
    await page.locator('#journal summary').click();
    await page.locator('#detail summary bdi').click();
    const places = ['#name', '#done', '#list bdi', '.bad', '.job code', '.job pre', '#detail summary bdi'];
    for (const place of [...places, '#journal bdi', '#journal code', '#journal pre'])
      await page.locator(place).filter({ hasText: SHOWN }).first().waitFor();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.content()).not.toMatch(/SECRET|[\u202e\u001b]/);
  });
});

test('changes by itself, and leaves alone what the reader opened, focused and typed', async () => {
  await look([3, 'last.example'], async (page, emulator) => {
    const words = page.getByLabel('Words of a request');
    await words.fill('list');
    await send(emulator, '/zones');
    await page.locator('#journal summary').click();
    await words.focus();
    emulator.control.patchZone(idOf(2), { migration: { state: 'validation' } });
    for (const path of ['rulesets', 'none', 'logpush/jobs'])
      await send(emulator, `/zones/${idOf(0)}/${path}`);
    await page.locator('#journal li:nth-child(3) details[open]').waitFor();
    expect(await page.locator('.steps .current').textContent()).toBe('validation');
    expect(await page.evaluate('document.activeElement.id')).toBe('words');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('.steps .current', { hasText: 'start' }).waitFor();
    expect([await page.locator('#journal li').count(), emulator.control.journal()]).toEqual([0, []]);
    await page.getByRole('button', { name: '+1 hour' }).click();
    await page.locator('#clock', { hasText: '2025-01-01 01:00:00' }).waitFor();
  });
});

test('gives its token to no other port, and says when its emulator is gone', async () => {
  await look([1, 'last.example'], async (page, emulator) => {
    const other = createServer(({ headers }, response) => response.end(`<p>${headers.authorization}`));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    expect(await tab.locator('p').textContent()).toBe('undefined');
    await send(emulator, '/zones');
    const options = `{ method: 'POST', mode: 'no-cors', credentials: 'include' }`;
    await tab.evaluate(`fetch('${emulator.url}/_control/reset', ${options})`);
    expect(emulator.control.journal()).toHaveLength(1);
    other.close().closeAllConnections();
    page.removeAllListeners('console'); // the browser complains of what follows
    await emulator.close();
    await page.getByText('The emulator does not answer').waitFor();
    const next = await startEmulator({ port: Number(new URL(emulator.url).port) });
    await page.getByText('open the link that the emulator prints').waitFor();
    await next.close();
  });
});
