import { ok, serve } from './scripted-service';

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
