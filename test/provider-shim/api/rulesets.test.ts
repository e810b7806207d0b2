import { ruleUpdate } from '../../../provider-shim/api';
import { cut, errorOf, json, ok, page, refuse, sent, serve, type Reply } from './scripted-service';

const SUMMARY = {
  id: 'f'.repeat(32),
  name: 'default',
  description: '',
  kind: 'zone',
  phase: 'http_log_custom_fields',
  version: '2',
  last_updated: '2026-01-01T00:00:00.123456Z',
};

const RULE = {
  id: 'a'.repeat(32),
  version: '1',
  ref: 'a'.repeat(32),
  action: 'log_custom_field',
  expression: 'true',
  description: 'fields',
  enabled: false,
  last_updated: '2026-01-01T00:00:00.123456Z',
  action_parameters: { cookie_fields: [{ name: 'Session' }], something_new: { a: [1] } },
};

const RULESET = { ...SUMMARY, rules: [RULE] };

describe('rulesets are listed', () => {
  test('over several pages', async () => {
    const page1 = ok([SUMMARY], { result_info: { cursors: { after: 'a b' } } });
    const page2 = ok([{ ...SUMMARY, id: 'second' }], { result_info: { cursors: { after: '' } } });
    const client = await serve(page1, page2);
    await expect(client.listRulesets('z')).resolves.toEqual([SUMMARY, { ...SUMMARY, id: 'second' }]);
    expect(sent()).toEqual([
      ['GET', '/client/v4/zones/z/rulesets', null],
      ['GET', '/client/v4/zones/z/rulesets?cursor=a+b', null],
    ]);
  });

  test.each([
    ['null', null],
    ['an empty list', []],
  ])('when the result is %s', async (_case, result) => {
    const client = await serve(ok(result));
    await expect(client.listRulesets('z')).resolves.toEqual([]);
  });

  test.each<[string, (count: number) => string]>([
    ['leads back to itself', () => 'same'],
    ['never ends', (count) => `page-${count}`],
  ])('but not endlessly when the list %s', async (_case, cursor) => {
    let count = 0;
    const client = await serve((response, request) => {
      count += 1;
      const item = { ...SUMMARY, id: `${count}` };
      ok([item], { result_info: { cursors: { after: cursor(count) } } })(response, request);
    });
    expect(await errorOf(client.listRulesets('z'))).toMatchObject({ kind: 'malformed-answer' });
    expect(count).toBeLessThanOrEqual(201);
  });
});

describe('a ruleset is read', () => {
  test('unchanged, including unknown members', async () => {
    const client = await serve(ok({ ...RULESET, id: 'r/1', source: 'x' }));
    await expect(client.getRuleset('z', 'r/1')).resolves.toEqual({ ...RULESET, id: 'r/1', source: 'x' });
    expect(sent()).toEqual([['GET', '/client/v4/zones/z/rulesets/r%2F1', null]]);
  });

  const PLAIN = { id: 'r', kind: 'managed', phase: 'p' };
  const EMPTY = { version: '', description: '', last_updated: '' };
  const [SENT, READ] = [
    { id: 'a', action: 'skip', categories: ['c'] },
    { ref: '', expression: '', enabled: true },
  ];
  test.each<[string, object, object]>([
    ['a version that is a number as text', { version: 2 }, { version: '2' }],
    ['no rules when they are null', { rules: null }, {}],
    ['no rules when they are absent', {}, {}],
    [
      'defaults for members that the service omits',
      { rules: [{ ...SENT, id: 'b', version: 1, action_parameters: null }, SENT] },
      {
        rules: [
          { ...EMPTY, ...SENT, ...READ, id: 'b', version: '1' },
          { ...EMPTY, ...SENT, ...READ },
        ],
      },
    ],
  ])('with %s', async (_case, answered, read) => {
    const client = await serve(ok({ ...PLAIN, ...answered }));
    const expected = { ...EMPTY, ...PLAIN, name: '', rules: [], ...read };
    await expect(client.getRuleset('z', 'r')).resolves.toEqual(expected);
  });

  test.each<[string, Reply, string]>([
    ['a page with status 404', page(404, 'Not Found'), 'malformed-answer'],
    ['JSON of another program with status 404', json(404, { error: 'not found' }), 'malformed-answer'],
    ['a path that is not known', refuse(404, [{ code: 7003, message: 'Could not route' }]), 'invalid'],
    ['a missing permission', refuse(403, [{ message: 'request is not authorized' }]), 'authorization'],
  ])('and %s never counts as a phase without one', async (_case, reply, kind) => {
    const client = await serve(reply);
    expect(await errorOf(client.getEntrypoint('z', 'p'))).toMatchObject({ kind });
  });
});

describe('single rules and versions', () => {
  const rulePath = '/client/v4/zones/z/rulesets/r/rules/a';
  const content = { action: 'log_custom_field', expression: 'true' };
  const OF_R = { ...RULESET, id: 'r', rules: [{ ...RULE, id: 'a', ref: 'a' }] };

  test('a rule is replaced, and the replacement is retried when the answer was lost', async () => {
    const client = await serve(cut, ok(OF_R));
    await expect(client.writeRuleset(ruleUpdate('z', 'r', 'a', content))).resolves.toEqual(OF_R);
    expect(sent()).toEqual(Array(2).fill(['PATCH', rulePath, content]));
  });

  test.each([
    ['a rule that is gone is deleted', 'deleteRule', ['DELETE', rulePath, null]],
    ['a version not there', 'getRulesetVersion', ['GET', '/client/v4/zones/z/rulesets/r/versions/a', null]],
  ] as const)('%s: undefined', async (_case, operation, request) => {
    const client = await serve(refuse(404, [{ code: 10003, message: 'could not find it' }]));
    await expect(client[operation]('z', 'r', 'a')).resolves.toBeUndefined();
    expect(sent()).toEqual([request]);
  });
});
