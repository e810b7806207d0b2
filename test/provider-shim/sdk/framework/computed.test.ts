import { unknown, type Attributes } from '../../../../schema';
import type { Plain } from './plain';
import { planned } from './planned';
import type { PlanInput } from './served-resource';

const text = { type: 'string', description: 'Text.' } as const;

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

  test('of an element of a set follow the same rule', async () => {
    const inSet: Attributes = {
      name: { ...text, required: true },
      set: {
        nested: 'set',
        optional: true,
        attributes: { key: { ...text, required: true }, id: { ...text, computed: true } },
        description: 'Without order.',
      },
    };
    const before = { name: 'a', set: [{ key: 'x', id: '1' }] };
    const written = { name: 'a', set: [{ key: 'x' }] };
    expect([
      await planned(inSet, { prior: before, config: written }),
      await planned(inSet, { prior: before, config: { ...written, name: 'b' } }),
      await planned(inSet, { prior: before, config: { ...written, set: [{ key: 'x' }, { key: 'y' }] } }),
    ]).toEqual([
      before,
      { name: 'b', set: [{ key: 'x', id: unknown }] },
      {
        name: 'a',
        set: expect.arrayContaining([
          { key: 'x', id: unknown },
          { key: 'y', id: unknown },
        ]) as unknown,
      },
    ]);
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
