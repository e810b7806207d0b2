import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type RunningEmulator, startEmulator } from '../../emulator';
import { startBrowser } from './browser';

/** Would run, break out of markup, clear a terminal or turn the text around it. */
const HOSTILE = `"'></script><script>window.ran = 1</script><img src=x onerror="window.ran = 1">\u202e\u001b[2J&lt;`;
const SHOWN = HOSTILE.replace('\u202e', '\\u{202e}').replace('\u001b', '\\u{1b}');
const HOOK = 'https://user:SECRET@logs.example:8443/SECRET?header_Authorization=SECRET';
const STORE = 's3://logs/a?region=x&access-key-id=AK&secret-access-key=SECRET';
const PLACES = '#name,#done,#list bdi,.bad,summary bdi,#journal code,#journal pre';
const LOOKS = '[document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]';
const GROUND = { light: 'rgb(245, 246, 248)', dark: 'rgb(18, 20, 23)' } as const;
const FIELDS = {
  phase: 'http_log_custom_fields',
  rules: [
    {
      ...{ action: 'log_custom_field', expression: 'true' },
      action_parameters: { request_fields: [{ name: 'x-a' }] },
    },
  ],
};
const idOf = (index: number) => index.toString(16).padStart(32, '0');

/** So many zones, every third of which has migrated; the last one has jobs, and texts from outside. */
function seedOf(count: number, text: string): string {
  const job = { enabled: true, logpull_options: 'fields=RequestHeaders,EdgeStartTimestamp' };
  const jobs = [HOOK, STORE].map((destination_conf) => ({ ...job, destination_conf }));
  const rules = [
    { action: 'skip', expression: text, description: text, action_parameters: { ruleset: 'current' } },
  ];
  const phase = 'http_request_firewall_managed';
  const last = { name: text, logpush: { jobs }, rulesets: [{ phase, rules }, FIELDS] };
  const zones = Array.from({ length: count }, (_each, index) => {
    const zone = { id: idOf(index), name: `zone-${index}.example` };
    return {
      ...zone,
      migration: { state: ['start', 'finished', 'start'][index % 3] },
      ...(index === count - 1 && last),
    };
  });
  return JSON.stringify({ zones });
}

let browser: Browser;
beforeAll(async () => void (browser = await startBrowser()));
afterAll(() => browser?.close());

const send = ({ baseUrl, credentials }: RunningEmulator, path: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { ...init, headers: { authorization: `Bearer ${credentials.token}` } });

/** Opens the printed link at the last zone; then nothing was logged, requested from elsewhere or kept. */
async function look(
  [count, text]: readonly [number, string],
  visit: (page: Page, emulator: RunningEmulator, requests: string[]) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator({ seed: seedOf(count, text) });
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000); // What never comes ends the test, and is named.
  const [requests, complaints, page]: [string[], string[], Page] = [[], [], await context.newPage()];
  try {
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => complaints.push(message.text()));
    const link = emulator.url.replace('//', `//emulator:${emulator.controlToken}@`);
    await page.goto(`${link}/#${idOf(count - 1)}`);
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

test.each([40, 2000])('fits every screen, light and dark, with %i zones', async (count) => {
  await look([count, 'last.example'], async (page, emulator, requests) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const list = page.locator('#list bdi');
    expect([requests.length < 20, await list.count()]).toEqual([true, count]);
    await page.getByRole('button', { name: /^finished \d/ }).click();
    expect(await list.count()).toBe(Math.floor((count + 1) / 3));
    await page.getByLabel('Name or id of a zone').fill('ZONE-37.');
    expect(await list.allTextContents()).toEqual(['zone-37.example']);
    await send(emulator, `/zones/${'long-'.repeat(40)}`);
    for (const width of [390, 1024, 1920])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        for (const name of ['+1 minute', '+1 hour', 'Send traffic', 'Reset'])
          expect((await button(name).boundingBox())?.y).toBeLessThan(150);
        for (const [view, text] of Object.entries({ Zone: 'Previous', Requests: 'long-long', Zones: '37' })) {
          if (width === 390) await button(view).click();
          await page.getByText(text).first().waitFor();
          expect(await page.evaluate(LOOKS)).toEqual([width, GROUND[colorScheme]]);
        }
      }
  });
});

test('shows hostile texts as text, and no secret', async () => {
  await look([1, HOSTILE], async (page, emulator) => {
    emulator.control.destinations.refuse('https://logs.example', `${HOSTILE} ${HOOK}`);
    await page.getByRole('button', { name: 'Send traffic' }).click();
    await page.getByText('"EdgeStartTimestamp": 1735689600000000000').first().waitFor();
    emulator.control.traffic.send(idOf(0), [{ headers: { 'x-a': HOSTILE } }]);
    await send(emulator, `/${encodeURIComponent(HOSTILE)}?${HOSTILE}`, { method: 'POST', body: HOSTILE });
    await page.locator('#journal summary').click();
    await page.locator('#detail summary bdi').click();
    // Between the quotes, which JSON has in another form.
    const logged = SHOWN.split('"')[1];
    await page.locator('.job pre').filter({ hasText: logged }).first().waitFor();
    for (const place of PLACES.split(','))
      await page.locator(place).filter({ hasText: SHOWN }).first().waitFor();
    expect(await page.evaluate('[window.ran, document.images.length]')).toEqual([undefined, 0]);
    expect(await page.content()).not.toMatch(/SECRET|\p{Bidi_Control}|(?!\s)\p{Cc}/u);
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
    for (const path of ['rulesets', 'x', 'logpush/jobs']) await send(emulator, `/zones/${idOf(0)}/${path}`);
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
    const init = `{ method: 'POST', mode: 'no-cors', credentials: 'include' }`;
    await tab.evaluate(`fetch('${emulator.url}/_control/reset', ${init})`);
    expect(emulator.control.journal()).toHaveLength(1);
    other.close().closeAllConnections();
    page.removeAllListeners('console'); // the browser complains of what follows
    await emulator.close();
    await page.getByText('The emulator does not answer').waitFor();
    await page.route('**/_control/*', (route) => route.fulfill({ status: 401 }));
    await page.getByText('open the link that the emulator prints').waitFor();
  });
});
