import { createProviderService, defineListResource } from '../../../../provider-shim/sdk/framework';
import { bindService, tfplugin6, type Message } from '../../../../provider-shim/sdk/protocol';
import { decodeMsgpack, types } from '../../../../provider-shim/sdk/values';
import { describe as described } from '../../../../schema';
import { NOTHING, shownDiagnostics } from './connected';
import { keeping, text } from './keeping';
import { encoded, plainOf } from './plain';

const resource = keeping(
  {
    zone: { ...text, required: true },
    number: { ...text, computed: true },
    name: { ...text, computed: true },
  },
  {
    identity: ['zone', 'number'] as never,
    importState: async ({ id, diagnostics }) => {
      const [zone, number] = id.split('/');
      if (number === '4') return void diagnostics.error({ message: 'It is gone.', hint: 'List again.' });
      return { zone, number };
    },
    read: async ({ state }) => ({ ...state, name: `name ${String(state['number'])}` }),
  },
);
const schema = described({
  type: 'test_thing',
  version: 0,
  description: 'Things.',
  attributes: {
    zone: { ...text, required: true },
    many: { type: 'int', optional: true, default: 2, description: 'How many.' },
  },
});
const lister = defineListResource<typeof schema, object>({
  schema,
  list: async ({ config: { zone, many } }) => {
    if (zone === 'broken') throw new Error('no luck');
    return Array.from({ length: many }, (_, index) => ({
      displayName: `thing ${index + 1}`,
      importId: `${zone}/${index + 1}`,
      known: { zone, number: String(index + 1) },
    }));
  },
});
const IDENTITY = types.object({ zone: types.string, number: types.string });

function shown({ displayName, identity, resourceObject, diagnostic }: Message<'ListResource.Event'>) {
  const bytes = identity?.identityData?.msgpack;
  return {
    displayName,
    identity: bytes ? { ...(decodeMsgpack(IDENTITY, bytes) as object) } : undefined,
    object: plainOf(resource.schema, resourceObject),
    diagnostics: shownDiagnostics(diagnostic).map(({ summary }) => summary),
  };
}

async function listed(config: object, request: object = {}, client: object | null = {}) {
  const service = createProviderService<object>(
    {
      ...{ schema: NOTHING, resources: [resource as never], listResources: [lister], dataSources: [] },
      configure: () => client ?? undefined,
    },
    () => undefined,
  );
  const asked = tfplugin6.encode('ConfigureProvider.Request', { config: encoded(NOTHING, {}) });
  await service.ConfigureProvider(
    tfplugin6.decode('ConfigureProvider.Request', asked),
    new AbortController(),
  );
  const handler = bindService(service).get('/tfplugin6.Provider/ListResource');
  const bytes = tfplugin6.encode('ListResource.Request', {
    typeName: 'test_thing',
    config: encoded(schema, { zone: 'a', many: null, ...config }),
    ...request,
  });
  const events = await handler?.(bytes, new AbortController());
  return (events as readonly Uint8Array[]).map((event) =>
    shown(tfplugin6.decode('ListResource.Event', event)),
  );
}

const thing = (number: number, object: unknown = undefined) => ({
  displayName: `thing ${number}`,
  identity: { zone: 'a', number: String(number) },
  object,
  diagnostics: [],
});
const whole = (number: number): object => ({ zone: 'a', number: String(number), name: `name ${number}` });

test('each object comes with its name and identity, by the defaults of the block', async () => {
  expect(await listed({})).toEqual([thing(1), thing(2)]);
});

test('whole objects come as an import reads them', async () => {
  expect(await listed({}, { includeResourceObject: true })).toEqual([thing(1, whole(1)), thing(2, whole(2))]);
});

test('the limit of the engine is kept', async () => {
  expect(await listed({ many: 3 }, { limit: 1 })).toEqual([thing(1)]);
});

test('an object that cannot be read comes without its attributes, and the error is told', async () => {
  const events = await listed({ many: 4 }, { includeResourceObject: true });
  expect(events[3]).toEqual(thing(4));
  expect(events[4]).toMatchObject({ identity: undefined, diagnostics: ['It is gone.'] });
});

test.each([
  ['fails', { zone: 'broken' }, {}, 'The provider failed unexpectedly: no luck'],
  ['has no client yet', {}, null, 'test_thing cannot be listed yet'],
])('a list that %s is an event with the error alone', async (_case, config, client, summary) => {
  expect(await listed(config, {}, client)).toEqual([
    {
      displayName: '',
      identity: undefined,
      object: undefined,
      diagnostics: [expect.stringContaining(summary)],
    },
  ]);
});
