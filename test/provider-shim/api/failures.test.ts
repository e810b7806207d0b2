import { DOCTOR, type ServiceError } from '../../../provider-shim/api/answers/errors';
import type { ServiceRequest } from '../../../provider-shim/api/http/request';
import { failureAfter, page, refuse, service, type Reply } from './scripted-service';

const asked = (reply: Reply, method: 'GET' | 'PUT' = 'PUT', below = ['rulesets']): Promise<ServiceError> => {
  const request = { method, path: ['zones', 'z', ...below], ...(method === 'PUT' && { body: {} }) };
  return failureAfter(reply, request, { maxRetries: 0 });
};

describe('a failure that the service reports', () => {
  /** Each error as its code, if it has one, and its message. */
  test.each<[string, number, readonly string[], string, RegExp]>([
    ['no credentials', 400, ['9106 Missing X-Auth-Key'], 'authentication', /proxy may strip/],
    ['an unknown token', 403, ['9109 Invalid access token'], 'authentication', /Check api_token/],
    ['an unknown key', 403, ['9103 Unknown X-Auth-Key'], 'authentication', /Check api_token/],
    ['a filter', 403, ['9109 Cannot use the access token from location: ::1'], 'authentication', /filter/],
    ['an expired token', 403, ['9109 The access token is expired'], 'authentication', /^The time of the/],
    ['a token of another zone', 403, ['9109 Unauthorized'], 'authorization', /^The credentials may lack/],
    ['many wrong tokens', 403, ['9109 Max auth failures reached'], 'authentication', /first, then wait/],
    ['a token that is none', 401, ['1000 Invalid API Token'], 'authentication', /Check api_token/],
    ['a challenge that expired', 400, ['1002 ownership token has expired'], 'invalid', /new challenge/],
    [
      'a permission that is missing',
      403,
      ['10000 Authentication error'],
      'authorization',
      /permission.* expired/,
    ],
    [
      'a path that is not known',
      404,
      ['7003 Could not route', '7000 No route for that URI'],
      'invalid',
      /First check base_url \(http:\/\/127\.0\.0\.1:\d+\/client\/v4\): .* no zone with this id/,
    ],
    ['a second ruleset', 400, ["20217 'zone' is not a valid value for kind"], 'conflict', /at most one/],
    ['a ruleset that does not exist', 404, ['10003 could not find ruleset'], 'not-found', /not exist/],
    [
      'a phase that the plan does not include',
      400,
      ['50002 not entitled to use the phase http_log_custom_fields'],
      'invalid',
      /need an Enterprise zone/,
    ],
    [
      'one log push job too many',
      403,
      ['1004 creating a new job is not allowed: exceeded max jobs allowed'],
      'conflict',
      /Delete a job/,
    ],
    ['the zone itself', 403, ['10000 ownership of this zone is not verified'], 'authorization', /permission/],
    ['a wrong token', 400, ['1002 ownership challenge does not match'], 'invalid', /Request a new challenge/],
    [
      'a receiver that cannot be reached',
      400,
      ['1002 error validating destination: error writing object: dial tcp: no such host'],
      'invalid',
      /could not write a test file/,
    ],
    ['a missing package', 400, ['1002 Could not find WAF package'], 'invalid', /what its message names/],
    ['a log push code in other words', 403, ['1004 not today'], 'authorization', /may lack a permission/],
    ['maintenance', 503, ['10020 maintenance_mode'], 'unavailable', /maintaining/],
    ['a name that cannot change', 400, ['name field cannot be modified'], 'invalid', /Keep its name/],
    ['a zone that has not migrated', 400, ['WAF enrollment is required'], 'invalid', /Migrate it first/],
    ['an outage', 500, [], 'unavailable', /has a problem of its own/],
  ])('%s', async (_case, status, said, kind, hint) => {
    const errors = said.map((one) => {
      const [, code, message] = /^(\d+)? ?(.*)$/.exec(one) ?? [];
      return { ...(code !== undefined && { code: Number(code) }), message };
    });
    const ofLogpush = /^100[24] /.test(said[0] ?? '');
    const error = await asked(refuse(status, errors), 'PUT', ofLogpush ? ['logpush', 'jobs'] : undefined);
    expect(error).toMatchObject({ name: 'ServiceError', kind, status, attempts: 1 });
    expect(error.outcome).toBe(status >= 500 ? 'unknown' : 'refused');
    expect(error.hint).toMatch(hint);
    const isOfAccess = ['authentication', 'authorization'].includes(kind) || error.hint.includes('base_url');
    expect(error.hint.endsWith(DOCTOR)).toBe(isOfAccess);
  });

  test('shows its codes, messages and pointers', async () => {
    const errors = [
      {
        code: 6003,
        message: 'Invalid request headers',
        error_chain: [{ code: 6111, message: 'Invalid format' }],
      },
      { message: 'no code', source: { pointer: '/rules/0' } },
      { code: '7', message: 'nowhere', source: { pointer: '' } },
      'an old plain text',
    ];
    const error = await asked(refuse(400, errors));
    expect([error.codes, error.errors, error.request]).toEqual([
      [6003, 6111, 7],
      [
        { code: 6003, message: 'Invalid request headers' },
        { code: 6111, message: 'Invalid format' },
        { message: 'no code', pointer: '/rules/0' },
        { code: 7, message: 'nowhere' },
        { message: 'an old plain text' },
      ],
      { method: 'PUT', path: '/zones/z/rulesets' },
    ]);
    expect(error.toProblem()).toEqual({
      code: 'service_authentication',
      path: [],
      message:
        'PUT /zones/z/rulesets: the service answered with status 400: ' +
        '6003 Invalid request headers; 6111 Invalid format; no code (at /rules/0); 7 nowhere; an old plain text.',
      hint:
        'The credentials have the wrong format. The most common cause is a key given as a token, or ' +
        'the reverse: put a token in api_token, or a key in api_key together with email.' +
        DOCTOR,
    });
  });

  const [BROKE_DOWN, SIGN_IN] = [refuse(500, []), page(200, 'Sign in')];
  const DOUBT = ' The change may have taken effect: check before repeating it.';

  test.each<readonly [string, Reply, Partial<ServiceRequest>, string]>([
    ['a write unknown when the service broke down', BROKE_DOWN, {}, DOUBT],
    ['no read unknown', BROKE_DOWN, { method: 'GET' }, ''],
    ['no dry run unknown', BROKE_DOWN, { changesNothing: true }, ''],
    ['a dry run unknown that somebody else answered', SIGN_IN, { changesNothing: true }, DOUBT],
  ])('leaves the outcome of %s, and says so', async (_what, reply, more, doubt) => {
    const request = { method: 'PUT', path: ['x'], ...more } as const;
    const { hint } = (await failureAfter(reply, request, { maxRetries: 0 })).toProblem();
    const problem =
      `The service at base_url (${service.url}/client/v4) has a problem of its own, whatever the configuration and the ` +
      'credentials are. Look at its status page. Try again later.';
    expect(hint.split(DOCTOR)).toEqual([reply === BROKE_DOWN ? problem : expect.any(String), doubt]);
  });
});
