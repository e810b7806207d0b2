import { unknown, type Attributes } from '../../../../schema';
import type { ShownDiagnostic } from './connected';
import { bug, keeping, text } from './keeping';
import type { Plain } from './plain';
import { CLIENT, privateBytes, serve, unconfigured, type ApplyInput, type Outcome } from './served-resource';

const attributes: Attributes = {
  name: { ...text, required: true },
  tags: { type: { set: 'string' }, optional: true, description: 'Texts.' },
  id: { ...text, computed: true },
};

const prior = { name: 'a', tags: ['x'], id: '1' };
const toMake = { name: 'a', tags: ['x'], id: unknown };
const toChange = { name: 'b', tags: null, id: unknown };

const outcome = (state: Plain | null, ...diagnostics: readonly ShownDiagnostic[]): Outcome => {
  return { state, private: null, diagnostics };
};

type Parts = NonNullable<Parameters<typeof keeping>[1]>;

const applied = async (parts: Parts, input: ApplyInput): Promise<Outcome> =>
  (await serve(keeping(attributes, parts))).apply(input);

describe('an object', () => {
  const seen: unknown[] = [];
  beforeEach(() => void seen.splice(0));

  test('is created from its plan', async () => {
    const create: Parts['create'] = async ({ client, plan, privateState: kept }) => {
      seen.push(client, plan);
      kept.set('etag', 'w');
      return { ...plan, id: '1' };
    };
    expect(await applied({ create }, { planned: toMake, private: privateBytes({ planned: 1 }) })).toEqual({
      state: prior,
      private: { planned: 1, etag: 'w' },
      diagnostics: [],
    });
    expect(seen).toEqual([CLIENT, toMake]);
  });

  test('is changed from its state to its plan', async () => {
    const update: Parts['update'] = async ({ client, state, plan }) => {
      seen.push(client, state, plan);
      return { ...plan, id: '2' };
    };
    expect(await applied({ update }, { prior, planned: toChange })).toEqual(
      outcome({ name: 'b', tags: null, id: '2' }),
    );
    expect(seen).toEqual([CLIENT, prior, toChange]);
  });

  test('is destroyed by its state', async () => {
    const destroy: Parts['delete'] = async ({ client, state }) => void seen.push(client, state);
    expect(await applied({ delete: destroy }, { prior, planned: null })).toEqual(outcome(null));
    expect(seen).toEqual([CLIENT, prior]);
  });

  test('is stored with its warnings', async () => {
    const create: Parts['create'] = async ({ plan, diagnostics }) => {
      diagnostics.warning({ path: ['tags'], message: 'Odd.', hint: 'Look.' });
      return { ...plan, id: '1' };
    };
    expect(await applied({ create }, { planned: toMake })).toEqual(
      outcome(prior, { severity: 'warning', summary: 'Odd.', detail: 'Look.', at: ['tags'] }),
    );
  });
});

describe('after a failure', () => {
  const failing = async (): Promise<never> => {
    throw new Error('no luck');
  };

  test('to create an object, nothing is stored', async () => {
    expect(await applied({ create: failing }, { planned: toMake })).toEqual(outcome(null, bug('no luck')));
  });

  test('of a partial creation, its values are stored, with null for unknown ones', async () => {
    const create: Parts['create'] = async ({ plan, save }) => {
      save({ ...plan, tags: unknown });
      save({ ...plan, tags: ['x', unknown] });
      return failing();
    };
    expect(await applied({ create }, { planned: toMake })).toEqual(
      outcome({ name: 'a', tags: ['x', null], id: null }, bug('no luck')),
    );
  });

  test('of a destroy refused with a diagnostic, the state stays', async () => {
    const refusing: Parts['delete'] = async ({ diagnostics }) =>
      diagnostics.error({ message: 'It stays.', hint: 'Forget it.' });
    expect(await applied({ delete: refusing }, { prior, planned: null })).toEqual(
      outcome(prior, { severity: 'error', summary: 'It stays.', detail: 'Forget it.' }),
    );
  });

  test('the private state that was set is stored', async () => {
    const update: Parts['update'] = async ({ privateState: kept }) => {
      kept.set('half', true);
      return failing();
    };
    const input = { prior, planned: toChange, private: privateBytes({ a: 1 }) };
    expect((await applied({ update }, input)).private).toEqual({ a: 1, half: true });
  });
});

test.each([
  ['nothing is made', null, toMake],
  ['nothing is changed', prior, toChange],
  ['nothing is destroyed', prior, null],
] as const)('without a provider configuration %s, and the state stays', async (_case, before, planned) => {
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

describe('a missing state', () => {
  const calls = [
    ['making', null, toMake],
    ['changing', prior, toChange],
  ] as const;

  test.each(calls)('after %s with an error keeps the prior state', async (_case, before, planned) => {
    const refusing = async ({ diagnostics }: { diagnostics: { error(problem: object): void } }) =>
      void diagnostics.error({ message: 'Refused.', hint: 'Ask.' });
    const refused = { severity: 'error', summary: 'Refused.', detail: 'Ask.' } as const;
    const parts = { create: refusing as never, update: refusing as never };
    expect(await applied(parts, { prior: before, planned })).toEqual(outcome(before, refused));
  });

  test.each(calls)('after %s without an error is a bug in the provider', async (_case, before, planned) => {
    const nothing = async (): Promise<undefined> => undefined;
    const told = bug('test_thing returned neither a state nor an error');
    expect(await applied({ create: nothing, update: nothing }, { prior: before, planned })).toEqual(
      outcome(before, told),
    );
  });

  test('for an update of a resource that only replaces is a bug in the provider', async () => {
    const { update: _update, ...resource } = keeping(attributes);
    expect(await (await serve(resource)).apply({ prior, planned: toChange })).toEqual(
      outcome(
        prior,
        bug('test_thing has no update, so every attribute that can change must require replacement'),
      ),
    );
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
      'test_thing returned a state with unknown values: id',
      { name: 'a', tags: [], id: null },
      { name: 'a', tags: [], id: '1' },
    ],
  ] as const;

  test.each(cases)(
    'because it %s: the fitting values of a new object are stored',
    async (_case, answer, message, made) => {
      const create = async (): Promise<Plain> => answer;
      expect(await applied({ create }, { planned: toMake })).toEqual(outcome(made, bug(message)));
    },
  );

  test.each(cases)(
    'because it %s: the fitting values of a changed object are stored, and otherwise the prior ones',
    async (_case, answer, message, _made, changed) => {
      const update = async (): Promise<Plain> => answer;
      expect(await applied({ update }, { prior, planned: toChange })).toEqual(outcome(changed, bug(message)));
    },
  );
});
