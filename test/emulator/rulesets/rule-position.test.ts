import { createEmulator } from '../../../emulator';
import { FIELDS_RULESET, caller, fieldsRule } from '../client';

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
