import type { SeedDocument } from '../../../emulator';
import { createEmulator, DEFAULT_TOKEN } from '../../../emulator';

const ACCOUNT = 'a'.repeat(32);

const SEED: SeedDocument = {
  accounts: [
    {
      id: ACCOUNT,
      name: 'First',
      settings: { enforce_twofactor: true, abuse_contact_email: 'abuse@first.example' },
      rulesets: [
        {
          phase: 'http_request_firewall_managed',
          version: '3',
          rules: [],
          history: [{ version: '2', rules: [] }],
        },
      ],
      logpush: { jobs: [{ dataset: 'gateway_dns', destination_conf: 's3://logs?region=eu' }] },
    },
    { name: 'Second', type: 'standard' },
  ],
  users: [
    { email: 'a@users.example', memberships: [{ account: ACCOUNT, status: 'rejected', roles: [] }] },
    { email: 'b@users.example', last_name: 'B' },
  ],
  zones: [{ name: 'one.example', type: 'secondary', status: 'moved', paused: true }],
  credentials: {
    tokens: [
      { token: DEFAULT_TOKEN, accounts: [ACCOUNT], user: 'b@users.example' },
      { token: `${DEFAULT_TOKEN}-2`, owned_by: ACCOUNT, expires_on: '2030-01-01T00:00:00Z' },
      { token: `${DEFAULT_TOKEN}-3`, status: 'disabled', not_before: '2020-01-01T00:00:00Z' },
    ],
  },
};

describe('a seed with accounts and users', () => {
  it('leads to a snapshot that restores to itself', () => {
    const { control } = createEmulator({ seed: SEED });
    const snapshot = control.snapshot();
    expect(snapshot.accounts).toMatchObject([
      {
        ...SEED.accounts?.[0],
        type: 'enterprise',
        rulesets: [{ kind: 'root', version: '3', history: [{ version: '2' }] }],
        logpush: { jobs: [{ id: 1, dataset: 'gateway_dns' }], last_job_id: 1 },
      },
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), type: 'standard', rulesets: [] },
    ]);
    expect(snapshot.zones).toMatchObject([
      { account: ACCOUNT, type: 'secondary', status: 'moved', paused: true, settings: {} },
    ]);
    expect(snapshot.users[1]?.memberships).toHaveLength(2);
    const other = createEmulator({ seed: JSON.stringify(snapshot) });
    expect(other.control.snapshot()).toEqual(snapshot);
  });

  it('lets a zone move to another account behind the client’s back', () => {
    const { control } = createEmulator({ seed: SEED });
    const [zone] = control.snapshot().zones;
    const second = control.snapshot().accounts[1]?.id ?? '';
    expect(control.patchZone(zone?.id ?? '', { account: second }).account).toBe(second);
    expect(control.patchZone(zone?.id ?? '', { account: null }).account).toBe(second);
    expect(() => control.patchZone(zone?.id ?? '', { account: 'f'.repeat(32) })).toThrow(
      /no account of the seed has this id/,
    );
  });

  it.each<[string, SeedDocument, RegExp]>([
    ['no account', { accounts: [] }, /accounts: .* at least one account/],
    ['an account without a name', { accounts: [{ id: ACCOUNT } as never] }, /accounts\[0\]\.name/],
    [
      'an account twice',
      {
        accounts: [
          { id: ACCOUNT, name: 'a' },
          { id: ACCOUNT, name: 'b' },
        ],
      },
      /accounts\[1\]\.id: .*another one/,
    ],
    ['no user', { users: [] }, /users: .* at least one user/],
    ['a user twice', { users: [{ email: 'a@b.c' }, { email: 'a@b.c' }] }, /users\[1\]\.email/],
    [
      'a membership in no account',
      { users: [{ email: 'a@b.c', memberships: [{ account: ACCOUNT }] }] },
      /users\[0\]\.memberships\[0\]\.account/,
    ],
    [
      'two memberships in one account',
      {
        accounts: [{ id: ACCOUNT, name: 'a' }],
        users: [{ email: 'a@b.c', memberships: [{ account: ACCOUNT }, { account: ACCOUNT }] }],
      },
      /memberships\[1\]\.account: .*another membership/,
    ],
    [
      'a token of nobody',
      { credentials: { tokens: [{ token: DEFAULT_TOKEN, user: 'nobody@b.c' }] } },
      /tokens\[0\]\.user: .*no user/,
    ],
    [
      'a token of a user and an account',
      {
        accounts: [{ id: ACCOUNT, name: 'a' }],
        users: [{ email: 'a@b.c' }],
        credentials: { tokens: [{ token: DEFAULT_TOKEN, user: 'a@b.c', owned_by: ACCOUNT }] },
      },
      /tokens\[0\]\.owned_by/,
    ],
    [
      'a token for no account',
      { credentials: { tokens: [{ token: DEFAULT_TOKEN, accounts: [ACCOUNT] }] } },
      /tokens\[0\]\.accounts\[0\]/,
    ],
    [
      'custom log fields of an account',
      { accounts: [{ name: 'a', rulesets: [{ phase: 'http_log_custom_fields' }] }] },
      /accounts\[0\]\.rulesets\[0\]\.phase/,
    ],
    [
      'an entry point of the kind of zones',
      { accounts: [{ name: 'a', rulesets: [{ kind: 'zone', phase: 'http_request_firewall_managed' }] }] },
      /accounts\[0\]\.rulesets\[0\]\.kind: .*'root'/,
    ],
    [
      'jobs of a standard account',
      {
        accounts: [
          {
            name: 'a',
            type: 'standard',
            logpush: { jobs: [{ dataset: 'audit_logs', destination_conf: 'gs://a' }] },
          },
        ],
      },
      /accounts\[0\]\.logpush\.jobs: .*only an Enterprise account/,
    ],
  ])('is refused for %s', (_name, seed, message) => {
    expect(() => createEmulator({ seed })).toThrow(message);
  });

  it('has no ruleset id that a zone has too', () => {
    const id = 'c'.repeat(32);
    const ruleset = { id, phase: 'http_request_firewall_managed' } as const;
    const accounts = [{ name: 'a', rulesets: [ruleset] }];
    expect(() => createEmulator({ seed: { accounts, zones: [{ name: 'z', rulesets: [ruleset] }] } })).toThrow(
      /another one in the seed has this id/,
    );
    const { control } = createEmulator({ seed: { accounts, zones: [{ name: 'z' }] } });
    const zone = control.zones()[0]?.id ?? '';
    expect(() => control.patchZone(zone, { rulesets: [ruleset] })).toThrow(
      /another zone or account has the ruleset/,
    );
  });
});
