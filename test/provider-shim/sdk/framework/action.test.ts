import { setTimeout as sleep } from 'node:timers/promises';
import { defineAction, type Action, type AnyProvider } from '../../../../provider-shim/sdk/framework';
import { describe as described, unknown, type ObjectSchema } from '../../../../schema';
import { connectParts, ready, shownDiagnostics, type Connected } from './connected';
import { bug, text } from './keeping';
import { encoded, valueOf } from './plain';

const schema: ObjectSchema = described({
  type: 'test_ring',
  version: 0,
  description: 'Rings.',
  attributes: {
    bell: { ...text, required: true },
    times: { type: 'int', optional: true, default: 1, description: 'A number.' },
    code: { ...text, optional: true, writeOnly: true },
  },
});

type Ring = Action<ObjectSchema, object>;

const CLIENT = { name: 'the client' };

function ringing(parts: Partial<Ring>, client: object | null = CLIENT): Promise<Connected> {
  const action = defineAction<ObjectSchema, object>({ schema, invoke: async () => undefined, ...parts });
  return ready(
    connectParts<object>({ actions: [action] } satisfies Partial<AnyProvider<object>>, client ?? undefined),
  );
}

const request = (config: object) => ({
  actionType: 'test_ring',
  config: encoded(schema, valueOf(schema, { bell: 'door', ...config })),
});

/** The texts of the progress, and the diagnostics of each event that says that the action is completed. */
async function invoked(served: Connected, config: object = {}, caller?: AbortController) {
  const events: unknown[] = [];
  const take = ({ progress, completed }: { progress?: { message: string }; completed?: object }): unknown =>
    events.push(progress?.message ?? shownDiagnostics((completed as { diagnostics: [] }).diagnostics));
  await served.stream('InvokeAction', request(config), (event) => take(event as never), caller);
  return events;
}

test('an action is declared with its schema, and gets its configuration, defaults and write-only values included', async () => {
  const seen: unknown[] = [];
  const served = await ringing({
    invoke: async ({ config, client, progress }) => {
      seen.push(config, client);
      await progress('ding');
      await progress('dong');
    },
  });
  expect(await served.call('GetMetadata', {})).toMatchObject({ actions: [{ typeName: 'test_ring' }] });
  const { actionSchemas } = await served.call('GetProviderSchema', {});
  expect(actionSchemas).toMatchObject({ test_ring: { schema: { block: { description: 'Rings.' } } } });
  expect(await invoked(served, { code: 'secret' })).toEqual(['ding', 'dong', []]);
  expect(seen).toEqual([{ bell: 'door', times: 1, code: 'secret' }, CLIENT]);
});

const error = (summary: string, detail: string) => ({ severity: 'error', summary, detail });

let late: Promise<void> | undefined;

test.each<readonly [string, Ring['invoke'], readonly unknown[]]>([
  ['throws at once', async () => Promise.reject(new Error('no bell')), [[bug('no bell')]]],
  [
    'throws after progress',
    async ({ progress }) => {
      await progress('ding');
      throw new Error('it fell');
    },
    ['ding', [bug('it fell')]],
  ],
  [
    'reports an error that explains itself',
    async ({ diagnostics }) => diagnostics.error({ message: 'Too loud.', hint: 'Wait.' }),
    [[error('Too loud.', 'Wait.')]],
  ],
  [
    'tells a secret of its configuration, and what acts on a terminal',
    async ({ progress }) => {
      await progress('the code is hidden-code\u001b[2J');
      throw new Error('no hidden-code');
    },
    ['the code is (sensitive)\\u001b[2J', [bug('no (sensitive)')]],
  ],
  [
    'tells its progress when it is over',
    async ({ progress }) => void (late = sleep(0).then(() => progress('late'))),
    [[]],
  ],
])('the last event is the end of an action that %s', async (_case, invoke, events) => {
  const told = await invoked(await ringing({ invoke }), { code: 'hidden-code' });
  await late;
  expect(told).toEqual(events);
});

test('an action waits for who takes its progress', async () => {
  const order: string[] = [];
  const served = await ringing({
    invoke: async ({ progress }) => {
      for (const tone of ['ding', 'dong']) {
        await progress(tone);
        order.push(`after ${tone}`);
      }
    },
  });
  await served.stream('InvokeAction', request({}), async ({ progress, completed }) => {
    await sleep(0);
    order.push(progress?.message ?? `completed ${completed?.diagnostics.length}`);
  });
  expect(order).toEqual(['ding', 'after ding', 'dong', 'after dong', 'completed 0']);
});

const waiting: Ring['invoke'] = ({ signal }) => sleep(3_600_000, undefined, { signal });

test('an action ends when the run is stopped, and when its caller is gone', async () => {
  const served = await ringing({ invoke: waiting });
  const stopped = invoked(served);
  await served.call('StopProvider', {});
  const hint = 'The next apply does not invoke it again, unless its resource changes: use -invoke.';
  expect(await stopped).toEqual([[error('The run was stopped before this action finished.', hint)]]);
  const caller = new AbortController();
  const gone = invoked(served, {}, caller);
  caller.abort(new Error('gone'));
  expect(await gone).toHaveLength(1);
});

test('an action without a configured provider is not planned, and not invoked', async () => {
  const served = await ringing({ plan: async () => Promise.reject(new Error('asked')) }, null);
  expect(await served.call('PlanAction', request({}))).toEqual({ diagnostics: [], deferred: undefined });
  expect(await invoked(served)).toEqual([
    [
      error(
        "test_ring cannot be invoked yet: the provider's configuration is known only after apply.",
        'Give the provider values that are known at plan time.',
      ),
    ],
  ]);
});

test('an action is validated and planned, as far as its configuration is known', async () => {
  const served = await ringing({
    validate: ({ bell }, diagnostics) => diagnostics.warning({ message: `Odd ${String(bell)}.`, hint: '' }),
    plan: async ({ config, client, diagnostics }) =>
      diagnostics.warning({ message: `${String(config['bell'])} ${String(client === CLIENT)}`, hint: '' }),
  });
  const { config } = request({ bell: unknown, code: 'x' });
  const validated = await served.call('ValidateActionConfig', { typeName: 'test_ring', config });
  const planned = await served.call('PlanAction', request({ bell: unknown }));
  expect([validated, planned].map(({ diagnostics }) => diagnostics.map(({ summary }) => summary))).toEqual([
    [`Odd ${String(unknown)}.`],
    [`Odd ${String(unknown)}.`, `${String(unknown)} true`],
  ]);
});

test('a value that was unknown when it was validated is checked before the action is planned or invoked', async () => {
  const asked = async (): Promise<never> => Promise.reject(new Error('asked'));
  const served = await ringing({ plan: asked, invoke: asked });
  const { diagnostics } = await served.call('PlanAction', request({ times: 0.5 }));
  const refused = [{ severity: 'error', summary: '0.5 is not a whole number.', at: ['times'] }];
  const told = [shownDiagnostics(diagnostics), await invoked(served, { times: 0.5 })];
  expect(told).toMatchObject([refused, [refused]]);
});
