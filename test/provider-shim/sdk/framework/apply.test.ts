import { unknown, type Attributes } from '../../../../schema';
import { bug, keeping } from './keeping';
import { CLIENT, privateBytes, serve, unconfigured } from './served-resource';

const text = { type: 'string', description: 'Text.' } as const;

const attributes: Attributes = {
  name: { ...text, required: true },
  tags: { type: { set: 'string' }, optional: true, description: 'Texts.' },
  id: { ...text, computed: true },
};

const prior = { name: 'a', tags: ['x'], id: '1' };
const toMake = { name: 'a', tags: ['x'], id: unknown };
const toChange = { name: 'b', tags: null, id: unknown };

describe('an object', () => {
  test('is created from its plan', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        create: async ({ client, plan, privateState: kept }) => {
          seen.push(client, plan);
          kept.set('etag', 'w');
          return { ...plan, id: '1' };
        },
      }),
    );
    expect(await served.apply({ planned: toMake, private: privateBytes({ planned: 1 }) })).toEqual({
      state: prior,
      private: { planned: 1, etag: 'w' },
      diagnostics: [],
    });
    expect(seen).toEqual([CLIENT, toMake]);
  });

  test('is changed from its state to its plan', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, {
        update: async ({ client, state, plan }) => {
          seen.push(client, state, plan);
          return { ...plan, id: '2' };
        },
      }),
    );
    expect(await served.apply({ prior, planned: toChange })).toEqual({
      state: { name: 'b', tags: null, id: '2' },
      private: null,
      diagnostics: [],
    });
    expect(seen).toEqual([CLIENT, prior, toChange]);
  });

  test('is destroyed by its state', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      keeping(attributes, { delete: async ({ client, state }) => void seen.push(client, state) }),
    );
    expect(await served.apply({ prior, planned: null })).toEqual({
      state: null,
      private: null,
      diagnostics: [],
    });
    expect(seen).toEqual([CLIENT, prior]);
  });

  test('is stored with its warnings', async () => {
    const served = await serve(
      keeping(attributes, {
        create: async ({ plan, diagnostics }) => {
          diagnostics.warning({ path: ['tags'], message: 'Odd.', hint: 'Look.' });
          return { ...plan, id: '1' };
        },
      }),
    );
    expect(await served.apply({ planned: toMake })).toEqual({
      state: prior,
      private: null,
      diagnostics: [{ severity: 'warning', summary: 'Odd.', detail: 'Look.', at: ['tags'] }],
    });
  });
});

describe('after a failure', () => {
  const failing = async (): Promise<never> => {
    throw new Error('no luck');
  };

  test('to create an object, nothing is stored', async () => {
    const served = await serve(keeping(attributes, { create: failing }));
    expect(await served.apply({ planned: toMake })).toEqual({
      state: null,
      private: null,
      diagnostics: [bug('no luck')],
    });
  });

  test('of a partial creation, its values are stored, with null for unknown ones', async () => {
    const served = await serve(
      keeping(attributes, {
        create: async ({ plan, save }) => {
          save({ ...plan, tags: unknown });
          save({ ...plan, tags: ['x', unknown] });
          return failing();
        },
      }),
    );
    expect(await served.apply({ planned: toMake })).toEqual({
      state: { name: 'a', tags: ['x', null], id: null },
      private: null,
      diagnostics: [bug('no luck')],
    });
  });

  test('of a destroy refused with a diagnostic, the state stays', async () => {
    const served = await serve(
      keeping(attributes, {
        delete: async ({ diagnostics }) => diagnostics.error({ message: 'It stays.', hint: 'Forget it.' }),
      }),
    );
    expect(await served.apply({ prior, planned: null })).toEqual({
      state: prior,
      private: null,
      diagnostics: [{ severity: 'error', summary: 'It stays.', detail: 'Forget it.' }],
    });
  });

  test('the private state that was set is stored', async () => {
    const served = await serve(
      keeping(attributes, {
        update: async ({ privateState: kept }) => {
          kept.set('half', true);
          return failing();
        },
      }),
    );
    expect(
      (await served.apply({ prior, planned: toChange, private: privateBytes({ a: 1 }) })).private,
    ).toEqual({
      a: 1,
      half: true,
    });
  });
});

describe('without a provider configuration', () => {
  test.each([
    ['nothing is made', null, toMake],
    ['nothing is changed', prior, toChange],
    ['nothing is destroyed', prior, null],
  ] as const)('%s, and the state stays', async (_case, before, planned) => {
    const calls: string[] = [];
    const note = (name: string) => async () => void calls.push(name) as never;
    const served = unconfigured(
      keeping(attributes, { create: note('create'), update: note('update'), delete: note('delete') }),
    );
    expect(await served.apply({ prior: before, planned, private: privateBytes({ a: 1 }) })).toEqual({
      state: before,
      private: { a: 1 },
      diagnostics: [
        {
          severity: 'error',
          summary: 'This test_thing was not applied, because the provider is not configured.',
          detail: 'Give the provider a configuration that is known at apply time.',
        },
      ],
    });
    expect(calls).toEqual([]);
  });
});
