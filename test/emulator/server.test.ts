import { Agent, get } from 'node:http';
import type { RunningEmulator } from '../../emulator';
import {
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  runningClock,
  startEmulator,
} from '../../emulator';
import { answerTo, started } from './client';

const GLOBALS = { request: globalThis.Request, response: globalThis.Response };

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

const HOUR = 3_600_000;

describe('a running emulator', () => {
  let running: RunningEmulator;
  beforeAll(async () => {
    running = await started();
  });

  it('reports its address and its credentials', async () => {
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(running.baseUrl).toBe(`${running.url}/client/v4`);
    expect(running.credentials).toEqual({ token: DEFAULT_TOKEN, email: DEFAULT_EMAIL, key: DEFAULT_KEY });
    const headers = { authorization: `Bearer ${running.credentials.token}` };
    expect((await fetch(running.baseUrl + RULESETS, { headers })).status).toBe(200);
  });

  it('is controlled over HTTP', async () => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${running.controlToken}` } };
    expect((await fetch(`${running.url}/_control/reset`, init)).status).toBe(200);
  });

  /** The answers of the control API, the page and the service, to a request with this header. */
  async function answers(header: string, host = 'localhost'): Promise<readonly string[]> {
    const paths = ['/_control/zones', '/_control/none', '/', `/client/v4${RULESETS}`];
    const sent = paths.map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\n\r\n`,
    );
    return Promise.all(sent.map((bytes) => answerTo(running, bytes)));
  }
  const statuses = (received: readonly string[]): readonly string[] =>
    received.map((text) => text.slice(9, 12));
  const basic = (text: string): string => `Authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`;

  it.each<[string, () => string, readonly string[]]>([
    ['nothing', () => '', ['401', '401', '401', '400']],
    ['another token', () => `Authorization: Bearer ${'x'.repeat(43)}\r\n`, ['401', '401', '404', '403']],
    ['another password', () => basic('emulator:none'), ['401', '401', '401', '400']],
    [
      'the well-known token',
      () => `Authorization: Bearer ${DEFAULT_TOKEN}\r\n`,
      ['401', '401', '404', '200'],
    ],
    ['the token', () => `Authorization: bearer ${running.controlToken}\r\n`, ['200', '404', '404', '403']],
    ['it as password', () => basic(`emulator:${running.controlToken}`), ['200', '404', '200', '400']],
  ])('answers whoever sends %s', async (_what, header, expected) => {
    const received = await answers(header());
    expect(statuses(received)).toEqual(expected);
    for (const text of received.filter((_answer, index) => !['200', '404'].includes(expected[index] ?? '')))
      expect(text).not.toContain('example.');
  });

  it.each([
    'emulator.example',
    'rebound.example:80',
    'localhost.evil.example',
    '127.0.0.1.nip.example',
    '192.0.2.1',
  ])('answers nothing for the host %s, whatever else is sent', async (host) => {
    running.control.clearJournal();
    for (const header of [
      '',
      basic(`:${running.controlToken}`),
      `Authorization: Bearer ${DEFAULT_TOKEN}\r\n`,
    ]) {
      const received = await answers(header, host);
      expect(statuses(received)).toEqual(['403', '403', '403', '403']);
      expect(received.join()).not.toContain(DEFAULT_ZONE_ID);
    }
    expect(running.control.journal()).toEqual([]);
  });

  it('has another control token at each start', async () => {
    const other = await started();
    expect(other.controlToken).toMatch(/^[\w-]{43}$/);
    expect(other.controlToken).not.toBe(running.controlToken);
  });

  it('does not replace the global Request and Response', () => {
    expect([globalThis.Request, globalThis.Response]).toEqual([GLOBALS.request, GLOBALS.response]);
  });

  it.each<[string, string, RegExp]>([
    [
      'an invalid Host header',
      `GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ['no Host header', `GET / HTTP/1.1\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 400 /],
    [
      'a path that leaves its root',
      `GET /../../_control HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1\.1 [24]\d\d /,
    ],
    [
      'an absolute address of elsewhere',
      `GET http://elsewhere.example/_control/zones HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      /^HTTP\/1\.1 403 /,
    ],
    [
      'a body that is longer than the limit',
      `POST /client/v4${RULESETS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${DEFAULT_TOKEN}\r\nContent-Length: 1500000\r\n\r\n${'x'.repeat(1_500_000)}`,
      /^HTTP\/1\.1 413 /,
    ],
  ])('refuses %s and keeps running', async (_name, bytes, answer) => {
    expect(await answerTo(running, bytes)).toMatch(answer);
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    expect((await fetch(running.baseUrl + RULESETS, { headers })).status).toBe(200);
  });
});

describe('starting and closing an emulator', () => {
  it('closes with open connections and a delayed request, and waits for neither', async () => {
    const running = await started();
    running.control.faults.put([{ nth: 2, delayMs: HOUR }]);
    const agent = new Agent({ keepAlive: true });
    const status = await new Promise((resolve) =>
      get(`${running.baseUrl}/none`, { agent }, (response) => resolve(response.resume().statusCode)),
    );
    expect(status).toBe(404);
    const delayed = fetch(`${running.baseUrl}/none`).catch((error: unknown) => error);
    while (running.control.faults.list()[0]?.struck !== 1) await new Promise(setImmediate);
    await running.close();
    expect(await delayed).toMatchObject({ name: 'TypeError', message: 'fetch failed' });
    await running.close();
    // Whoever may have the port by now: it is not this emulator that answers.
    const before = running.control.journal().length;
    await fetch(`${running.baseUrl}/none`).catch(() => undefined);
    expect(running.control.journal()).toHaveLength(before);
    agent.destroy();
  });

  it('uses the given port, and fails if it is in use', async () => {
    const inUse = { code: 'EADDRINUSE' };
    let again: RunningEmulator | undefined;
    let url = '';
    while (again === undefined) {
      const first = await started();
      ({ url } = first);
      const port = Number(new URL(url).port);
      await expect(startEmulator({ port })).rejects.toMatchObject(inUse);
      await first.close();
      // Another program may have taken the port that is free again: then another one is tried.
      again = await started({ port }).catch((error: unknown) => void expect(error).toMatchObject(inUse));
    }
    expect(again.url).toBe(url);
  });

  it('can use the time of the machine', async () => {
    const running = await started({ clock: runningClock() });
    const ruleset = running.control.editRuleset(DEFAULT_ZONE_ID, 'http_log_custom_fields', () => {});
    // A virtual clock is years off.
    expect(Math.abs(Date.parse(ruleset.last_updated) - Date.now())).toBeLessThan(24 * HOUR);
  });

  it('shows the credentials of its current state', async () => {
    const running = await started({ seed: { credentials: {} } });
    expect(running.credentials).toEqual({ token: '', email: '', key: '' });
  });
});
