import type { ServiceError } from '../../../provider-shim/api/answers/errors';
import { failureOf, json, refuse, serve, service, useScriptedService, type Reply } from './scripted-service';

useScriptedService();

async function failureAfter(reply: Reply, method: 'GET' | 'PUT' = 'PUT'): Promise<ServiceError> {
  await serve(reply);
  const client = service.client({ maxRetries: 0 });
  const body = method === 'PUT' ? { body: {} } : {};
  return (await failureOf(
    client.request({ method, path: ['zones', 'z', 'rulesets'], ...body }),
  )) as ServiceError;
}

describe('a failure that the service reports', () => {
  test.each<[string, number, readonly unknown[], string, RegExp]>([
    [
      'no credentials',
      400,
      [{ code: 9106, message: 'Missing X-Auth-Key' }],
      'authentication',
      /proxy may strip/,
    ],
    [
      'an unknown token',
      403,
      [{ code: 9109, message: 'Invalid access token' }],
      'authentication',
      /Check api_token/,
    ],
    [
      'a permission that is missing',
      403,
      [{ code: 10000, message: 'Authentication error' }],
      'authorization',
      /permission/,
    ],
    [
      'a path that is not known',
      404,
      [
        { code: 7003, message: 'Could not route' },
        { code: 7000, message: 'No route for that URI' },
      ],
      'invalid',
      /zone with this id .* base_url \(http:\/\/127\.0\.0\.1:\d+\/client\/v4\) is correct/,
    ],
    [
      'a second ruleset of the phase',
      400,
      [{ code: 20217, message: "'zone' is not a valid value for kind", source: { pointer: '/kind' } }],
      'conflict',
      /at most one/,
    ],
    [
      'a ruleset that does not exist',
      404,
      [{ code: 10003, message: 'could not find ruleset' }],
      'not-found',
      /not exist/,
    ],
    [
      'a phase that the plan does not include',
      400,
      [{ code: 50002, message: 'not entitled to use the phase http_log_custom_fields' }],
      'invalid',
      /need an Enterprise zone/,
    ],
    [
      'one log push job too many',
      403,
      [{ code: 1004, message: 'creating a new job is not allowed: exceeded max jobs allowed' }],
      'authorization',
      /Delete a job/,
    ],
    ['maintenance', 503, [{ code: 10020, message: 'maintenance_mode' }], 'unavailable', /maintaining/],
    [
      'a name that cannot change',
      400,
      [{ message: 'name field cannot be modified' }],
      'invalid',
      /Keep its name/,
    ],
    [
      'a zone that has not migrated',
      400,
      [{ message: 'WAF enrollment is required' }],
      'invalid',
      /Migrate it first/,
    ],
    ['an outage', 500, [], 'unavailable', /itself has a problem/],
  ])('%s', async (_case, status, errors, kind, hint) => {
    const error = await failureAfter(refuse(status, errors));
    expect(error).toMatchObject({ name: 'ServiceError', kind, status, attempts: 1 });
    expect(error.outcome).toBe(status >= 500 ? 'unknown' : 'refused');
    expect(error.hint).toMatch(hint);
  });

  test('shows its codes, messages and pointers', async () => {
    const errors = [
      {
        code: 6003,
        message: 'Invalid request headers',
        error_chain: [{ code: 6111, message: 'Invalid format' }],
      },
      { message: 'no code', source: { pointer: '/rules/0' } },
    ];
    const error = await failureAfter(refuse(400, errors));
    expect([error.codes, error.errors, error.request]).toEqual([
      [6003, 6111],
      [
        { code: 6003, message: 'Invalid request headers' },
        { code: 6111, message: 'Invalid format' },
        { message: 'no code', pointer: '/rules/0' },
      ],
      { method: 'PUT', path: '/zones/z/rulesets' },
    ]);
    expect(error.toProblem()).toEqual({
      code: 'service_authentication',
      path: [],
      message:
        'PUT /zones/z/rulesets: the service answered with status 400: ' +
        '6003 Invalid request headers; 6111 Invalid format; no code (at /rules/0).',
      hint:
        'The credentials have the wrong format. The most common cause is a key given as a token, or ' +
        'the reverse: put a token in api_token, or a key in api_key together with email.',
    });
  });

  test('counts even with status 200', async () => {
    const reply = json(200, {
      result: null,
      success: false,
      errors: [{ code: 1002, message: 'no' }],
      messages: [],
    });
    expect(await failureAfter(reply)).toMatchObject({
      kind: 'invalid',
      outcome: 'refused',
      status: 200,
      codes: [1002],
    });
  });

  test('leaves the outcome of a write unknown when the service broke down, and says so', async () => {
    const hints = [await failureAfter(refuse(500, []), 'PUT'), await failureAfter(refuse(500, []), 'GET')];
    expect(hints.map((error) => error.toProblem().hint)).toEqual([
      'The service itself has a problem. Try again later. ' +
        'The change may have taken effect: check before repeating it.',
      'The service itself has a problem. Try again later.',
    ]);
  });
});
