import type { GeneratedRule } from '../../../provider-shim/api';
import { ZONE } from './emulated-zone';
import { cut, failureOf, ok, serve, service } from './scripted-service';

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
