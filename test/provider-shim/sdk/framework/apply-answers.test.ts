import { unknown, type Attributes } from '../../../../schema';
import { bug, keeping } from './keeping';
import { serve } from './served-resource';

const text = { type: 'string', description: 'Text.' } as const;

const attributes: Attributes = {
  name: { ...text, required: true },
  tags: { type: { set: 'string' }, optional: true, description: 'Texts.' },
  id: { ...text, computed: true },
};

const prior = { name: 'a', tags: ['x'], id: '1' };
const toMake = { name: 'a', tags: ['x'], id: unknown };
const toChange = { name: 'b', tags: null, id: unknown };

describe('a missing state', () => {
  test.each([
    ['making', undefined, toMake, null],
    ['changing', prior, toChange, prior],
  ] as const)('after %s with an error keeps the prior state', async (_case, before, planned, state) => {
    const refusing = async ({ diagnostics }: { diagnostics: { error(problem: object): void } }) =>
      void diagnostics.error({ message: 'Refused.', hint: 'Ask.' });
    const served = await serve(keeping(attributes, { create: refusing as never, update: refusing as never }));
    expect(await served.apply({ prior: before ?? null, planned })).toEqual({
      state,
      private: null,
      diagnostics: [{ severity: 'error', summary: 'Refused.', detail: 'Ask.' }],
    });
  });

  test.each([
    ['making', undefined, toMake, null],
    ['changing', prior, toChange, prior],
  ] as const)('after %s without an error is a bug in the provider', async (_case, before, planned, state) => {
    const nothing = async (): Promise<undefined> => undefined;
    const served = await serve(keeping(attributes, { create: nothing, update: nothing }));
    expect(await served.apply({ prior: before ?? null, planned })).toEqual({
      state,
      private: null,
      diagnostics: [bug('test_thing returned neither a state nor an error')],
    });
  });

  test('for an update of a resource that only replaces is a bug in the provider', async () => {
    const { update: _update, ...resource } = keeping(attributes);
    expect(await (await serve(resource)).apply({ prior, planned: toChange })).toEqual({
      state: prior,
      private: null,
      diagnostics: [
        bug('test_thing has no update, so every attribute that can change must require replacement'),
      ],
    });
  });
});

describe('a state that cannot be stored as it is', () => {
  const cases = [
    [
      'has a value of another type',
      { name: 'a', tags: 'x', id: '1' },
      'tags: expected a set; saw a string',
      { name: 'a', tags: null, id: '1' },
      { name: 'a', tags: ['x'], id: '1' },
    ],
    [
      'has an attribute that the schema has not',
      { name: 'a', tags: [], id: '1', colour: 'red' },
      'colour: no attribute of this name; allowed are id, name, tags',
      { name: 'a', tags: [], id: '1' },
      { name: 'a', tags: [], id: '1' },
    ],
    [
      'is not wholly known',
      { name: 'a', tags: [], id: unknown },
      'test_thing returned a state with unknown values',
      { name: 'a', tags: [], id: null },
      { name: 'a', tags: [], id: '1' },
    ],
  ] as const;

  test.each(cases)(
    'because it %s: the fitting values of a new object are stored',
    async (_case, answer, message, made) => {
      const served = await serve(keeping(attributes, { create: async () => answer }));
      expect(await served.apply({ planned: toMake })).toEqual({
        state: made,
        private: null,
        diagnostics: [bug(message)],
      });
    },
  );

  test.each(cases)(
    'because it %s: the fitting values of a changed object are stored, and otherwise the prior ones',
    async (_case, answer, message, _made, changed) => {
      const served = await serve(keeping(attributes, { update: async () => answer }));
      expect(await served.apply({ prior, planned: toChange })).toEqual({
        state: changed,
        private: null,
        diagnostics: [bug(message)],
      });
    },
  );
});
