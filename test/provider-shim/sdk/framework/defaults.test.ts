import { unknown, type Attributes, type MemberAttributes } from '../../../../schema';
import type { Plain } from './plain';
import { planned, text } from './keeping';

const member: MemberAttributes = {
  key: { ...text, required: true },
  label: { ...text, optional: true, default: 'none' },
};

const withDefaults: Attributes = {
  name: { ...text, required: true },
  label: { ...text, optional: true, default: 'none' },
  tags: { type: { set: 'string' }, optional: true, default: [], description: 'Texts.' },
  size: { type: 'number', optional: true, default: 0.5, description: 'A number.' },
  single: { nested: 'single', optional: true, attributes: member, description: 'One.' },
  list: { nested: 'list', optional: true, attributes: member, description: 'In order.' },
  set: { nested: 'set', optional: true, attributes: member, description: 'Without order.' },
  map: { nested: 'map', optional: true, attributes: member, description: 'By name.' },
};

const NONE = { label: 'none', tags: [], size: 0.5, single: null, list: null, set: null, map: null };

describe('defaults', () => {
  const cases: readonly (readonly [string, Plain, Plain])[] = [
    ['apply where nothing is configured', { name: 'a' }, { name: 'a', ...NONE }],
    [
      'give way to configured values, even empty ones',
      { name: 'a', label: '', tags: ['x'], size: 0 },
      { name: 'a', ...NONE, label: '', tags: ['x'], size: 0 },
    ],
    [
      'give way to unknown values',
      { name: 'a', label: unknown, tags: unknown, single: unknown, list: unknown },
      { name: 'a', ...NONE, label: unknown, tags: unknown, single: unknown, list: unknown },
    ],
    [
      'apply inside each object of a list',
      { name: 'a', list: [{ key: 'k' }, { key: 'l', label: 'given' }, { key: unknown }] },
      {
        name: 'a',
        ...NONE,
        list: [
          { key: 'k', label: 'none' },
          { key: 'l', label: 'given' },
          { key: unknown, label: 'none' },
        ],
      },
    ],
    [
      'apply inside each object of a set',
      { name: 'a', set: [{ key: 'k' }, { key: 'l', label: unknown }] },
      {
        name: 'a',
        ...NONE,
        set: expect.arrayContaining([
          { key: 'k', label: 'none' },
          { key: 'l', label: unknown },
        ]) as unknown,
      },
    ],
    [
      'apply inside each object of a map, whatever its key',
      { name: 'a', map: { label: { key: 'k' }, 'a b': { key: 'l', label: 'x' } } },
      {
        name: 'a',
        ...NONE,
        map: { label: { key: 'k', label: 'none' }, 'a b': { key: 'l', label: 'x' } },
      },
    ],
    ['do not fill an object that is not given', { name: 'a', list: [] }, { name: 'a', ...NONE, list: [] }],
  ];

  test.each(cases)('%s', async (_case, config, expected) => {
    expect(await planned(withDefaults, { config })).toEqual(expected);
  });

  test('apply again when the configured value is removed', async () => {
    const prior = {
      name: 'a',
      ...NONE,
      label: 'mine',
      single: { key: 'k', label: 'mine' },
      list: [{ key: 'k', label: 'mine' }],
      set: [{ key: 'k', label: 'mine' }],
      map: { m: { key: 'k', label: 'mine' } },
    };
    const config = {
      name: 'a',
      single: { key: 'k' },
      list: [{ key: 'k' }],
      set: [{ key: 'k' }],
      map: { m: { key: 'k' } },
    };
    expect(await planned(withDefaults, { prior, config })).toEqual({
      name: 'a',
      ...NONE,
      single: { key: 'k', label: 'none' },
      list: [{ key: 'k', label: 'none' }],
      set: [{ key: 'k', label: 'none' }],
      map: { m: { key: 'k', label: 'none' } },
    });
  });

  test('of an object are filled up with the defaults of its members', async () => {
    const attributes: Attributes = {
      single: {
        nested: 'single',
        optional: true,
        default: { key: 'k' },
        attributes: { ...member, size: { type: 'int', optional: true, description: 'A number.' } },
        description: 'One.',
      },
    };
    expect(await planned(attributes, { config: {} })).toEqual({
      single: { key: 'k', label: 'none', size: null },
    });
  });

  test('can be for those objects alone that have something else', async () => {
    const label = { ...text, optional: true, default: 'none', defaultBeside: 'key' } as const;
    const attributes: Attributes = {
      list: {
        ...{ nested: 'list', optional: true, description: 'In order.' },
        attributes: { key: { ...text, optional: true }, label },
      },
    };
    const prior = { list: [{ key: 'k', label: 'none' }] };
    const config = { list: [{}, { key: 'k' }, { key: unknown }, { label: 'given' }] };
    expect(await planned(attributes, { prior, config })).toEqual({
      list: [
        { key: null, label: null },
        { key: 'k', label: 'none' },
        { key: unknown, label: unknown },
        { key: null, label: 'given' },
      ],
    });
  });

  test('do not change what the provider computed inside an attribute that is not configured', async () => {
    const attributes: Attributes = {
      name: { ...text, required: true },
      made: {
        nested: 'single',
        computed: true,
        attributes: { label: { ...text, computed: true, default: 'none' } },
        description: 'What the provider made.',
      },
    };
    const prior = { name: 'a', made: { label: 'by the provider' } };
    expect(await planned(attributes, { prior, config: { name: 'a' } })).toEqual(prior);
  });
});
