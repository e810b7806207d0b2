import type { Emulator, SeedDocument } from '../../../emulator';
import {
  createEmulator,
  DEFAULT_ACCOUNT_ID,
  DEFAULT_ACCOUNT_NAME,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
} from '../../../emulator';
import { caller, serviceCaller } from '../client';

const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);

const SEED: SeedDocument = {
  zones: [
    { id: '1'.repeat(32), name: 'shop.example', account: { id: FIRST, name: 'First Inc.' } },
    {
      id: '2'.repeat(32),
      name: 'example.org',
      account: { id: SECOND, name: 'second: Ltd' },
      plan: 'business',
    },
    { id: '3'.repeat(32), name: 'api.shop.example', status: 'pending', type: 'partial' },
  ],
};

interface Page {
  readonly names: readonly string[];
  readonly info: unknown;
}

async function listed(query: string, emulator: Emulator = createEmulator({ seed: SEED })): Promise<Page> {
  const { status, body } = await serviceCaller(emulator)('GET', `/zones${query}`);
  expect(status).toBe(200);
  const names = body.result.map(({ name }: { name: string }) => name);
  return { names, info: body.result_info };
}

const ALL = ['api.shop.example', 'example.org', 'shop.example'];

describe('the list of zones (docs/internals/service.md 9.1)', () => {
  it.each<[string, string, readonly string[]]>([
    ['nothing', '', ALL],
    ['a name', '?name=shop.example', ['shop.example']],
    ['a name in another case', '?name=Shop.EXAMPLE', ['shop.example']],
    ['a name of no zone', '?name=nowhere.example', []],
    ['an account', `?account.id=${SECOND}`, ['example.org']],
    ['a status', '?status=pending', ['api.shop.example']],
    ['all filters', `?account.id=${FIRST}&status=active`, ['shop.example']],
    ['an order', '?order=name', ALL],
    ['a direction', '?order=name&direction=desc', ALL.toReversed()],
  ])('with %s', async (_name, query, names) => {
    expect((await listed(query)).names).toEqual(names);
  });

  it.each([
    'page=0',
    'page=x',
    'per_page=4',
    'per_page=51',
    'status=deleted',
    'order=status',
    'order=toString',
    'direction=up',
  ])('refuses %.40s', async (query) => {
    const call = serviceCaller(createEmulator({ seed: SEED }));
    const { status, body } = await call('GET', `/zones?${query}`);
    expect([status, body.errors.map(({ code }) => code)]).toEqual([400, [20021]]);
  });

  it('has pages, of which those past the end are empty', async () => {
    const zones = Array.from({ length: 23 }, (_, index) => ({ name: `z${String(index).padStart(2, '0')}` }));
    const emulator = createEmulator({ seed: { zones } });
    const first = await listed('', emulator);
    expect(first.names).toHaveLength(20);
    expect(first.info).toEqual({ page: 1, per_page: 20, count: 20, total_count: 23, total_pages: 2 });
    const pages = [];
    for (let page = 1; page <= 6; page += 1) pages.push(await listed(`?per_page=5&page=${page}`, emulator));
    expect(pages.flatMap(({ names }) => names)).toEqual(zones.map(({ name }) => name));
    expect(pages[5]).toEqual({
      names: [],
      info: { page: 6, per_page: 5, count: 0, total_count: 23, total_pages: 5 },
    });
  });

  it('shows each zone as it is shown by itself', async () => {
    const call = serviceCaller(createEmulator({ seed: SEED }));
    const { result } = (await call('GET', '/zones')).body;
    for (const zone of result) expect((await call('GET', `/zones/${zone.id}`)).body.result).toEqual(zone);
    expect(result[0]).toMatchObject({
      status: 'pending',
      activated_on: null,
      type: 'partial',
      verification_key: expect.stringMatching(/^\d{9}-\d{9}$/),
      cname_suffix: 'cdn.cloudflare.net',
      account: { id: DEFAULT_ACCOUNT_ID, name: DEFAULT_ACCOUNT_NAME },
    });
    expect(result[1]).toMatchObject({
      account: { id: SECOND, name: 'second: Ltd' },
      owner: { id: SECOND, type: 'organization' },
    });
    expect(result[2]).not.toHaveProperty('verification_key');
  });

  it.each<[string, object, number, readonly string[]]>([
    ['zones', { zones: ['1'.repeat(32)] }, 200, ['shop.example']],
    ['other permissions', { permissions: ['waf:edit'] }, 403, []],
  ])('shows a token that is limited to %s what it reaches', async (_name, rights, status, names) => {
    const tokens = [{ token: DEFAULT_TOKEN, ...rights }];
    const call = serviceCaller(createEmulator({ seed: { ...SEED, credentials: { tokens } } }));
    const answer = await call('GET', '/zones');
    expect(answer.status).toBe(status);
    expect((answer.body.result ?? []).map(({ name }: { name: string }) => name)).toEqual(names);
  });
});

describe('a zone by itself', () => {
  it.each([
    [DEFAULT_ZONE_ID, 'example.com', 'enterprise', 'Enterprise Website'],
    [PROFESSIONAL_ZONE_ID, 'example.net', 'pro', 'Pro Website'],
  ])('is returned with its name and its plan: %s', async (id, name, legacyId, planName) => {
    const { status, body } = await caller(createEmulator(), id)('GET', '');
    const plan = { id: expect.stringMatching(/^[0-9a-f]{32}$/), name: planName, legacy_id: legacyId };
    expect([status, body.result]).toMatchObject([200, { id, name, status: 'active', plan }]);
  });

  it.each<['zone:read' | 'waf:edit', number]>([
    ['zone:read', 200],
    ['waf:edit', 403],
  ])('is shown to whoever has %s: %s', async (permission, status) => {
    const tokens = [{ token: DEFAULT_TOKEN, permissions: [permission] }];
    const emulator = createEmulator({ seed: { ...SEED, credentials: { tokens } } });
    expect((await caller(emulator, '1'.repeat(32))('GET', '')).status).toBe(status);
  });
});
