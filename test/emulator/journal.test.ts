import { DEFAULT_EMAIL, DEFAULT_KEY, DEFAULT_TOKEN, DEFAULT_ZONE_ID, createEmulator } from '../../emulator';
import { FIELDS_RULESET, caller, serviceRequest } from './client';

const RULESETS = `/zones/${DEFAULT_ZONE_ID}/rulesets`;

describe('the journal', () => {
  it('tells each request with its operation, what was sent and what was answered', async () => {
    const emulator = createEmulator();
    await caller(emulator)('POST', '/rulesets?dry_run=false&x=1&x=2', FIELDS_RULESET);
    expect(emulator.control.journal()).toEqual([
      {
        number: 1,
        at: '2025-01-01T00:00:00.000000Z',
        method: 'POST',
        path: `/client/v4${RULESETS}`,
        query: { dry_run: ['false'], x: ['1', '2'] },
        headers: { authorization: 'Bearer [redacted]', 'content-type': 'application/json' },
        body: FIELDS_RULESET,
        operation: 'rulesets.create',
        status: 200,
        fault: null,
      },
    ]);
  });

  it.each<[string, string, string, string | null, number]>([
    ['rulesets.list', 'GET', '/rulesets', 'rulesets.list', 200],
    ['HEAD as the GET that it is', 'HEAD', '/rulesets', 'rulesets.list', 200],
    ['rulesets.get', 'GET', `/rulesets/${'a'.repeat(32)}`, 'rulesets.get', 404],
    ['rulesets.update', 'PUT', `/rulesets/${'a'.repeat(32)}`, 'rulesets.update', 400],
    ['rulesets.delete', 'DELETE', `/rulesets/${'a'.repeat(32)}`, 'rulesets.delete', 404],
    [
      'rulesets.entrypoint.get',
      'GET',
      '/rulesets/phases/http_log_custom_fields/entrypoint',
      'rulesets.entrypoint.get',
      404,
    ],
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

  it('starts anew when it is cleared', async () => {
    const emulator = createEmulator();
    await caller(emulator)('GET', '/rulesets');
    emulator.control.clearJournal();
    await caller(emulator)('GET', '/rulesets');
    expect(emulator.control.journal().map((entry) => entry.number)).toEqual([1]);
  });

  it('keeps the last ten thousand requests', async () => {
    const emulator = createEmulator();
    for (let count = 0; count < 20_001; count += 1) await emulator.handle(serviceRequest('/none'));
    const entries = emulator.control.journal();
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
    expect(written).toContain('[redacted]');
  });

  it('a header too short to be a credential does not eat the words of others', async () => {
    const emulator = createEmulator();
    const headers = { authorization: 'Bearer e' };
    await emulator.handle(serviceRequest(RULESETS, { headers }));
    expect(emulator.control.journal()).toMatchObject([
      { path: `/client/v4${RULESETS}`, headers: { authorization: 'Bearer [redacted]' } },
    ]);
  });
});
