import type { Emulator } from '../../../emulator';
import { createEmulator } from '../../../emulator';
import { caller } from '../client';

const FILTERS = '/filters';
const RULES = '/firewall/rules';
const ID = expect.stringMatching(/^[0-9a-f]{32}$/) as unknown;
const UNKNOWN = '0'.repeat(32);

const login = { expression: 'http.request.uri.path contains "/login"', description: 'Login', ref: 'FIL-1' };
const office = { expression: 'ip.src eq 192.0.2.1', paused: true };

async function withFilters(...filters: readonly object[]) {
  const emulator = createEmulator();
  const call = caller(emulator);
  const { body } = await call('POST', FILTERS, filters);
  return { emulator, call, filters: body.result as readonly { id: string }[] };
}

async function refusedUnchanged(
  emulator: Emulator,
  ...[method, path, body]: readonly [string, string, unknown?]
) {
  const before = emulator.control.snapshot();
  const answer = await caller(emulator)(method, path, body);
  expect(emulator.control.snapshot()).toEqual(before);
  return [answer.status, answer.body.errors] as const;
}

describe('docs/internals/service.md 7.8: filters', () => {
  it('are created as an array, listed oldest first, and read', async () => {
    const { call, filters } = await withFilters(login, office);
    expect(filters).toEqual([
      { id: ID, ...login, paused: false },
      { id: ID, ...office },
    ]);
    expect((await call('GET', FILTERS)).body).toMatchObject({
      result: filters,
      result_info: { page: 1, per_page: 25, count: 2, total_count: 2, total_pages: 1 },
    });
    expect((await call('GET', `${FILTERS}/${filters[0]?.id}`)).body.result).toEqual(filters[0]);
  });

  it.each([
    ['no parameter', '', ['Login', 'office']],
    ['an id', '?id=ID', ['Login']],
    ['an unknown id', `?id=${UNKNOWN}`, []],
    ['part of the description in any case', '?description=LOG', ['Login']],
    ['part of the expression in any case', '?expression=IP.SRC', ['office']],
    ['paused', '?paused=true', ['office']],
    ['not paused', '?paused=false', ['Login']],
    ['a ref', '?ref=FIL-1', ['Login']],
    ['part of a ref', '?ref=FIL', []],
    ['two requirements, both met', '?paused=true&description=office', ['office']],
    ['two requirements, one met', '?paused=true&description=login', []],
    ['any of two requirements', '?paused=true&description=login&match=any', ['Login', 'office']],
    ['any of no requirement', '?match=any', ['Login', 'office']],
  ])('are listed by %s', async (_name, query, expected) => {
    const { call, filters } = await withFilters(login, { ...office, description: 'office' });
    const { body } = await call('GET', FILTERS + query.replace('=ID', `=${filters[0]?.id}`));
    expect((body.result as { description: string }[]).map(({ description }) => description)).toEqual(
      expected,
    );
    expect(body.result_info).toMatchObject({ total_count: expected.length });
  });

  it.each(['?paused=yes', '?paused=', '?match=some', '?direction=up'])(
    'are not listed by %s',
    async (query) => {
      const { status, body } = await caller(createEmulator())('GET', FILTERS + query);
      expect([status, body.errors[0]?.message]).toEqual([400, expect.stringContaining('because it must be')]);
    },
  );

  it('are replaced, one or several at once', async () => {
    const { call, filters } = await withFilters(login, office);
    const [first, second] = filters.map(({ id }) => id);
    const path = `${FILTERS}/${first}`;
    expect((await call('PUT', path, { id: first, expression: 'true' })).body.result).toEqual({
      id: first,
      expression: 'true',
      paused: false,
    });
    const both = [
      { id: first, expression: office.expression, paused: true },
      { id: second, expression: 'true', paused: false, description: 'all' },
    ];
    expect((await call('PUT', FILTERS, both)).body.result).toEqual(both);
    expect((await call('GET', FILTERS)).body.result).toEqual(both);
  });

  it('are not replaced at all if one of them does not exist', async () => {
    const { emulator, filters } = await withFilters(login);
    const sent = [
      { id: filters[0]?.id, expression: 'false' },
      { id: UNKNOWN, expression: 'true' },
    ];
    expect(await refusedUnchanged(emulator, 'PUT', FILTERS, sent)).toEqual([
      404,
      [{ code: 10001, message: 'filters.api.not_found' }],
    ]);
  });

  it('are deleted, one or several at once; those that do not exist are no error among several', async () => {
    const { call, filters } = await withFilters(login, office, { expression: 'true' });
    const [first, second, third] = filters.map(({ id }) => id);
    expect((await call('DELETE', `${FILTERS}/${first}`)).body.result).toEqual({ id: first });
    expect((await call('DELETE', FILTERS)).body.result).toEqual([]);
    const query = `?id=${second}&id=${UNKNOWN}&id=${second}&id=${third}`;
    expect((await call('DELETE', FILTERS + query)).body.result).toEqual([{ id: second }, { id: third }]);
    expect((await call('GET', FILTERS)).body.result).toEqual([]);
  });

  const duplicate = { code: 10102, message: 'config duplicates an already existing config' };

  it('have different expressions: a new one names the filter that exists', async () => {
    const { emulator, filters } = await withFilters(login);
    const { id } = filters[0] ?? {};
    const requests: readonly (readonly [string, string, unknown])[] = [
      ['POST', FILTERS, [office, { expression: login.expression }]],
      ['POST', RULES, [{ action: 'block', filter: { expression: login.expression } }]],
    ];
    for (const sent of requests)
      expect(await refusedUnchanged(emulator, ...sent)).toEqual([400, [{ ...duplicate, meta: { id } }]]);
  });

  it('have different expressions within one request and after a change', async () => {
    const { emulator, filters } = await withFilters(login, office);
    const [first, second] = filters.map(({ id }) => id);
    const taken = { expression: office.expression };
    expect(
      await refusedUnchanged(emulator, 'POST', FILTERS, [{ expression: 'x' }, { expression: 'x' }]),
    ).toEqual([400, [duplicate]]);
    expect(await refusedUnchanged(emulator, 'PUT', `${FILTERS}/${first}`, taken)).toEqual([
      400,
      [{ ...duplicate, meta: { id: second } }],
    ]);
    expect(await refusedUnchanged(emulator, 'PUT', FILTERS, [{ id: first, ...taken }])).toEqual([
      400,
      [{ ...duplicate, meta: { id: second } }],
    ]);
  });

  it('may have the same expression in a seed, and keep it', async () => {
    const rule = { action: 'log', expression: 'true' } as const;
    const seed = { zones: [{ name: 'a.example', previous_waf: { firewall_rules: [rule, rule] } }] };
    const emulator = createEmulator({ seed });
    const [zone] = emulator.control.snapshot().zones;
    const call = caller(emulator, zone?.id);
    const [{ id }] = (await call('GET', FILTERS)).body.result;
    expect((await call('PUT', `${FILTERS}/${id}`, { expression: 'true', paused: true })).status).toBe(200);
    expect((await call('PUT', `${FILTERS}/${id}`, { expression: 'false' })).status).toBe(200);
    expect((await call('PUT', `${FILTERS}/${id}`, { expression: 'true' })).status).toBe(400);
  });

  it.each<[string, unknown, readonly (string | undefined)[]]>([
    ['an empty array', [], [undefined]],
    ['what is no filter', ['x'], ['/0']],
    ['no expression', [{ description: 'd' }], ['/0/expression']],
    ['a blank expression', [{ expression: ' ' }], ['/0/expression']],
    ['an id', [{ id: UNKNOWN, expression: 'true' }], ['/0/id']],
    ['a description that is too long', [{ ...office, description: 'd'.repeat(501) }], ['/0/description']],
    ['a ref that is too long', [{ ...office, ref: 'r'.repeat(51) }], ['/0/ref']],
    ['a text for paused', [{ ...office, paused: 'true' }], ['/0/paused']],
    ['an unknown member', [{ ...office, enabled: true }], ['/0/enabled']],
  ])('are not created with %s', async (_name, body, pointers) => {
    const [status, errors] = await refusedUnchanged(createEmulator(), 'POST', FILTERS, body);
    expect([status, errors.map(({ source }) => source?.pointer)]).toEqual([400, pointers]);
  });

  it.each(['GET', 'PUT', 'DELETE'])('are reported as unknown by %s', async (method) => {
    const path = `${FILTERS}/${UNKNOWN}`;
    const { status, body } = await caller(createEmulator())(
      method,
      path,
      method === 'PUT' ? office : undefined,
    );
    expect([status, body.errors]).toEqual([404, [{ code: 10001, message: 'filters.api.not_found' }]]);
  });
});

describe('docs/internals/service.md 7.8: a filter that firewall rules have', () => {
  const block = (id: string | undefined, action = 'block') => ({ action, filter: { id } });

  it('is the same for all of them, and a change of it is one of their expressions', async () => {
    const { call, filters } = await withFilters(login);
    const id = filters[0]?.id;
    const { body } = await call('POST', RULES, [block(id), block(id, 'log')]);
    expect(body.result).toEqual([
      { id: ID, action: 'block', paused: false, priority: null, filter: filters[0] },
      { id: ID, action: 'log', paused: false, priority: null, filter: filters[0] },
    ]);
    const changed = { id, expression: 'false', paused: true };
    await call('PUT', `${FILTERS}/${id}`, changed);
    const { result } = (await call('GET', RULES)).body;
    expect((result as { filter: unknown }[]).map(({ filter }) => filter)).toEqual([changed, changed]);
  });

  it('cannot be deleted, alone or among others', async () => {
    const { emulator, call, filters } = await withFilters(login, office);
    const [used, free] = filters.map(({ id }) => id);
    const rules = (await call('POST', RULES, [block(used)])).body.result as readonly { id: string }[];
    const message = `The filter ${used} is in use by firewall rules (${rules[0]?.id}); delete these first, or give them another filter`;
    const refused = [400, [{ code: 1042, message }]];
    expect(await refusedUnchanged(emulator, 'DELETE', `${FILTERS}/${used}`)).toEqual(refused);
    expect(await refusedUnchanged(emulator, 'DELETE', `${FILTERS}?id=${free}&id=${used}`)).toEqual(refused);
    await call('DELETE', `${RULES}/${rules[0]?.id}`);
    expect((await call('DELETE', `${FILTERS}/${used}`)).status).toBe(200);
  });

  it('stays when its rule is deleted, unless its deletion is asked for and no other rule has it', async () => {
    const { call, filters } = await withFilters(login, office);
    const [shared, own] = filters.map(({ id }) => id);
    const sent = [block(shared), block(shared, 'log'), block(own)];
    const rules = (await call('POST', RULES, sent)).body.result as readonly { id: string }[];
    const [first, second, third] = rules.map(({ id }) => id);
    const withFilter = { delete_filter_if_unused: true };
    expect((await call('DELETE', `${RULES}/${first}`, withFilter)).body.result).toEqual({
      id: first,
      filter: { id: shared, deleted: false },
    });
    expect((await call('DELETE', `${RULES}/${second}`)).body.result).toEqual({ id: second });
    expect((await call('DELETE', `${RULES}/${third}?delete_filter_if_unused=true`)).body.result).toEqual({
      id: third,
      filter: { id: own, deleted: true },
    });
    expect((await call('GET', FILTERS)).body.result).toEqual([filters[0]]);
  });

  it('is deleted with the last of several rules', async () => {
    const { call, filters } = await withFilters(login);
    const shared = filters[0]?.id;
    const { result } = (await call('POST', RULES, [block(shared), block(shared, 'log')])).body;
    const [first, second] = (result as { id: string }[]).map(({ id }) => id);
    const query = `?id=${first}&id=${UNKNOWN}&id=${second}&delete_filter_if_unused=true`;
    const filter = { id: shared, deleted: true };
    expect((await call('DELETE', RULES + query)).body.result).toEqual([
      { id: first, filter },
      { id: second, filter },
    ]);
    expect((await call('GET', FILTERS)).body.result).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['?delete_filter_if_unused=yes', undefined],
    ['', { delete_filter_if_unused: 'true' }],
    ['', { delete: true }],
    ['', []],
  ])('is not deleted by the query %j with the body %j', async (query, body) => {
    const { emulator, call, filters } = await withFilters(login);
    const [rule] = (await call('POST', RULES, [block(filters[0]?.id)])).body.result as { id: string }[];
    const [status] = await refusedUnchanged(emulator, 'DELETE', `${RULES}/${rule?.id}${query}`, body);
    expect(status).toBe(400);
  });
});
