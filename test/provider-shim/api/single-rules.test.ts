import { ruleUpdate } from '../../../provider-shim/api';
import { cut, failureOf, ok, refuse, sent, serve, useScriptedService } from './scripted-service';

useScriptedService();

describe('single rules and versions', () => {
  const rulePath = '/client/v4/zones/z/rulesets/r/rules/a';
  const content = { action: 'log_custom_field', expression: 'true' };
  const OF_R = {
    id: 'r',
    name: 'default',
    description: '',
    kind: 'zone',
    phase: 'http_log_custom_fields',
    version: '2',
    last_updated: '2026-01-01T00:00:00.123456Z',
    rules: [
      {
        id: 'a',
        version: '1',
        ref: 'a',
        action: 'log_custom_field',
        expression: 'true',
        description: 'fields',
        enabled: false,
        last_updated: '2026-01-01T00:00:00.123456Z',
        action_parameters: { cookie_fields: [{ name: 'Session' }], something_new: { a: [1] } },
      },
    ],
  };

  test('a rule is replaced, and the replacement is retried when the answer was lost', async () => {
    const client = await serve(cut, ok(OF_R));
    await expect(client.writeRuleset(ruleUpdate('z', 'r', 'a', content))).resolves.toEqual(OF_R);
    expect(sent()).toEqual([
      ['PATCH', rulePath, content],
      ['PATCH', rulePath, content],
    ]);
  });

  test('a missing rule is not replaced', async () => {
    const client = await serve(refuse(404, [{ code: 10003, message: 'could not find rule' }]));
    const failure = await failureOf(client.writeRuleset(ruleUpdate('z', 'r', 'a', content)));
    expect(failure).toMatchObject({ kind: 'not-found', outcome: 'refused' });
  });

  test('deleting a rule returns the ruleset without it', async () => {
    const client = await serve(ok({ ...OF_R, rules: [] }));
    await expect(client.deleteRule('z', 'r', 'a')).resolves.toEqual({ ...OF_R, rules: [] });
    expect(sent()).toEqual([['DELETE', rulePath, null]]);
  });

  test.each([
    ['a rule that is gone is deleted', 'deleteRule', ['DELETE', rulePath, null]],
    [
      'a version that is not kept',
      'getRulesetVersion',
      ['GET', '/client/v4/zones/z/rulesets/r/versions/a', null],
    ],
  ] as const)('%s: undefined', async (_case, operation, request) => {
    const client = await serve(refuse(404, [{ code: 10003, message: 'could not find it' }]));
    await expect(client[operation]('z', 'r', 'a')).resolves.toBeUndefined();
    expect(sent()).toEqual([request]);
  });
});
