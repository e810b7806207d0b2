import type { JournalEntry, JournalFilter } from '../../emulator';
import {
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
  createEmulator,
  startEmulator,
} from '../../emulator';
import { createJournal } from '../../emulator/journal/journal';
import { FIELDS_RULESET, caller, serviceRequest } from './client';

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

describe('the journal', () => {
  it('shows each request with its operation, what was sent and the status', async () => {
    const emulator = createEmulator();
    await caller(emulator)('POST', '/rulesets?dry_run=false&x=1&x=2', FIELDS_RULESET);
    expect(emulator.control.journal()).toEqual([
      {
        number: 1,
        at: '2025-01-01T00:00:00.000000Z',
        method: 'POST',
        path: `/client/v4${RULESETS}`,
        query: { dry_run: ['false'], x: ['1', '2'] },
        headers: { authorization: 'Bearer (redacted)', 'content-type': 'application/json' },
        body: FIELDS_RULESET,
        operation: 'rulesets.create',
        zoneId: DEFAULT_ZONE_ID,
        status: 200,
        fault: null,
        servedStatus: 200,
      },
    ]);
  });

  it('shows the headers as received over a socket, with a repeated one in one line', async () => {
    const running = await startEmulator();
    const headers = [
      ['Authorization', `Bearer ${DEFAULT_TOKEN}`],
      ['X-Note', 'one'],
      ['x-note', 'two'],
    ] as [string, string][];
    await fetch(running.baseUrl + RULESETS, { headers });
    await running.close();
    expect(running.control.journal()[0]?.headers).toMatchObject({
      authorization: 'Bearer (redacted)',
      'x-note': 'one, two',
    });
  });

  it.each<[string, string, string | null]>([
    ['of an operation', `/zones/${DEFAULT_ZONE_ID}/rulesets`, DEFAULT_ZONE_ID],
    ['that does not exist', `/zones/${'a'.repeat(32)}/rulesets`, 'a'.repeat(32)],
    ['of a path that is none', `/zones/${DEFAULT_ZONE_ID}/none`, DEFAULT_ZONE_ID],
    ['that has no form of one', '/zones/x/rulesets', null],
    ['that no path names', '/none', null],
  ])('shows the zone %s', async (_name, path, zoneId) => {
    const emulator = createEmulator();
    await emulator.handle(serviceRequest(path));
    expect(emulator.control.journal()).toMatchObject([{ zoneId }]);
  });

  it('passes each request to onRequest in the same form', async () => {
    const told: JournalEntry[] = [];
    const emulator = createEmulator({ onRequest: (entry) => told.push(entry) });
    await caller(emulator)('POST', '/rulesets', FIELDS_RULESET);
    await caller(emulator)('GET', '/rulesets');
    expect(told).toHaveLength(2);
    expect(told).toEqual(emulator.control.journal());
  });

  it.each<[string, string, string, string | null, number]>([
    ['HEAD as the GET that it is', 'HEAD', '/rulesets', 'rulesets.list', 200],
    [
      'rulesets.entrypoint.update',
      'PUT',
      '/rulesets/phases/http_log_custom_fields/entrypoint',
      'rulesets.entrypoint.update',
      400,
    ],
    ['no operation for a wrong method', 'PATCH', '/rulesets', null, 405],
    ['no operation for an unknown path', 'GET', '/none', null, 404],
  ])('names %s', async (_name, method, path, operation, status) => {
    const emulator = createEmulator();
    await emulator.handle(
      serviceRequest(`/zones/${DEFAULT_ZONE_ID}${path}`, {
        method,
        headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
      }),
    );
    expect(emulator.control.journal()).toMatchObject([{ method, operation, status }]);
  });

  it.each<[string, RequestInit, unknown]>([
    ['text that is not JSON', { body: '{"a"' }, '{"a"'],
    ['no body', {}, null],
    ['a body that was not read', { body: 'x'.repeat(2_000_000) }, null],
  ])('keeps %s', async (_name, init, body) => {
    const emulator = createEmulator();
    await emulator.handle(serviceRequest(RULESETS, { method: 'POST', ...init }));
    expect(emulator.control.journal()).toMatchObject([{ body }]);
  });

  it.each<[string, JournalFilter, readonly number[]]>([
    ['all without a filter', {}, [1, 2, 3, 4, 5]],
    ['one operation', { operation: 'rulesets.list' }, [1, 4]],
    ['one zone', { zoneId: PROFESSIONAL_ZONE_ID }, [4]],
    ['one method', { method: 'POST' }, [2, 3]],
    ['one status', { status: 400 }, [3]],
    ['those without an answer', { status: null }, [5]],
    ['those after a number', { since: 3 }, [4, 5]],
    ['what fits every part', { operation: 'rulesets.list', since: 1 }, [4]],
    ['none', { operation: 'rulesets.delete' }, []],
  ])('finds %s', async (_name, filter, numbers) => {
    const emulator = createEmulator();
    const call = caller(emulator);
    await call('GET', '/rulesets');
    await call('POST', '/rulesets', FIELDS_RULESET);
    await call('POST', '/rulesets', {});
    await caller(emulator, PROFESSIONAL_ZONE_ID)('GET', '/rulesets');
    emulator.control.faults.put([{ effect: { kind: 'cut', moment: 'before-write' } }]);
    await emulator.handle(serviceRequest('/none'));
    // Once before anything is read from it, once after.
    for (const _round of [1, 2])
      expect(emulator.control.journal(filter).map((entry) => entry.number)).toEqual(numbers);
    const url = new URL('http://127.0.0.1/_control/journal');
    for (const [name, value] of Object.entries(filter)) url.searchParams.set(name, String(value ?? 'none'));
    const told = (await (await emulator.handle(new Request(url))).json()) as { number: number }[];
    expect(told.map((entry) => entry.number)).toEqual(numbers);
  });

  it('keeps the last ten thousand requests', () => {
    const journal = createJournal();
    const [method, pathname, search] = ['GET', '/none', ''] as const;
    const nothing = { operation: null, zoneId: null, status: 404, fault: null, servedStatus: 404 } as const;
    const sent = { at: 0, method, pathname, search, headerLines: [], body: { kind: 'none' } as const };
    const credentials = { tokens: [], keys: [] };
    for (let count = 0; count < 20_001; count += 1) journal.record({ ...sent, ...nothing, credentials });
    const entries = journal.entries();
    expect([entries.length, entries.at(-1)?.number]).toEqual([10_000, 20_001]);
  });
});

describe('secrets in the journal', () => {
  const WRONG_TOKEN = 'wrong-token-0123456789abcdefghijklmnopqrstuvw';
  const secrets = [DEFAULT_TOKEN, DEFAULT_KEY, WRONG_TOKEN];

  it.each<[string, string, Record<string, string>, unknown]>([
    ['a good token', RULESETS, { authorization: `Bearer ${DEFAULT_TOKEN}` }, undefined],
    ['an unknown token', RULESETS, { authorization: `Bearer ${WRONG_TOKEN}` }, { x: WRONG_TOKEN }],
    ['a token without scheme', RULESETS, { authorization: WRONG_TOKEN }, undefined],
    ['a token in another scheme', RULESETS, { authorization: `Token ${WRONG_TOKEN}` }, undefined],
    ['a key', RULESETS, { 'x-auth-email': DEFAULT_EMAIL, 'x-auth-key': DEFAULT_KEY }, undefined],
    ['a token in another header', RULESETS, { 'x-note': `it is ${DEFAULT_TOKEN}` }, undefined],
    ['a token in the query', `${RULESETS}?a=${DEFAULT_TOKEN}&${DEFAULT_TOKEN}=1`, {}, undefined],
    ['a token in the path', `/zones/${DEFAULT_TOKEN}/rulesets`, {}, undefined],
    ['a token deep in the body', RULESETS, {}, { rules: [{ description: `key ${DEFAULT_KEY}` }] }],
    ['a token as a member name', RULESETS, {}, { [DEFAULT_TOKEN]: 1 }],
    ['a token in a body that is not JSON', RULESETS, {}, `{"${DEFAULT_TOKEN}`],
  ])('%s is redacted', async (_name, path, headers, body) => {
    const emulator = createEmulator();
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    await emulator.handle(serviceRequest(path, { method: 'POST', headers, ...(body ? { body: text } : {}) }));
    const written = JSON.stringify(emulator.control.journal());
    for (const secret of secrets) expect(written).not.toContain(secret);
    expect(written).toContain('(redacted)');
  });

  const LONGER = `${DEFAULT_TOKEN}-and-more`;
  const CUT_OFF = '{"name":"a","ownership_challenge":"abc", "destination_conf":"s3://';
  it.each<[string, string, RequestInit, object]>([
    [
      'the longer of two that overlap',
      '',
      { headers: { 'x-note': `${LONGER} x${DEFAULT_TOKEN}y` } },
      { headers: { 'x-note': '(redacted) x(redacted)y' } },
    ],
    [
      'a text after the name of a secret',
      '',
      { method: 'POST', body: CUT_OFF },
      { body: '{"name":"a","ownership_challenge(redacted)' },
    ],
    [
      'a destination in the query',
      '?destination_conf=s3%3A%2F%2Fa%2Fb%3Fc%3Dd',
      {},
      { query: { destination_conf: ['s3://a/b?(redacted)'] } },
    ],
    [
      'too short a header, and no words elsewhere',
      '',
      { headers: { authorization: 'Bearer e' } },
      { path: `/client/v4${RULESETS}`, headers: { authorization: 'Bearer (redacted)' } },
    ],
  ])('%s is redacted', async (_name, query, init, entry) => {
    const { handle, control } = createEmulator({
      seed: { credentials: { tokens: [{ token: DEFAULT_TOKEN }, { token: LONGER }] } },
    });
    await handle(serviceRequest(RULESETS + query, init));
    control.seed({ credentials: {} });
    expect(control.journal()).toMatchObject([entry]);
  });

  it.each<[unknown, unknown]>([
    ['s3://bucket/logs?region=x&secret=y', 's3://bucket/logs?(redacted)'],
    ['https://user:pass@logs.example/hook?x', 'https://(redacted)@logs.example/(redacted)?(redacted)'],
    [{ nested: [1] }, '(redacted)'],
    [null, null],
    [
      ['s3://a/b?c', 7],
      ['s3://a/b?(redacted)', '(redacted)'],
    ],
  ])('a destination %j is shown without its secret parts', async (destination, shown) => {
    const emulator = createEmulator();
    const job = { destination_conf: destination, ownership_challenge: 'abcdefgh' };
    await caller(emulator)('POST', '/rulesets', { jobs: [job] });
    expect(emulator.control.journal()[0]?.body).toEqual({
      jobs: [{ destination_conf: shown, ownership_challenge: '(redacted)' }],
    });
  });
});
