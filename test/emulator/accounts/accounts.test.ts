import type { SeedDocument, SeedToken } from '../../../emulator';
import {
  createEmulator,
  DEFAULT_ACCOUNT_ID,
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
} from '../../../emulator';
import type { Call } from '../client';
import { reply, serviceCaller, serviceRequest } from '../client';

const FIRST = 'a'.repeat(32);
const SECOND = 'b'.repeat(32);
const UNKNOWN = 'f'.repeat(32);

const ACCOUNTS: SeedDocument['accounts'] = [
  { id: FIRST, name: 'First', created_on: '2020-01-01T00:00:00Z' },
  {
    id: SECOND,
    name: 'Second',
    type: 'standard',
    settings: { enforce_twofactor: true, abuse_contact_email: 'abuse@second.example' },
  },
];

const ZONES: SeedDocument['zones'] = [
  { id: '1'.repeat(32), name: 'one.example' },
  { id: '2'.repeat(32), name: 'two.example', account: SECOND, plan: 'business' },
];

function calling(token: Omit<SeedToken, 'token'>, more: SeedDocument = {}): Call {
  const tokens = [{ token: DEFAULT_TOKEN, ...token }];
  return serviceCaller(
    createEmulator({ seed: { accounts: ACCOUNTS, zones: ZONES, credentials: { tokens }, ...more } }),
  );
}

async function errorsOf(call: Call, path: string): Promise<readonly unknown[]> {
  const { status, body } = await call('GET', path);
  return [status, body.errors.map(({ code }) => code)];
}

describe('accounts (docs/internals/service.md 9.3)', () => {
  const FIRST_ACCOUNT = {
    id: FIRST,
    name: 'First',
    type: 'enterprise',
    created_on: '2020-01-01T00:00:00Z',
    settings: { enforce_twofactor: false, abuse_contact_email: null },
  };

  it('are listed by name, in pages, and returned one by one', async () => {
    const call = calling({});
    const { result, result_info: info } = (await call('GET', '/accounts')).body;
    expect(result).toMatchObject([
      FIRST_ACCOUNT,
      {
        id: SECOND,
        type: 'standard',
        settings: { enforce_twofactor: true, abuse_contact_email: 'abuse@second.example' },
      },
    ]);
    expect(info).toEqual({ page: 1, per_page: 20, count: 2, total_count: 2, total_pages: 1 });
    for (const account of result)
      expect((await call('GET', `/accounts/${account.id}`)).body.result).toEqual(account);
    expect((await call('GET', '/accounts?page=2')).body.result).toEqual([]);
    expect((await call('GET', '/accounts?name=first')).body.result).toEqual([FIRST_ACCOUNT]);
    const downwards = (await call('GET', '/accounts?direction=desc')).body.result;
    expect(downwards).toEqual(result.toReversed());
  });

  it.each([
    ['an unknown id', `/accounts/${UNKNOWN}`, [400, [7003, 7000]]],
    ['a malformed id', '/accounts/x', [400, [7003, 7000]]],
    ['what belongs to an unknown account', `/accounts/${UNKNOWN}/rulesets`, [400, [7003, 7000]]],
    ['what accounts do not have', `/accounts/${FIRST}/settings`, [404, [7003, 7000]]],
    ['an unknown page size', '/accounts?per_page=100', [400, [20021]]],
  ])('refuse %s', async (_name, path, expected) => {
    expect(await errorsOf(calling({}), path)).toEqual(expected);
  });

  it.each<[string, Omit<SeedToken, 'token'>, Readonly<Record<string, unknown>>]>([
    ['an account', { accounts: [FIRST] }, { accounts: [FIRST], first: 200, second: 403, one: 200, two: 403 }],
    ['a zone', { zones: ['2'.repeat(32)] }, { accounts: [], first: 403, second: 403, one: 403, two: 200 }],
    [
      'a zone and another account',
      { zones: ['2'.repeat(32)], accounts: [FIRST] },
      { accounts: [FIRST], first: 200, second: 403, one: 403, two: 200 },
    ],
    ['nothing', { accounts: [] }, { accounts: [], first: 403, second: 403, one: 403, two: 403 }],
  ])('can be used by a token that is limited to %s', async (_name, rights, expected) => {
    const call = calling(rights);
    const status = async (path: string): Promise<number> => (await call('GET', path)).status;
    expect({
      accounts: (await call('GET', '/accounts')).body.result.map(({ id }: { id: string }) => id),
      first: await status(`/accounts/${FIRST}/rulesets`),
      second: await status(`/accounts/${SECOND}`),
      one: await status(`/zones/${'1'.repeat(32)}`),
      two: await status(`/zones/${'2'.repeat(32)}/rulesets`),
    }).toEqual(expected);
  });

  it('need their permission', async () => {
    const call = calling({ permissions: ['zone:read', 'user:read'] });
    for (const path of ['/accounts', `/accounts/${FIRST}`, '/memberships'])
      expect(await errorsOf(call, path)).toEqual([403, [10000]]);
    expect((await call('GET', '/user')).status).toBe(200);
  });
});

describe('the user (docs/internals/service.md 9.3)', () => {
  const USERS: SeedDocument['users'] = [
    { email: 'first@users.example', first_name: 'Ada', last_name: 'L' },
    {
      email: 'second@users.example',
      two_factor_authentication_enabled: true,
      memberships: [
        { account: FIRST, status: 'pending', roles: ['Administrator Read Only'] },
        { account: SECOND },
      ],
    },
  ];

  it('is the first one of the seed unless the token names another', async () => {
    const { result } = (await calling({}, { users: USERS })('GET', '/user')).body;
    expect(result).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      email: 'first@users.example',
      first_name: 'Ada',
      last_name: 'L',
      telephone: null,
      country: null,
      zipcode: null,
      two_factor_authentication_enabled: false,
      suspended: false,
      has_pro_zones: false,
      has_business_zones: true,
      has_enterprise_zones: true,
      betas: [],
      organizations: [],
    });
    const other = await calling({ user: 'second@users.example' }, { users: USERS })('GET', '/user');
    expect(other.body.result).toMatchObject({
      email: 'second@users.example',
      two_factor_authentication_enabled: true,
    });
  });

  it('is the owner of a key, listed or not', async () => {
    const key = { email: 'other@users.example', key: DEFAULT_KEY };
    for (const [keys, email] of [
      [undefined, DEFAULT_EMAIL],
      [[key], key.email],
    ] as const) {
      const { handle } = createEmulator({ seed: keys === undefined ? {} : { credentials: { keys } } });
      const headers = { 'x-auth-email': email, 'x-auth-key': DEFAULT_KEY };
      const ask = async (path: string) => (await reply(await handle(serviceRequest(path, { headers })))).body;
      expect((await ask('/user')).result.email).toBe(email);
      expect((await ask('/memberships')).result).toMatchObject([
        { status: 'accepted', account: { id: DEFAULT_ACCOUNT_ID } },
      ]);
    }
  });

  it('is a member of the accounts that the seed says, or of all', async () => {
    const all = (await calling({}, { users: USERS })('GET', '/memberships')).body;
    expect(all.result.map(({ account }: { account: { id: string } }) => account.id)).toEqual([FIRST, SECOND]);
    expect(all.result_info).toMatchObject({ count: 2, total_count: 2 });
    const call = calling({ user: 'second@users.example' }, { users: USERS });
    const { result } = (await call('GET', '/memberships?status=pending')).body;
    expect(result).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        status: 'pending',
        account: { id: FIRST, name: 'First' },
        roles: ['Administrator Read Only'],
        permissions: { zones: { read: false, write: false } },
        api_access_enabled: null,
      },
    ]);
    for (const query of ['account.name=Second', 'name=ends_with:COND'])
      expect((await call('GET', `/memberships?${query}`)).body.result).toMatchObject([
        { account: { id: SECOND }, permissions: { zones: { read: true, write: true } } },
      ]);
    const upsideDown = (await call('GET', '/memberships?order=account.name&direction=desc')).body.result;
    expect(upsideDown).toMatchObject([{ account: { id: SECOND } }, { account: { id: FIRST } }]);
    expect(await errorsOf(call, '/memberships?status=maybe')).toEqual([400, [20021]]);
  });
});

describe('what a caller reaches', () => {
  const [alpha, beta] = ['a'.repeat(32), 'b'.repeat(32)] as const;
  const key = 'bobkey'.padEnd(37, '0');
  const token = 'ann-token'.padEnd(40, '0');
  const seed: SeedDocument = {
    accounts: [
      { id: alpha, name: 'Alpha' },
      { id: beta, name: 'Beta' },
    ],
    users: [
      { email: 'ann@example.com', memberships: [{ account: alpha }, { account: beta, status: 'pending' }] },
      { email: 'bob@example.com', memberships: [{ account: beta }] },
    ],
    zones: [
      { name: 'alpha.example', account: alpha },
      { name: 'beta.example', account: beta },
    ],
    credentials: {
      tokens: [{ token, user: 'ann@example.com' }],
      keys: [{ email: 'bob@example.com', key }],
    },
  };

  it.each([
    ['a token', { authorization: `Bearer ${token}` }, 'Alpha', 'alpha.example', beta],
    ['a key', { 'x-auth-email': 'bob@example.com', 'x-auth-key': key }, 'Beta', 'beta.example', alpha],
  ] as const)(
    'with %s is what its user is an accepted member of',
    async (_case, headers, name, zone, other) => {
      const emulator = createEmulator({ seed });
      const get = async (path: string) => {
        const response = await emulator.handle(serviceRequest(path, { method: 'GET', headers }));
        return { status: response.status, body: (await response.json()) as { result: { name: string }[] } };
      };
      expect((await get('/accounts')).body.result.map((each) => each.name)).toEqual([name]);
      expect((await get('/zones')).body.result.map((each) => each.name)).toEqual([zone]);
      expect((await get(`/accounts/${other}/rulesets`)).status).toBe(403);
    },
  );
});

describe('tokens (docs/internals/service.md 9.3)', () => {
  const TIMES = { not_before: '2024-01-01T00:00:00Z', expires_on: '2025-01-01T01:00:00Z' };

  it('are verified with their status, which changes with the clock', async () => {
    const tokens = [{ token: DEFAULT_TOKEN, ...TIMES }];
    const emulator = createEmulator({ seed: { credentials: { tokens } } });
    const call = serviceCaller(emulator);
    const verify = async (): Promise<unknown> => (await call('GET', '/user/tokens/verify')).body.result;
    const shown = {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      not_before: '2024-01-01T00:00:00.000Z',
      expires_on: '2025-01-01T01:00:00.000Z',
    };
    expect(await verify()).toEqual({ ...shown, status: 'active' });
    expect((await call('GET', '/user')).status).toBe(200);
    await emulator.control.clock.advance(3_600_000);
    expect(await verify()).toEqual({ ...shown, status: 'expired' });
    expect(await errorsOf(call, '/user')).toEqual([403, [9109]]);
    expect(await errorsOf(call, `/zones/${DEFAULT_ZONE_ID}/rulesets`)).toEqual([403, [9109]]);
  });

  it.each([
    ['disabled', { status: 'disabled' }],
    ['not valid yet', { not_before: '2026-01-01T00:00:00Z' }],
  ] as const)('that are %s can only be verified', async (_name, rights) => {
    const call = calling(rights);
    expect((await call('GET', '/user/tokens/verify')).body.result.status).toBe('disabled');
    for (const path of ['/zones', '/accounts', `/accounts/${FIRST}/rulesets`])
      expect(await errorsOf(call, path)).toEqual([403, [9109]]);
  });

  it('need no permission to be verified', async () => {
    expect((await calling({ permissions: [] })('GET', '/user/tokens/verify')).status).toBe(200);
  });

  it('of an account are verified there, and belong to no user', async () => {
    const call = calling({ owned_by: FIRST, accounts: [FIRST] });
    expect((await call('GET', `/accounts/${FIRST}/tokens/verify`)).body.result.status).toBe('active');
    expect((await call('GET', '/user/tokens/verify')).body.errors).toEqual([
      { code: 1000, message: 'Invalid API Token' },
    ]);
    expect(await errorsOf(call, '/user')).toEqual([403, [9109]]);
    expect(await errorsOf(call, '/memberships')).toEqual([403, [9109]]);
    expect((await call('GET', '/accounts')).body.result).toHaveLength(1);
    expect((await call('GET', '/zones')).body.result).toHaveLength(1);
    const ofUser = calling({});
    expect(await errorsOf(ofUser, `/accounts/${FIRST}/tokens/verify`)).toEqual([401, [1000]]);
  });

  it('are not keys', async () => {
    const headers = { 'x-auth-email': DEFAULT_EMAIL, 'x-auth-key': DEFAULT_KEY };
    const { handle } = createEmulator();
    for (const path of ['/user/tokens/verify', `/accounts/${DEFAULT_ACCOUNT_ID}/tokens/verify`]) {
      const { status, body } = await reply(await handle(serviceRequest(path, { headers })));
      expect([status, body.errors]).toEqual([
        400,
        [{ code: 1001, message: 'Missing "Authorization" header' }],
      ]);
    }
  });
});
