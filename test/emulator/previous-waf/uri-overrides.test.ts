import { DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID, createEmulator } from '../../../emulator';
import { caller } from '../client';

const OVERRIDES = '/firewall/waf/overrides';
const GROUP_ID = 'de677e5818985db1285d0e80225f06e5';
const MISSING = `${OVERRIDES}/${'0'.repeat(32)}`;

const sent = {
  urls: ['shop.example.com/checkout/*'],
  groups: { [GROUP_ID]: 'disable' },
  rules: { '100015': 'simulate' },
  rewrite_action: { challenge: 'block' },
  priority: -5,
  paused: true,
  description: 'for the check-out',
};

describe('docs/internals/service.md 7.7: URI-based overrides', () => {
  it('are created, returned, listed, replaced and deleted', async () => {
    const call = caller(createEmulator());
    const created = (await call('POST', OVERRIDES, sent)).body.result;
    expect(created).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), ...sent });
    const path = `${OVERRIDES}/${created.id}`;
    expect((await call('GET', path)).body.result).toEqual(created);
    expect((await call('GET', OVERRIDES)).body).toMatchObject({
      result: [created],
      result_info: { page: 1, per_page: 50, count: 1, total_count: 1, total_pages: 1 },
    });
    const replaced = (await call('PUT', path, { id: created.id, urls: ['a'], rules: { '990012': 'block' } }))
      .body.result;
    expect(replaced).toEqual({
      id: created.id,
      urls: ['a'],
      groups: {},
      rules: { '990012': 'block' },
      rewrite_action: {},
      priority: 0,
      paused: false,
      description: '',
    });
    expect(await call('DELETE', path)).toEqual({
      status: 200,
      body: { result: { id: created.id }, success: true, errors: [], messages: [] },
    });
    expect((await call('GET', OVERRIDES)).body.result).toEqual([]);
  });

  it.each([
    ['groups alone', { urls: ['a'], groups: { [GROUP_ID]: 'default' } }],
    ['rules alone', { urls: ['a'], rules: { '100015': 'disable' } }],
    [
      'null where client libraries send it',
      { urls: ['a'], rules: { '100015': 'disable' }, groups: null, rewrite_action: null },
    ],
    [
      'groups and rules of a real zone, which are not in the catalogue',
      { urls: ['a'], groups: { ea8687e59929c1fd05ba97574ad43f77: 'default' }, rules: { WP0025B: 'disable' } },
    ],
    ['the greatest priority', { urls: ['a'], rules: { '100015': 'disable' }, priority: 1_000_000_000 }],
  ])('are accepted with %s', async (_name, body) => {
    expect((await caller(createEmulator())('POST', OVERRIDES, body)).status).toBe(200);
  });

  it.each<[string, unknown, readonly (string | undefined)[]]>([
    ['nothing', {}, [undefined, '/urls']],
    ['no urls', { rules: sent.rules }, ['/urls']],
    ['an empty list of urls', { ...sent, urls: [] }, ['/urls']],
    ['a URL twice', { ...sent, urls: ['a', 'a'] }, ['/urls/1']],
    ['a URL with spaces', { ...sent, urls: ['a', 'b c'] }, ['/urls/1']],
    ['neither groups nor rules', { urls: ['a'] }, [undefined]],
    ['empty groups and rules', { urls: ['a'], groups: {}, rules: {} }, [undefined]],
    [
      'a group id of another form',
      { ...sent, groups: { [`${'A'.repeat(32)}`]: 'disable' } },
      [`/groups/${'A'.repeat(32)}`],
    ],
    [
      'rule ids of another form',
      { ...sent, rules: { '1 0': 'disable', constructor: 'block' } },
      ['/rules/1 0', '/rules/constructor'],
    ],
    ['an invalid action', { ...sent, rules: { '100015': 'on' } }, ['/rules/100015']],
    [
      'rewriting what is no action',
      { ...sent, rewrite_action: { allow: 'block' } },
      ['/rewrite_action/allow'],
    ],
    ['a priority that is too great', { ...sent, priority: 1_000_000_001 }, ['/priority']],
    ['a priority with a fraction', { ...sent, priority: 0.5 }, ['/priority']],
    ['null for a priority', { ...sent, priority: null }, ['/priority']],
    ['an id', { ...sent, id: 'a'.repeat(32) }, ['/id']],
    ['several broken members', { urls: 'a', groups: 1, paused: 1 }, ['/urls', '/groups', '/paused']],
    ['null', null, [undefined]],
  ])('are refused with %s', async (_name, body, pointers) => {
    const emulator = createEmulator();
    const before = emulator.control.snapshot();
    const answer = await caller(emulator)('POST', OVERRIDES, body);
    const found = answer.body.errors.map((error) => error.source?.pointer);
    expect([answer.status, [...found].sort()]).toEqual([400, [...pointers].sort()]);
    expect(emulator.control.snapshot()).toEqual(before);
  });

  it('are refused with the code for an unknown group or rule if an id has another form', async () => {
    const body = { urls: ['a'], groups: { x: 'disable' }, rules: { y: 'disable' } };
    const { errors } = (await caller(createEmulator())('POST', OVERRIDES, body)).body;
    expect(errors.map(({ code }) => code)).toEqual([1003, 1004]);
  });

  it('are refused with an own property named __proto__', async () => {
    const body = JSON.parse('{"urls":["a"],"rules":{"__proto__":"disable"}}') as unknown;
    const answer = await caller(createEmulator())('POST', OVERRIDES, body);
    expect([answer.status, answer.body.errors[0]?.source?.pointer]).toEqual([400, '/rules/__proto__']);
  });

  it('are not replaced under another id', async () => {
    const call = caller(createEmulator());
    const { id } = (await call('POST', OVERRIDES, sent)).body.result;
    const answer = await call('PUT', `${OVERRIDES}/${id}`, { ...sent, id: 'a'.repeat(32) });
    expect([answer.status, answer.body.errors[0]?.source?.pointer]).toEqual([400, '/id']);
  });

  it.each(['GET', 'PUT', 'DELETE'])('are reported as unknown by %s', async (method) => {
    const answer = await caller(createEmulator())(method, MISSING, method === 'PUT' ? sent : undefined);
    expect([answer.status, answer.body.errors[0]?.message]).toEqual([
      404,
      expect.stringContaining('wafuriconfig.api.not_found'),
    ]);
  });

  const EVERY_OPERATION = [
    ['GET', OVERRIDES],
    ['POST', OVERRIDES],
    ['GET', MISSING],
    ['PUT', MISSING],
    ['DELETE', MISSING],
  ] as const;

  it.each(EVERY_OPERATION)('are refused on other plans: %s %s', async (method, path) => {
    const call = caller(createEmulator(), PROFESSIONAL_ZONE_ID);
    const body = method === 'POST' || method === 'PUT' ? sent : undefined;
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.errors[0]?.message]).toEqual([
      403,
      'URI-based overrides are not included in the professional plan; they need the enterprise plan',
    ]);
  });

  it.each(EVERY_OPERATION)('are retired for every plan in the model today: %s %s', async (method, path) => {
    const emulator = createEmulator({ settings: { model: 'today' } });
    const body = method === 'POST' || method === 'PUT' ? sent : undefined;
    for (const zone of [DEFAULT_ZONE_ID, PROFESSIONAL_ZONE_ID]) {
      const answer = await caller(emulator, zone)(method, path, body);
      expect([answer.status, answer.body.errors[0]?.code]).toEqual([410, 1040]);
    }
  });

  it('are the only previous operations that are retired in it', async () => {
    const call = caller(createEmulator({ settings: { model: 'today' } }));
    const paths = ['/settings/waf', '/firewall/waf/packages', '/firewall/rules', '/pagerules'];
    const statuses = await Promise.all(paths.map(async (path) => (await call('GET', path)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
  });

  it('in a seed are refused while nobody could delete them', () => {
    const seed = { zones: [{ name: 'a.example', previous_waf: { uri_overrides: [sent] } }] };
    expect(() => createEmulator({ seed, settings: { model: 'today' } })).toThrow(
      'because their operations are retired; set the option uri_overrides to available',
    );
    expect(() =>
      createEmulator({ seed, settings: { model: 'today', uriOverrides: 'available' } }),
    ).not.toThrow();
  });
});
