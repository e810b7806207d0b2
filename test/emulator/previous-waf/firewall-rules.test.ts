import { createEmulator } from '../../../emulator';
import { caller } from '../client';

const RULES = '/firewall/rules';
const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const EXPRESSION = 'http.request.uri.path contains "/upload"';

const bypass = { action: 'bypass', products: ['waf', 'bic'], filter: { expression: EXPRESSION } };

describe('docs/internals/service.md 7.8: firewall rules', () => {
  it('are created as an array and returned as one', async () => {
    const call = caller(createEmulator());
    const whole = {
      action: 'log',
      paused: true,
      description: 'watch',
      priority: 7,
      ref: 'watch-1',
      filter: { expression: 'true', paused: true, description: 'all', ref: 'all-1' },
    };
    const { body } = await call('POST', RULES, [bypass, whole]);
    expect(body.result).toEqual([
      {
        id: ID,
        paused: false,
        action: 'bypass',
        products: ['waf', 'bic'],
        priority: null,
        filter: { id: ID, expression: EXPRESSION, paused: false },
      },
      { id: ID, ...whole, filter: { id: ID, ...whole.filter } },
    ]);
    expect((await call('GET', RULES)).body).toMatchObject({
      result: body.result,
      result_info: { page: 1, per_page: 25, count: 2, total_count: 2, total_pages: 1 },
    });
    expect((await call('GET', `${RULES}/${body.result[0].id}`)).body.result).toEqual(body.result[0]);
  });

  it('are also created one by one, and the answer is an array', async () => {
    const { body } = await caller(createEmulator())('POST', RULES, bypass);
    expect(body.result).toEqual([expect.objectContaining({ action: 'bypass' })]);
  });

  it('are replaced; the filter that is sent with its id is not changed', async () => {
    const call = caller(createEmulator());
    const [created] = (await call('POST', RULES, [bypass])).body.result;
    const path = `${RULES}/${created.id}`;
    expect((await call('PUT', path, created)).body.result).toEqual(created);
    const sent = { id: created.filter.id, expression: 'false', paused: true, description: 'd' };
    const { body } = await call('PUT', path, { id: created.id, action: 'block', filter: sent });
    expect(body.result).toEqual({
      id: created.id,
      paused: false,
      action: 'block',
      priority: null,
      filter: created.filter,
    });
    expect((await call('GET', path)).body.result).toEqual(body.result);
  });

  it('get another filter by an update, and keep the old one in the zone', async () => {
    const call = caller(createEmulator());
    const [first, second] = (
      await call('POST', RULES, [bypass, { action: 'log', filter: { expression: 'true' } }])
    ).body.result;
    const sent = [
      { ...first, filter: { id: second.filter.id } },
      { ...second, action: 'block' },
    ];
    expect((await call('PUT', RULES, sent)).body.result).toEqual([
      { ...first, filter: second.filter },
      { ...second, action: 'block' },
    ]);
    expect((await call('GET', '/filters')).body.result).toEqual([first.filter, second.filter]);
  });

  it('get another priority, one or several at once', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const sent = ['a', 'b'].map((expression) => ({ ...bypass, filter: { expression } }));
    const [first, second] = (await call('POST', RULES, sent)).body.result;
    const edit = await call('PATCH', `${RULES}/${first.id}`, { id: first.id, priority: 7 });
    expect(edit.body.result).toEqual([{ ...first, priority: 7 }]);
    const edits = [
      { id: first.id, priority: null },
      { id: second.id, priority: 1 },
    ];
    const edited = [first, { ...second, priority: 1 }];
    expect((await call('PATCH', RULES, edits)).body.result).toEqual(edited);
    const before = emulator.control.snapshot();
    const unknown = { id: '0'.repeat(32), priority: 1 };
    expect((await call('PATCH', RULES, [{ id: first.id, priority: 2 }, unknown])).status).toBe(404);
    expect((await call('PATCH', `${RULES}/${first.id}`, { id: second.id, priority: 2 })).status).toBe(400);
    expect((await call('PATCH', RULES, [{ id: first.id, priority: -1 }])).status).toBe(400);
    expect((await call('PATCH', RULES, [{ id: first.id, paused: true }])).status).toBe(400);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('are updated all or none, and at most 25 at once', async () => {
    const emulator = createEmulator();
    const call = caller(emulator);
    const [created] = (await call('POST', RULES, [bypass])).body.result;
    const before = emulator.control.snapshot();
    const changed = { ...created, action: 'block', products: [] };
    const unknown = { ...changed, id: '0'.repeat(32) };
    expect((await call('PUT', RULES, [changed, unknown])).status).toBe(404);
    expect((await call('PUT', RULES, Array(26).fill(changed))).status).toBe(400);
    expect(emulator.control.snapshot()).toEqual(before);
    expect((await call('PUT', RULES, Array(25).fill(changed))).status).toBe(200);
  });

  it.each([
    ['no parameter', '', ['Login', 'Office', 'Robots']],
    ['an action', '?action=block', ['Login', 'Robots']],
    ['part of the description in any case', '?description=O', ['Login', 'Office', 'Robots']],
    ['paused', '?paused=true', ['Robots']],
    ['an action and paused', '?action=block&paused=false', ['Login']],
    ['any of two requirements', '?action=log&paused=true&match=any', ['Office', 'Robots']],
    ['an action that none has', '?action=allow', []],
  ])('are listed by %s', async (_name, query, expected) => {
    const call = caller(createEmulator());
    const rule = (description: string, action: string, paused = false) => ({
      description,
      action,
      paused,
      filter: { expression: description },
    });
    const rules = [rule('Login', 'block'), rule('Office', 'log'), rule('Robots', 'block', true)];
    const created = (await call('POST', RULES, rules)).body.result as { id: string; description: string }[];
    const found = (await call('GET', RULES + query)).body.result as { description: string }[];
    expect(found.map(({ description }) => description)).toEqual(expected);
    expect((await call('GET', `${RULES}?id=${created[1]?.id}`)).body.result).toEqual([created[1]]);
  });

  it('are deleted', async () => {
    const call = caller(createEmulator());
    const [{ id }] = (await call('POST', RULES, [bypass])).body.result;
    expect((await call('DELETE', `${RULES}/${id}`)).body.result).toEqual({ id });
    expect((await call('GET', `${RULES}/${id}`)).status).toBe(404);
    expect((await call('GET', '/filters')).body.result).toHaveLength(1);
  });

  it.each([
    ['no products where none are allowed', { action: 'allow', products: [], filter: { expression: 'true' } }],
    ['null for the priority', { ...bypass, priority: null }],
    ['times, which are not used', { ...bypass, created_on: '0001-01-01T00:00:00Z' }],
    ['an expression of more than 4 KB', { ...bypass, filter: { expression: 'x'.repeat(5000) } }],
    ['the longest expression', { ...bypass, filter: { expression: 'x'.repeat(16_384) } }],
  ])('are accepted with %s', async (_name, rule) => {
    expect((await caller(createEmulator())('POST', RULES, [rule])).status).toBe(200);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['an empty object', {}, ['/0/action', '/0/filter']],
    ['an unknown action', { ...bypass, action: 'skip' }, ['/0/action']],
    ['a bypass of nothing', { ...bypass, products: [] }, ['/0/products']],
    ['a bypass without products', { action: 'bypass', filter: bypass.filter }, ['/0/products']],
    ['an unknown product', { ...bypass, products: ['waf', 'WAF'] }, ['/0/products/1']],
    ['a product twice', { ...bypass, products: ['waf', 'waf'] }, ['/0/products/1']],
    ['products with another action', { ...bypass, action: 'block' }, ['/0/products']],
    ['a blank expression', { ...bypass, filter: { expression: ' ' } }, ['/0/filter/expression']],
    ['no expression', { ...bypass, filter: {} }, ['/0/filter/expression']],
    ['an unknown filter', { ...bypass, filter: { id: 'a'.repeat(32), expression: 'x' } }, ['/0/filter/id']],
    ['a filter id of another form', { ...bypass, filter: { id: 'A' } }, ['/0/filter/id']],
    ['a description that is too long', { ...bypass, description: 'd'.repeat(501) }, ['/0/description']],
    ['a ref that is too long', { ...bypass, ref: 'r'.repeat(51) }, ['/0/ref']],
    [
      'an expression that is too long',
      { ...bypass, filter: { expression: 'é'.repeat(8193) } },
      ['/0/filter/expression'],
    ],
    ['a priority below zero', { ...bypass, priority: -1 }, ['/0/priority']],
    ['an unknown member', { ...bypass, enabled: true }, ['/0/enabled']],
    ['an id', { ...bypass, id: 'a'.repeat(32) }, ['/0/id']],
  ])('are refused with %s, and none of them is created', async (_name, rule, pointers) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    const { status, body } = await caller(emulator)('POST', RULES, [rule, bypass]);
    const found = body.errors.map((error) => error.source?.pointer);
    expect([status, [...found].sort()]).toEqual([400, pointers]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('are refused with the code for expressions if there is none', async () => {
    const answer = await caller(createEmulator())('POST', RULES, [{ ...bypass, filter: { expression: '' } }]);
    expect(answer.body.errors.map(({ code }) => code)).toEqual([20125]);
  });

  it.each([
    ['professional', 400],
    ['business', 400],
    ['enterprise', 200],
  ] as const)('with the action log on the %s plan are answered with %d', async (plan, expected) => {
    const emulator = createEmulator({ seed: { zones: [{ name: 'a.example', plan }] } });
    const call = caller(emulator, emulator.control.zones()[0]?.id);
    const [{ id, filter }] = (await call('POST', RULES, [bypass])).body.result;
    const rule = { action: 'log', filter: { id: filter.id } };
    expect((await call('POST', RULES, [rule])).status).toBe(expected);
    expect((await call('PUT', RULES, [{ id, ...rule }])).status).toBe(expected);
    expect((await call('PUT', `${RULES}/${id}`, { id, ...rule })).status).toBe(expected);
  });

  it('are refused as an empty array', async () => {
    expect((await caller(createEmulator())('POST', RULES, [])).status).toBe(400);
  });

  it.each<[string, (rule: { id: string; filter: object }) => object, string]>([
    ['no id', ({ id: _id, ...rule }) => rule, '/id'],
    ['a filter without an id', (rule) => ({ ...rule, filter: { expression: 'true' } }), '/filter'],
    ['no filter', ({ filter: _filter, ...rule }) => rule, '/filter'],
    ['another id', (rule) => ({ ...rule, id: 'a'.repeat(32) }), '/id'],
    [
      'another filter id',
      (rule) => ({ ...rule, filter: { ...rule.filter, id: 'a'.repeat(32) } }),
      '/filter/id',
    ],
  ])('are not replaced with %s', async (_name, change, pointer) => {
    const call = caller(createEmulator());
    const [created] = (await call('POST', RULES, [bypass])).body.result;
    const { status, body } = await call('PUT', `${RULES}/${created.id}`, change(created));
    expect([status, body.errors.map((error) => error.source?.pointer)]).toEqual([400, [pointer]]);
  });

  it.each(['GET', 'PUT', 'DELETE'])('are reported as unknown by %s', async (method) => {
    const path = `${RULES}/${'0'.repeat(32)}`;
    const answer = await caller(createEmulator())(method, path, method === 'PUT' ? bypass : undefined);
    expect([answer.status, answer.body.errors[0]?.message]).toEqual([404, 'firewallrules.api.not_found']);
  });
});
