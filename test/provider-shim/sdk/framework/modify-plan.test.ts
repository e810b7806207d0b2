import type { Resource } from '../../../../provider-shim/sdk/framework';
import { unknown, type Attributes, type ObjectSchema } from '../../../../schema';
import { keeping, text } from './keeping';
import type { Plain } from './plain';
import { CLIENT, privateBytes, serve, unconfigured, type Client, type PlanInput } from './served-resource';

const attributes: Attributes = {
  name: { ...text, required: true },
  note: { ...text, optional: true, computed: true },
  tags: { type: { set: 'string' }, optional: true, computed: true, description: 'Texts.' },
  id: { ...text, computed: true, keepsPrior: true },
};

type ModifyPlan = NonNullable<Resource<ObjectSchema, Client>['modifyPlan']>;

const looking = (modifyPlan: ModifyPlan) => keeping(attributes, { modifyPlan });

const prior = { name: 'a', note: 'n', tags: ['x'], id: '1' };

test.each<readonly [string, PlanInput, Client | undefined, unknown]>([
  [
    'at creation: no state, and unknown values',
    { config: { name: unknown, note: 'mine' } },
    CLIENT,
    {
      state: null,
      config: { name: unknown, note: 'mine', tags: null, id: null },
      plan: { name: unknown, note: 'mine', tags: unknown, id: unknown },
    },
  ],
  [
    'at an update: the state, the configuration and the plan',
    { prior, config: { name: 'b' } },
    CLIENT,
    {
      state: prior,
      config: { name: 'b', note: null, tags: null, id: null },
      plan: { name: 'b', note: unknown, tags: unknown, id: '1' },
    },
  ],
  [
    'with an unknown provider configuration: no client',
    { config: { name: 'a' } },
    undefined,
    {
      state: null,
      config: { name: 'a', note: null, tags: null, id: null },
      plan: { name: 'a', note: unknown, tags: unknown, id: unknown },
    },
  ],
])('modifyPlan gets %s', async (_case, input, client, told) => {
  const calls: unknown[] = [];
  const resource = looking(async (call) => {
    calls.push({ client: call.client, state: call.state, config: call.config, plan: call.plan });
    return undefined;
  });
  await (client ? await serve(resource) : unconfigured(resource)).plan(input);
  expect(calls).toEqual([{ client, ...(told as object) }]);
});

describe('modifyPlan', () => {
  test('changes planned attributes, and keeps the others', async () => {
    const served = await serve(looking(async () => ({ note: 'made up', tags: ['y', 'x', 'y'] })));
    expect(await served.plan({ config: { name: 'a' } })).toEqual({
      planned: { name: 'a', note: 'made up', tags: ['x', 'y'], id: unknown },
      replace: [],
      private: null,
      diagnostics: [],
    });
  });

  test('can require a new object', async () => {
    const served = await serve(
      looking(async ({ requireReplacement }) => {
        requireReplacement('id');
        return { id: unknown };
      }),
    );
    const { planned, replace } = await served.plan({ prior, config: { name: 'a' } });
    expect([planned, replace]).toEqual([{ ...prior, id: unknown }, [['id']]]);
  });

  test('that returns a value of another type is a bug in the provider, reported without the value', async () => {
    const served = await serve(looking(async () => ({ tags: 'not a set: s3cret' })));
    const { diagnostics } = await served.plan({ config: { name: 'a' } });
    expect(diagnostics).toEqual([
      {
        severity: 'error',
        summary: 'The provider failed unexpectedly: tags: expected a set; saw a string',
        detail: expect.stringContaining('This is a bug in the provider.') as unknown,
      },
    ]);
  });
});

describe('private state during planning', () => {
  test('is echoed when it is not changed', async () => {
    const served = await serve(keeping(attributes));
    const { private: kept } = await served.plan({
      prior,
      config: { name: 'a' },
      private: privateBytes({ a: [1, null] }),
    });
    expect(kept).toEqual({ a: [1, null] });
  });

  test('passes from the first plan of a replacement to the second, which can use it to refuse', async () => {
    const served = await serve(
      keeping(attributes, {
        modifyPlan: async ({ privateState: kept, state, diagnostics }) => {
          if (state) kept.set('protected', state['id']);
          else if (kept.get('protected') !== undefined)
            diagnostics.error({
              message: `Object ${String(kept.get('protected'))} stays.`,
              hint: 'Leave it.',
            });
          return undefined;
        },
      }),
    );
    const first = await served.plan({ prior, config: { name: 'a' } });
    const second = await served.plan({
      config: { name: 'a' },
      private: privateBytes(first.private as Plain),
    });
    expect([first.diagnostics, second.diagnostics]).toEqual([
      [],
      [{ severity: 'error', summary: 'Object 1 stays.', detail: 'Leave it.' }],
    ]);
  });
});
