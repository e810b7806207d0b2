import { createEmulator } from '../../../emulator';
import { FIELDS_RULESET, caller, fieldsRule, manyFields } from '../client';
import { CORE, MANAGED, MANAGED_ENTRY_POINT, execute } from './managed-rules';

const UNKNOWN_ID = 'f'.repeat(32);

/** A zone whose ruleset of custom fields has these rules. */
async function holding(...rules: readonly unknown[]) {
  const emulator = createEmulator();
  const call = caller(emulator);
  const ruleset = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules })).body.result;
  return { emulator, call, ruleset, path: `/rulesets/${ruleset.id}/rules` };
}

describe('docs/internals/service.md 3.3: adding a rule', () => {
  it('returns the whole ruleset with the rule at its end, and increases the version', async () => {
    const { call, ruleset, path } = await holding(fieldsRule('a'));
    const { status, body } = await call('POST', path, { ...fieldsRule('b'), ref: 'mine' });
    const [, added] = body.result.rules;
    expect([status, body.result]).toEqual([
      200,
      {
        ...ruleset,
        version: '2',
        last_updated: body.result.last_updated,
        rules: [
          ruleset.rules[0],
          {
            ...fieldsRule('b'),
            id: added.id,
            ref: 'mine',
            version: '1',
            description: '',
            enabled: true,
            last_updated: body.result.last_updated,
          },
        ],
      },
    ]);
    expect(added.id).not.toBe(ruleset.rules[0].id);
    expect((await call('GET', `/rulesets/${ruleset.id}`)).body.result).toEqual(body.result);
  });

  it('allows only one deployment of each managed ruleset in a zone', async () => {
    const call = caller(createEmulator());
    const { id } = (await call('PUT', MANAGED_ENTRY_POINT, { rules: [execute(MANAGED)] })).body.result;
    const again = await call('POST', `/rulesets/${id}/rules`, execute(MANAGED));
    expect([again.status, again.body.errors[0]?.source?.pointer]).toEqual([400, '/action_parameters/id']);
    expect((await call('POST', `/rulesets/${id}/rules`, execute(CORE))).status).toBe(200);
  });
});

describe('docs/internals/service.md 3.2: changing a rule', () => {
  it('replaces all of it except its id and ref, and keeps its place', async () => {
    const first = { ...fieldsRule('a'), ref: 'mine', description: 'old', enabled: false };
    const { call, ruleset, path } = await holding(first, fieldsRule('z'));
    const [stored, other] = ruleset.rules;
    const { status, body } = await call('PATCH', `${path}/${stored.id}`, fieldsRule('b'));
    expect([status, body.result.version, body.result.rules]).toEqual([
      200,
      '2',
      [
        {
          ...fieldsRule('b'),
          id: stored.id,
          ref: 'mine',
          version: '2',
          description: '',
          enabled: true,
          last_updated: body.result.last_updated,
        },
        other,
      ],
    ]);
  });

  it.each<[string, (rule: { id: string }) => unknown]>([
    ['the rule as it was read', (rule) => rule],
    ['the same rule without id', ({ id: _id, ...rule }) => rule],
    ['the same rule with an empty id', (rule) => ({ ...rule, id: '' })],
  ])('does not increase the version of the rule for %s', async (_name, bodyFor) => {
    const { call, ruleset, path } = await holding(fieldsRule('a'));
    const [stored] = ruleset.rules;
    const { body } = await call('PATCH', `${path}/${stored.id}`, bodyFor(stored));
    expect([body.result.version, body.result.rules]).toEqual(['2', [stored]]);
  });

  it('only moves the rule if only a position is sent', async () => {
    const { call, ruleset, path } = await holding(fieldsRule('a'), fieldsRule('b'));
    const [first, second] = ruleset.rules;
    const { body } = await call('PATCH', `${path}/${first.id}`, { position: { after: '' } });
    expect([body.result.version, body.result.rules]).toEqual(['2', [second, first]]);
  });

  it('does not count the replaced names against the limit', async () => {
    const { call, ruleset, path } = await holding(manyFields(30, 'a'));
    expect((await call('PATCH', `${path}/${ruleset.rules[0].id}`, manyFields(40, 'b'))).status).toBe(200);
  });
});

it('docs/internals/service.md 3.2: deleting a rule returns the whole ruleset without it', async () => {
  const { call, ruleset, path } = await holding(fieldsRule('a'), fieldsRule('b'));
  const [first, second] = ruleset.rules;
  const { status, body } = await call('DELETE', `${path}/${first.id}`);
  expect([status, body.result]).toEqual([
    200,
    { ...ruleset, version: '2', rules: [second], last_updated: body.result.last_updated },
  ]);
  expect((await call('DELETE', `${path}/${first.id}`)).status).toBe(404);
});

describe('single-rule operations', () => {
  it.each([
    ['POST', `/rulesets/${UNKNOWN_ID}/rules`, 404, 10003],
    ['PATCH', `/rulesets/${UNKNOWN_ID}/rules/${UNKNOWN_ID}`, 404, 10003],
    ['PATCH', `/rulesets/OURS/rules/${UNKNOWN_ID}`, 404, 10003],
    ['DELETE', `/rulesets/OURS/rules/${UNKNOWN_ID}`, 404, 10003],
    ['DELETE', '/rulesets/OURS/rules/x', 404, 7003],
    ['POST', `/rulesets/${MANAGED}/rules`, 400, 20021],
    ['DELETE', `/rulesets/${MANAGED}/rules/${UNKNOWN_ID}`, 400, 20021],
    ['GET', '/rulesets/OURS/rules', 405, 7001],
  ])('refuse %s %s', async (method, path, status, code) => {
    const { call, ruleset } = await holding(fieldsRule('a'));
    const body = method === 'GET' ? undefined : fieldsRule('b');
    const refused = await call(method, path.replace('OURS', ruleset.id), body);
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([status, code]);
  });
});

/** A ruleset of three rules with the refs a, b and c; their ids stand in a position as `#a` and so on. */
async function threeRules() {
  const call = caller(createEmulator());
  const rules = ['a', 'b', 'c'].map((name) => ({ ...fieldsRule(name), ref: name }));
  const ruleset = (await call('POST', '/rulesets', { ...FIELDS_RULESET, rules })).body.result;
  const ids = new Map<string, string>(
    ruleset.rules.map((rule: { ref: string; id: string }) => [rule.ref, rule.id]),
  );
  const positionOf = (position: unknown): unknown =>
    JSON.parse(JSON.stringify(position).replace(/#([abc])/g, (_mark, ref: string) => ids.get(ref) ?? ''));
  return { call, path: `/rulesets/${ruleset.id}/rules`, ids, positionOf };
}

function order(result: { rules: readonly { ref: string }[] }): string {
  return result.rules.map((rule) => rule.ref).join('');
}

describe('docs/internals/service.md 3.2: position', () => {
  it.each<[string, unknown, string]>([
    ['first', { before: '' }, 'xabc'],
    ['before a rule', { before: '#b' }, 'axbc'],
    ['last', { after: '' }, 'abcx'],
    ['after a rule', { after: '#b' }, 'abxc'],
    ['the index 1', { index: 1 }, 'xabc'],
    ['the index in the middle', { index: 3 }, 'abxc'],
    ['the index behind the last rule', { index: 4 }, 'abcx'],
  ])('inserts a new rule: %s', async (_name, position, expected) => {
    const { call, path, positionOf } = await threeRules();
    const body = { ...fieldsRule('x'), ref: 'x', position: positionOf(position) };
    expect(order((await call('POST', path, body)).body.result)).toBe(expected);
  });

  it.each<[string, string, unknown, string]>([
    ['first', 'b', { before: '' }, 'bac'],
    ['before a rule behind it', 'a', { before: '#c' }, 'bac'],
    ['after a rule behind it', 'a', { after: '#b' }, 'bac'],
    ['after the rule that it follows already', 'b', { after: '#a' }, 'abc'],
    ['last', 'a', { after: '' }, 'bca'],
    ['the index that it ends at', 'a', { index: 2 }, 'bac'],
    ['the last index', 'a', { index: 3 }, 'bca'],
  ])('moves a rule: %s', async (_name, ref, position, expected) => {
    const { call, path, ids, positionOf } = await threeRules();
    const { body } = await call('PATCH', `${path}/${ids.get(ref)}`, { position: positionOf(position) });
    expect(order(body.result)).toBe(expected);
    for (const rule of body.result.rules) expect(rule.version).toBe('1');
  });

  it('moves and replaces in one request', async () => {
    const { call, path, ids } = await threeRules();
    const body = { ...fieldsRule('x'), position: { index: 3 } };
    const { result } = (await call('PATCH', `${path}/${ids.get('a')}`, body)).body;
    expect([order(result), result.rules[2].version]).toEqual(['bca', '2']);
    expect(result.rules[2].action_parameters).toEqual({ request_fields: [{ name: 'x' }] });
  });
});
