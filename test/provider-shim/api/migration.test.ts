import type { GeneratedRule, ZoneClient } from '../../../provider-shim/api';
import { ZONE } from './emulated-zone';
import { cut, failureOf, ok, serve, service, useScriptedService } from './scripted-service';

useScriptedService();

const ENTRYPOINT = `/client/v4/zones/${ZONE}/rulesets/phases/http_request_firewall_managed/entrypoint`;
const MANAGED = 'efb7b8c949ac4650a09736fc376e9aee';
const RULE: GeneratedRule = {
  id: '',
  version: '',
  ref: '',
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  action_parameters: { id: MANAGED },
};

describe('the requests of a migration', () => {
  test('select the procedure for all zones', async () => {
    const client = await serve(ok({ compatible: true }), ok({ rules: [] }), ok({}));
    await client.checkCompatibility('z/1');
    await client.getMigrationConfiguration('z');
    await client.getMigrationStatus('z');
    expect(service.requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/client/v4/zones/z%2F1/waf_migration/check?phase_two=1'],
      ['GET', '/client/v4/zones/z/waf_migration/config?phase_two=1'],
      ['GET', '/client/v4/zones/z/waf_migration/status'],
    ]);
  });

  test('that save rules are never sent twice when their answer is lost', async () => {
    const client = await serve(cut);
    const failure = await failureOf(client.saveManagedRules(ZONE, { name: 'n', rules: [RULE] }, 'pending'));
    expect(failure).toMatchObject({ kind: 'unreachable', outcome: 'unknown' });
    expect(service.requests.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual([
      ['PUT', `${ENTRYPOINT}?waf_migration=pending&phase_two=1`, { name: 'n', rules: [RULE] }],
    ]);
  });
});

describe('what the service does not report is undefined', () => {
  const NOTHING = {
    migration_state: undefined,
    old_waf_status: undefined,
    new_waf_status: undefined,
    source: undefined,
    created: undefined,
  };

  test.each<readonly [string, unknown, object]>([
    ['null', { migration_state: null, created: null, source: null }, NOTHING],
    ['beside a state', { migration_state: 'complete', more: 1 }, { ...NOTHING, migration_state: 'complete' }],
  ])('in a status: %s', async (_case, result, expected) => {
    const client = await serve(ok(result));
    expect(await client.getMigrationStatus('z')).toEqual(expected);
  });

  test.each([[null], [''], [undefined]])('in a check: the state is %j', async (state) => {
    const client = await serve(ok({ compatible: true, migration_state: state }));
    expect(await client.checkCompatibility('z')).toEqual({ compatible: true, migration_state: undefined });
  });

  test('in a generated rule: it gets the defaults, and everything else stays unchanged', async () => {
    const client = await serve(
      ok({ rules: [{ action: 'execute', action_parameters: null, ref: '', more: { a: [1] } }] }),
    );
    expect(await client.getMigrationConfiguration('z')).toEqual({
      name: 'default',
      rules: [
        { action: 'execute', expression: '', description: '', enabled: true, ref: '', more: { a: [1] } },
      ],
    });
  });
});

const CALLS = {
  config: (client: ZoneClient) => client.getMigrationConfiguration('z'),
  status: (client: ZoneClient) => client.getMigrationStatus('z'),
  check: (client: ZoneClient) => client.checkCompatibility('z'),
};
const withRule = (more: object): object => ({ rules: [{ ...RULE, ...more }] });

test.each<readonly [keyof typeof CALLS, unknown, string]>([
  ['config', null, 'the result is null, not an object'],
  ['config', {}, 'rules is nothing, not an array'],
  ['config', { rules: {} }, 'rules is an empty object, not an array'],
  ['config', { name: 1, rules: [] }, 'name of the result is the number 1, not a text'],
  ['config', { rules: [RULE, null] }, 'rules[1]: a rule is null, not an object'],
  ['config', withRule({ action: '' }), 'rules[0]: action of a rule is the string "", not a text'],
  ['config', withRule({ enabled: 1 }), 'rules[0]: enabled of a rule is the number 1, not a boolean'],
  [
    'config',
    withRule({ action_parameters: 'x' }),
    'rules[0]: action_parameters of a rule is the string "x", not an object',
  ],
  ['status', 'enabled', 'the result is the string "enabled", not an object'],
  ['status', { created: 5 }, 'created of the result is the number 5, not a text'],
  ['check', {}, 'compatible is nothing, not a boolean'],
])('an answer of another form is an error that says what was seen: %s: %#', async (name, result, seen) => {
  const client = await serve(ok(result));
  const failure = await failureOf(CALLS[name](client));
  expect(failure).toMatchObject({ kind: 'malformed-answer' });
  expect((failure as Error).message).toBe(
    `GET /zones/z/waf_migration/${name}: the result has an unexpected form: ${seen}.`,
  );
});
