import {
  DEFAULT_EMAIL,
  DEFAULT_KEY,
  DEFAULT_SEED,
  DEFAULT_TOKEN,
  DEFAULT_ZONE_ID,
  PROFESSIONAL_ZONE_ID,
  createEmulator,
} from '../../emulator';
import { OPERATIONS } from '../../emulator/requests/parts';
import { FIELDS_RULESET, caller, reply, serviceRequest } from './client';

const PATH = `/zones/${DEFAULT_ZONE_ID}/rulesets`;
const READER = 'reader-token-0123456789abcdefghijklmnopqrstuv';
const LOGS = 'logs-token-0123456789abcdefghijklmnopqrstuvwx';
const ONE_ZONE = 'zone-token-0123456789abcdefghijklmnopqrstuvwx';

const emulator = createEmulator({
  seed: {
    zones: DEFAULT_SEED.zones,
    credentials: {
      tokens: [
        { token: DEFAULT_TOKEN },
        { token: READER, permissions: ['rulesets:read'] },
        { token: LOGS, permissions: ['logpush:edit'] },
        { token: ONE_ZONE, zones: [PROFESSIONAL_ZONE_ID] },
      ],
      keys: DEFAULT_SEED.credentials.keys,
    },
  },
});

const key = (email: string, value: string) => ({ 'x-auth-email': email, 'x-auth-key': value });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const headersError = (code: number, header: string) => [
  {
    code: 6003,
    message: 'Invalid request headers',
    error_chain: [{ code, message: `Invalid format for ${header} header` }],
  },
];
const MISSING = [{ code: 9106, message: 'Missing X-Auth-Key, X-Auth-Email or Authorization headers' }];
const UNKNOWN_KEY = [{ code: 9103, message: 'Unknown X-Auth-Key or X-Auth-Email' }];
const INVALID_TOKEN = [{ code: 9109, message: 'Invalid access token' }];

describe('docs/internals/service.md 2.2: authentication by either scheme', () => {
  it.each<[string, Record<string, string>]>([
    ['a bearer token', bearer(DEFAULT_TOKEN)],
    ['a bearer token with the scheme in lower case', { authorization: `bearer ${DEFAULT_TOKEN}` }],
    ['e-mail and key', key(DEFAULT_EMAIL, DEFAULT_KEY)],
    ['both, the token being good', { ...bearer(DEFAULT_TOKEN), ...key('x', 'x') }],
  ])('accepts %s', async (_name, headers) => {
    expect((await emulator.handle(serviceRequest(PATH, { headers }))).status).toBe(200);
  });

  it.each<[string, Record<string, string>, number, unknown]>([
    ['nothing', {}, 400, MISSING],
    ['an e-mail without key', { 'x-auth-email': DEFAULT_EMAIL }, 400, MISSING],
    ['a key without e-mail', { 'x-auth-key': DEFAULT_KEY }, 400, MISSING],
    ['an empty bearer token', { authorization: 'Bearer ' }, 400, headersError(6111, 'Authorization')],
    ['another scheme', { authorization: 'Basic eDp5' }, 400, headersError(6111, 'Authorization')],
    ['a token that is too short', bearer('short'), 400, headersError(6111, 'Authorization')],
    ['a key used as a token', bearer(DEFAULT_KEY), 400, headersError(6111, 'Authorization')],
    ['a token used as a key', key(DEFAULT_EMAIL, DEFAULT_TOKEN), 400, headersError(6103, 'X-Auth-Key')],
    ['an invalid e-mail', key('nobody', DEFAULT_KEY), 400, headersError(6102, 'X-Auth-Email')],
    ['an unknown token', bearer(DEFAULT_TOKEN.toUpperCase()), 403, INVALID_TOKEN],
    ['an unknown key', key(DEFAULT_EMAIL, DEFAULT_KEY.toUpperCase()), 403, UNKNOWN_KEY],
    ['the key of somebody else', key('other@example.com', DEFAULT_KEY), 403, UNKNOWN_KEY],
    [
      'a bad token beside a key',
      { ...bearer('x'.repeat(45)), ...key(DEFAULT_EMAIL, DEFAULT_KEY) },
      403,
      INVALID_TOKEN,
    ],
  ])('refuses %s', async (_name, headers, status, errors) => {
    const answer = await reply(await emulator.handle(serviceRequest(PATH, { headers })));
    expect(answer).toEqual({ status, body: { result: null, success: false, errors, messages: [] } });
  });
});

it.each(OPERATIONS.map(({ name, method, path }) => [name, method, path] as const))(
  'docs/internals/service.md 2.2: every operation %s is refused without credentials: %s %s',
  async (_name, method, path) => {
    const place = path.replace(':zone_id', DEFAULT_ZONE_ID).replace(/:\w+/g, 'f'.repeat(32));
    const { status, body } = await reply(await emulator.handle(serviceRequest(place, { method })));
    expect([status, body.errors]).toEqual([400, MISSING]);
  },
);

describe('docs/internals/service.md 2.2: what a token may do', () => {
  it('lets a read-only token read, and refuses its writes without a code', async () => {
    const call = caller(emulator, DEFAULT_ZONE_ID, READER);
    expect((await call('GET', '/rulesets')).status).toBe(200);
    const { status, body } = await call('POST', '/rulesets', FIELDS_RULESET);
    expect([status, body.errors]).toEqual([403, [{ message: 'request is not authorized' }]]);
  });

  it('refuses a token without any permission for rulesets, with 10000', async () => {
    const { status, body } = await caller(emulator, DEFAULT_ZONE_ID, LOGS)('GET', '/rulesets');
    expect([status, body.errors]).toEqual([403, [{ code: 10000, message: 'Authentication error' }]]);
  });

  it('refuses a token with 9109 in a zone that it may not use', async () => {
    expect((await caller(emulator, PROFESSIONAL_ZONE_ID, ONE_ZONE)('GET', '/rulesets')).status).toBe(200);
    const { status, body } = await caller(emulator, DEFAULT_ZONE_ID, ONE_ZONE)('GET', '/rulesets');
    expect([status, body.errors]).toEqual([
      403,
      [{ code: 9109, message: 'Unauthorized to access requested resource' }],
    ]);
  });

  it('refuses a write before it reads the body', async () => {
    const call = caller(emulator, DEFAULT_ZONE_ID, READER);
    expect((await call('POST', '/rulesets', {})).status).toBe(403);
  });
});
