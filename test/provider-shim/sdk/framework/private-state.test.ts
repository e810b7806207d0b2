import { PrivateState } from '../../../../provider-shim/sdk/framework';
import { keeping, schemaOf } from './keeping';
import { privateBytes, serve } from './served-resource';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = (state: PrivateState): string => Buffer.from(state.bytes()).toString();

describe('private state', () => {
  test('that no call changes keeps its exact bytes', () => {
    const odd = '{ "b":1.0,\n"a":"\\u0041" }';
    const state = PrivateState.from(bytes(odd));
    expect([state.get('b'), state.get('a'), textOf(state)]).toEqual([1, 'A', odd]);
    state.set('c', true);
    expect(textOf(state)).toBe('{"b":1,"a":"A","c":true}');
  });

  test('hands what is of one plan to the next call, and no further', () => {
    const planned = PrivateState.from(privateBytes({ a: 1 }));
    planned.set('plan:b', 2);
    expect([planned.get('plan:b'), textOf(planned)]).toEqual([2, '{"a":1,"plan:b":2}']);
    const next = PrivateState.from(planned.bytes());
    expect([next.get('plan:b'), next.fromPlan('plan:b'), textOf(next)]).toEqual([undefined, 2, '{"a":1}']);
    expect(PrivateState.from(next.bytes()).fromPlan('plan:b')).toBeUndefined();
    expect(textOf(PrivateState.from(privateBytes({ 'plan:b': 2 })))).toBe('');
  });

  test('returns a text, a list of texts or an object with each of some texts as such, and nothing else', () => {
    const own = { text: 'a', list: ['a', 'b'], object: { a: 'a', b: 'b' } };
    const state = PrivateState.from(
      privateBytes({ ...own, number: 1, none: null, mixed: ['a', 1], half: { a: 'a', b: 1 } }),
    );
    const names = [...Object.keys(own), 'number', 'none', 'mixed', 'half', 'missing'];
    const found = (read: (key: string) => unknown) => names.map(read).filter((value) => value !== undefined);
    expect([
      found((key) => state.text(key)),
      found((key) => state.texts(key)),
      found((key) => state.members(key, ['a', 'b'])),
    ]).toEqual([[own.text], [own.list], [own.object]]);
  });

  test.each([
    ['cut off', '{"a":', 'it is not JSON'],
    ['no JSON', '\u0000', 'it is not JSON'],
    ['a list', '[1]', 'it is JSON, but not an object'],
    ['null', 'null', 'it is JSON, but not an object'],
    ['nested very deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'it is nested too deeply'],
    ['very long', `{"a":"${'a'.repeat(2 ** 21)}"}`, 'it has 2097160 bytes, more than 1048576'],
  ])('that is damaged (%s) is empty', (_case, text, damage) => {
    const state = PrivateState.from(bytes(text));
    expect([state.damage, state.get('a'), textOf(state)]).toEqual([damage, undefined, '']);
  });

  test('may have names that every JavaScript object has', () => {
    const state = PrivateState.from(bytes('{"__proto__":{"x":1},"constructor":2}'));
    expect([state.get('x'), state.get('toString'), state.get('constructor')]).toEqual([
      undefined,
      undefined,
      2,
    ]);
  });
});

const attributes = { name: { type: 'string', optional: true, description: 'A name.' } } as const;

test('half of a surrogate pair from the service is stored as U+FFFD', async () => {
  const resource = keeping(schemaOf(attributes), { read: async () => ({ name: 'a\ud800b' }) });
  const { state, diagnostics } = await (await serve(resource)).read({ name: 'n' });
  expect({ state, diagnostics }).toEqual({ state: { name: 'a\ufffdb' }, diagnostics: [] });
});
