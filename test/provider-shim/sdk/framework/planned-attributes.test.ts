import { unknown, type Attributes, type MemberAttributes } from '../../../../schema';
import type { Plain } from './plain';
import { keeping, planned, text } from './keeping';
import { serve, type PlanInput } from './served-resource';

describe('computed attributes', () => {
  const attributes: Attributes = {
    name: { ...text, required: true },
    id: { ...text, computed: true },
    note: { ...text, optional: true, computed: true },
    kept: { ...text, computed: true, keepsPrior: true },
    list: {
      nested: 'list',
      optional: true,
      attributes: { key: { ...text, required: true }, id: { ...text, computed: true } },
      description: 'In order.',
    },
  };
  const prior = { name: 'a', id: '1', note: 'n', kept: 'k', list: [{ key: 'x', id: '2' }] };
  const config = { name: 'a', list: [{ key: 'x' }] };

  const cases: readonly (readonly [string, PlanInput, Plain])[] = [
    [
      'are not known when the object is made',
      { config },
      { name: 'a', id: unknown, note: unknown, kept: unknown, list: [{ key: 'x', id: unknown }] },
    ],
    ['stay as they are when nothing changes', { prior, config }, prior],
    [
      'are not known when something else changes, but those that keep their value',
      { prior, config: { ...config, name: 'b' } },
      { name: 'b', id: unknown, note: unknown, kept: 'k', list: [{ key: 'x', id: unknown }] },
    ],
    [
      'are the configured values where there are any',
      { config: { ...config, note: 'mine' } },
      { name: 'a', id: unknown, note: 'mine', kept: unknown, list: [{ key: 'x', id: unknown }] },
    ],
    ['stay when one is removed', { prior: { ...prior, note: 'mine' }, config }, { ...prior, note: 'mine' }],
  ];

  test.each(cases)('%s', async (_case, input, expected) => {
    expect(await planned(attributes, input)).toEqual(expected);
  });

  const member: MemberAttributes = {
    id: { ...text, computed: true },
    key: { ...text, required: true },
    note: { ...text, optional: true, computed: true },
    label: { ...text, optional: true, default: 'none' },
  };
  const inside = (nested: 'single' | 'list' | 'map'): MemberAttributes => ({
    inside: { nested, optional: true, attributes: member, description: 'Inside.' },
  });

  test.each<readonly [string, MemberAttributes, (one: Plain) => Plain]>([
    ['itself', member, (one) => one],
    ['in an object of it', inside('single'), (one) => ({ inside: one })],
    ['in its list', inside('list'), (one) => ({ inside: [one] })],
    ['in its map', inside('map'), (one) => ({ inside: { a: one } })],
  ])('of an element of a set follow the same rule: %s', async (_where, attributes, held) => {
    const set = { nested: 'set', optional: true, attributes, description: 'Without order.' } as const;
    const inSet: Attributes = { name: { ...text, required: true }, set };
    const [one, other] = [
      held({ id: '2', key: 'x', note: 'old', label: 'none' }),
      held({ id: '1', key: 'y', note: 'y', label: 'none' }),
    ];
    const prior = { name: 'a', set: [one, other] };
    const config = { name: 'a', set: [held({ key: 'x' }), held({ key: 'y', note: 'y' })] };
    const open = ['x', 'y', 'z'].map((key) => held({ id: unknown, key, note: key === 'y' ? 'y' : unknown }));
    const changed = async (more: Plain) => await planned(inSet, { prior, config: { ...config, ...more } });
    expect([await changed({}), await changed({ name: 'b' })]).toMatchObject([
      prior,
      { name: 'b', set: open.slice(0, 2) },
    ]);
    expect(await changed({ set: [...config.set, held({ key: 'z' })] })).toMatchObject({ set: open });
  });

  test.each([
    ['the order of a set', { type: { set: 'string' } }, ['a', 'b'], ['b', 'a']],
    ['the Unicode form of text', { type: 'string' }, 'caf\u00e9', 'cafe\u0301'],
  ] as const)('do not treat %s as a change', async (_case, type, before, written) => {
    const other = {
      a: { ...type, optional: true, description: 'A value.' },
      id: { ...text, computed: true },
    };
    expect(
      await planned(other as Attributes, { prior: { a: before, id: '1' }, config: { a: written } }),
    ).toEqual({
      a: expect.anything() as unknown,
      id: '1',
    });
  });
});

describe('a creation-only attribute', () => {
  const attributes: Attributes = {
    name: { ...text, required: true },
    how: { ...text, optional: true, default: 'gently', creationOnly: true },
    why: { ...text, optional: true, creationOnly: true },
    id: { ...text, computed: true },
  };
  const prior = { name: 'a', how: 'gently', why: 'so', id: '1' };

  const cases: readonly (readonly [string, PlanInput, Plain])[] = [
    ['is no change on its own', { prior, config: { name: 'a', how: 'hard', why: 'other' } }, prior],
    [
      'is no change when it goes back to its default',
      { prior: { ...prior, how: 'hard' }, config: { name: 'a', why: 'so' } },
      { ...prior, how: 'hard' },
    ],
    ['is no change while it is not known', { prior, config: { name: 'a', how: unknown, why: 'so' } }, prior],
    [
      'changes along with another one',
      { prior, config: { name: 'b', how: 'hard', why: 'so' } },
      { name: 'b', how: 'hard', why: 'so', id: unknown },
    ],
    [
      'is taken when the object is made',
      { config: { name: 'a', how: 'hard' } },
      { name: 'a', how: 'hard', why: null, id: unknown },
    ],
    [
      'is a change where the state has none, which the engine wants to see',
      { prior: { ...prior, why: null }, config: { name: 'a', why: 'so' } },
      { name: 'a', how: 'gently', why: 'so', id: unknown },
    ],
    [
      'is a change when it is removed and has no default, which the engine wants to see',
      { prior, config: { name: 'a' } },
      { name: 'a', how: 'gently', why: null, id: unknown },
    ],
  ];

  test.each(cases)('%s', async (_case, input, expected) => {
    expect(await planned(attributes, input)).toEqual(expected);
  });
});

describe('a replacement is planned', () => {
  const attributes: Attributes = {
    zone: { ...text, required: true, replaceOnChange: true },
    place: { ...text, optional: true, replaceOnChange: true },
    tags: { type: { set: 'string' }, optional: true, replaceOnChange: true, description: 'Texts.' },
    name: { ...text, optional: true },
    id: { ...text, computed: true, replaceOnChange: true, keepsPrior: true },
  };

  const prior = { zone: 'z', place: 'p', tags: ['a', 'b'], name: 'n', id: '1' };
  const config = { zone: 'z', place: 'p', tags: ['b', 'a'], name: 'n' };

  const cases: readonly (readonly [string, PlanInput, readonly string[]])[] = [
    ['by nothing when nothing changes', { prior, config }, []],
    ['by nothing when another attribute changes', { prior, config: { ...config, name: 'm' } }, []],
    ['by a changed value', { prior, config: { ...config, zone: 'y' } }, ['zone']],
    ['by a value that is not known yet', { prior, config: { ...config, zone: unknown } }, ['zone']],
    ['by a removed value', { prior, config: { ...config, place: undefined } }, ['place']],
    ['by an added value', { prior: { ...prior, place: null }, config }, ['place']],
    ['by an element of a set', { prior, config: { ...config, tags: ['a'] } }, ['tags']],
    ['by several at once, in order', { prior, config: { zone: 'y', name: 'n' } }, ['place', 'tags', 'zone']],
    ['by nothing when it is made', { config }, []],
    ['by nothing when it is destroyed', { prior, config: null }, []],
  ];

  test.each(cases)('%s', async (_case, input, expected) => {
    const { replace, diagnostics } = await (await serve(keeping(attributes))).plan(input);
    expect({ replace, diagnostics }).toEqual({ replace: expected.map((name) => [name]), diagnostics: [] });
  });
});
