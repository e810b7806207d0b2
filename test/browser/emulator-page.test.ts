import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningEmulator } from '../../emulator';
import { BASE_PATH, startEmulator } from '../../emulator';
import { startBrowser } from './browser';
import { HOSTILE, HOSTILE_COOKIE, PAGE_SEED, ZONES } from '../emulator/page/page-zones';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };

const PATHS = [
  '/',
  '/status/requests',
  '/status/none',
  ...Object.values(ZONES).map((id) => `/status/zones/${id}`),
];

let browser: Browser;
let emulator: RunningEmulator;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  emulator = await startEmulator({ seed: PAGE_SEED });
});
afterEach(() => emulator.close());

/** The address of the page as the command prints it, without its path. */
function link(): string {
  return emulator.url.replace('//', `//emulator:${emulator.controlToken}@`);
}

/** Sends a request as a client does. */
async function send(method: string, path: string, body?: unknown): Promise<number> {
  const headers = {
    authorization: `Bearer ${emulator.credentials.token}`,
    'content-type': 'application/json',
  };
  const url = emulator.url + BASE_PATH + path;
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.status;
}

/** Opens pages as a person does; afterwards, there must be no error in the console and no request elsewhere. */
async function look(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(0); // Jest's own limit ends what never comes
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (new URL(url).origin === emulator.url) return route.continue();
    elsewhere.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isExpected = message.location().url.endsWith('/status/none');
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  try {
    await visit(page);
    expect({ complaints, elsewhere }).toEqual({ complaints: [], elsewhere: [] });
  } finally {
    await context.close();
  }
}

/** The state that the state machine marks. */
function marked(page: Page): Promise<string | null> {
  return page.locator('.machine .current').getAttribute('data-state');
}

const ENTRIES = [
  {
    headers: [
      ['x-request-id', 'r-7'],
      ['Cookie', `SessionId=${HOSTILE.replace(/[;"]/g, '')}`],
    ],
  },
] as const;

describe('the status page in a browser', () => {
  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ])('fits on %s: no page is wider', async (_name, options) => {
    await emulator.control.traffic.send(ZONES.start, ENTRIES);
    for (let n = 0; n < 20; n += 1) await send('GET', `/zones/${ZONES.start}/rulesets/${'long-'.repeat(40)}`);
    await look(options, async (page) => {
      for (const path of PATHS) {
        await page.goto(link() + path);
        const widths = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
        expect([path, ...widths]).toEqual([path, options.viewport.width, options.viewport.width]);
      }
    });
  });

  it('marks the state of each zone', async () => {
    await look(PHONE, async (page) => {
      for (const state of ['start', 'validation', 'finishing', 'finished'] as const) {
        await page.goto(`${link()}/status/zones/${ZONES[state]}`);
        expect(await marked(page)).toBe(state);
        expect(await page.getByRole('img', { name: `Migration: ${state}` }).count()).toBe(1);
      }
      await page.goto(`${link()}/status/zones/${ZONES.professional}`);
      expect(await page.locator('.machine .closed[data-state=validation]').count()).toBe(1);
    });
  });

  it('shows changes without a reload, and keeps what the reader did', async () => {
    const rules = [
      {
        action: 'execute',
        expression: 'true',
        action_parameters: { id: 'efb7b8c949ac4650a09736fc376e9aee' },
      },
    ];
    await emulator.control.traffic.send(ZONES.start, ENTRIES);
    await look(DESKTOP, async (page) => {
      await page.goto(`${link()}/status/zones/${ZONES.start}`);
      await page.evaluate('window.loaded = "once"');
      // The newest file is expanded by default: this collapses it.
      await page.locator('#file-2[open] summary').click();
      expect(await marked(page)).toBe('start');

      const migrate =
        'rulesets/phases/http_request_firewall_managed/entrypoint?waf_migration=validation&phase_two=1';
      expect(await send('PUT', `/zones/${ZONES.start}/${migrate}`, { rules })).toBe(200);
      emulator.control.editRuleset(ZONES.start, 'http_log_custom_fields', (draft) => {
        draft.rules.push({
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: { cookie_fields: [{ name: 'AddedByHand' }] },
        });
      });
      await emulator.control.traffic.send(ZONES.start, ENTRIES);

      await page.getByText('AddedByHand').waitFor();
      await page.locator('#file-4[open]').waitFor();
      expect(await marked(page)).toBe('validation');
      expect(await page.evaluate('window.loaded')).toBe('once');
      expect(await page.locator('#file-2').getAttribute('open')).toBeNull();
      expect(await page.evaluate('document.activeElement.parentElement.id')).toBe('file-2');
    });
  });

  it('calls the control API with the token of the link, which a page of another port cannot do', async () => {
    emulator.control.faults.put([{ times: 1, effect: { kind: 'none' } }]);
    await look(DESKTOP, async (page) => {
      await page.goto(`${link()}/status/requests`);
      await page.getByRole('link', { name: 'Zones' }).click();
      await page.getByRole('button', { name: 'Reset to the seed' }).click();
      await page.getByText('Reset to the seed: done.').waitFor({ timeout: 6000 });
      expect(emulator.control.faults.list()).toEqual([]);
      emulator.control.faults.put([{ times: 1, effect: { kind: 'none' } }]);
      const reset = `fetch('${emulator.url}/_control/reset', { method: 'POST', mode: 'no-cors', credentials: 'include' })`;
      await page.context().unroute('**/*');
      // The browser complains of the refusal.
      page.removeAllListeners('console');
      const other = createServer((_request, response) => response.end('<p>another program')).listen(
        0,
        '127.0.0.1',
      );
      await once(other, 'listening');
      await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      await page.evaluate(reset);
      other.close();
      other.closeAllConnections();
      expect(emulator.control.faults.list()).toHaveLength(1);
    });
  });

  it('keeps what is being typed while the requests change', async () => {
    await look(PHONE, async (page) => {
      await page.goto(link());
      await page.getByRole('searchbox').pressSequentially('sho');
      await send('GET', `/zones/${ZONES.start}/rulesets`);
      await page.getByText('rulesets.list').waitFor();
      await page.keyboard.type('p');
      expect(await page.getByRole('searchbox').inputValue()).toBe('shop');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/?q=shop');
      expect(await page.locator('#zones a.name').allTextContents()).toEqual(['shop.example']);
      await page.getByRole('link', { name: 'shop.example' }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('shop.example');
    });
  });

  it('says so when the emulator does not answer, and continues when it does', async () => {
    await look(PHONE, async (page) => {
      await page.clock.install();
      await page.goto(link());
      const live = page.locator('#live');
      for (const answer of ['another program', '']) {
        await page.route('**/*', (route) => route.fulfill({ body: answer }));
        await page.clock.fastForward(2000);
        await page.locator('#live[data-state=off]').waitFor();
        expect(await live.textContent()).toBe('The emulator does not answer');
        expect(await page.locator('#zones a.name').count()).toBe(Object.keys(ZONES).length);
        await page.unroute('**/*');
        await page.clock.fastForward(2000);
        await page.locator('#live[data-state=on]').waitFor();
        expect(await live.textContent()).toBe('Updates automatically');
      }
    });
  });

  it('shows hostile texts as text, and runs no script in them', async () => {
    await emulator.control.destinations.upload({
      destination: 'gs://hostile/path',
      name: `${HOSTILE}.log`,
      content: Buffer.from(`${JSON.stringify({ [HOSTILE]: { [HOSTILE]: HOSTILE } })}\n${HOSTILE}\n`),
    });
    await send('GET', `/zones/${ZONES.hostile}/rulesets?${encodeURIComponent(HOSTILE)}`);
    await look(DESKTOP, async (page) => {
      for (const path of [`/status/zones/${ZONES.hostile}`, '/', `/?q=${encodeURIComponent(HOSTILE)}`]) {
        await page.goto(link() + path);
        expect(await page.evaluate('window.ran')).toBeUndefined();
        expect(await page.locator('img, main script').count()).toBe(0);
        expect(await page.getByText(HOSTILE, { exact: true }).count()).toBeGreaterThan(0);
      }
      await page.goto(`${link()}/status/zones/${ZONES.hostile}`);
      expect(await page.title()).toBe(`${HOSTILE} · Zonewright emulator`);
      expect(await page.locator('#fields .chips li').allTextContents()).toEqual([HOSTILE_COOKIE]);
      expect(await page.locator('.entry dd:not(.inner)').allTextContents()).toEqual([HOSTILE]);
    });
  });

  it('shows the log entries of traffic, and no secret of a destination', async () => {
    emulator.control.destinations.refuse('https://logs.example', 'https://user:SECRET@logs.example said no');
    await emulator.control.traffic.send(ZONES.start, ENTRIES);
    await look(PHONE, async (page) => {
      await page.goto(`${link()}/status/zones/${ZONES.start}`);
      const entry = page.locator('#deliveries details[open] .entries > li').first();
      const texts = await entry.locator('.entry .entry > *').allTextContents();
      expect(texts.slice(0, 2)).toEqual(['x-request-id', 'r-7']);
      expect(await page.locator('#jobs td code').allTextContents()).toEqual(
        expect.arrayContaining([
          's3://logs/example/{DATE}',
          'https://logs.example:8443',
          'gs://archive/cold',
        ]),
      );
      expect(await page.locator('#jobs').textContent()).toContain('https://logs.example said no');
      expect(await page.content()).not.toContain('SECRET');
    });
  });

  it('can be used with the keyboard alone', async () => {
    await look(DESKTOP, async (page) => {
      await page.goto(link());
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to the content' });
      expect((await skip.boundingBox())?.x).toBe(0);
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      // How to connect and the buttons come first.
      const reached: unknown[] = [];
      for (let press = 0; press < 30 && !reached.includes('search'); press += 1) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate('document.activeElement.id'));
      }
      expect(reached).toContain('search');
    });
  });

  it('works without scripts', async () => {
    await look({ ...PHONE, javaScriptEnabled: false }, async (page) => {
      await page.goto(link());
      expect(await page.locator('#live').textContent()).toBe('Reload to update');
      await page.getByRole('searchbox').fill('news');
      await page.getByRole('button', { name: 'Search' }).click();
      expect(await page.locator('#zones a.name').allTextContents()).toEqual(['news.example']);
    });
  });
});
