import { defineProvider, defineResource, type ConfigureCall } from '../../../../provider-shim/sdk/framework';
import { describe as described, isUnknown, unknown, type ObjectSchema } from '../../../../schema';
import { connect, shownDiagnostics, type Connected, type ShownDiagnostic } from './connected';
import { encoded, plainOf, valueOf, type Plain } from './plain';
import { text } from './keeping';

const schema = described({
  type: 'test',
  version: 0,
  description: 'Reaches a place.',
  attributes: {
    place: { ...text, optional: true },
    count: { type: 'int', optional: true, description: 'A number.' },
  },
});

const thing: ObjectSchema = described({
  type: 'test_thing',
  version: 0,
  description: 'Tells where it was read.',
  attributes: { place: { ...text, computed: true } },
});

type Configure = (call: ConfigureCall<ObjectSchema>) => { readonly place: unknown } | undefined;

const plainly: Configure = ({ config }) =>
  isUnknown(config['place']) ? undefined : { place: config['place'] };

const NO_PLACE = { path: ['place'], message: 'No such place.', hint: 'Name another.' };
const fail = (): never => {
  throw new Error('no luck');
};
const nowhere =
  (refuse: (call: Parameters<Configure>[0]) => void): Configure =>
  (call) =>
    call.config['place'] === 'nowhere' ? void refuse(call) : plainly(call);

function provider(configure: Configure = plainly): Connected {
  return connect(
    defineProvider<ObjectSchema, { readonly place: unknown }>({
      schema,
      resources: [
        defineResource<ObjectSchema, { readonly place: unknown }>({
          schema: thing,
          create: async ({ client }) => client,
          read: async ({ client }) => ({ ...client }),
          delete: async () => undefined,
        }),
      ],
      dataSources: [],
      configure,
    }),
  );
}

async function configured(connected: Connected, config: Plain): Promise<readonly ShownDiagnostic[]> {
  const reply = await connected.call('ConfigureProvider', {
    terraformVersion: '1.11.4',
    config: encoded(schema, valueOf(schema, config)),
  });
  return shownDiagnostics(reply.diagnostics);
}

async function placeOf(connected: Connected): Promise<unknown> {
  const reply = await connected.call('ReadResource', {
    typeName: 'test_thing',
    currentState: encoded(thing, { place: 'as stored' }),
  });
  return plainOf(thing, reply.newState);
}

describe('the configuration of a provider', () => {
  test('comes with the version of the engine, and null for missing attributes', async () => {
    const seen: unknown[] = [];
    await configured(
      provider(({ config, engineVersion }) => {
        seen.push(config, engineVersion);
        return undefined;
      }),
      { place: unknown },
    );
    expect(seen).toEqual([{ place: unknown, count: null }, '1.11.4']);
  });

  test.each([
    ['is not known', plainly, { place: unknown }],
    ['is refused', nowhere(({ diagnostics }) => diagnostics.error(NO_PLACE)), { place: 'nowhere' }],
    ['fails', nowhere(fail), { place: 'nowhere' }],
  ])('that %s discards the previous one', async (_case, configure, config) => {
    const connected = provider(configure);
    await configured(connected, { place: 'here' });
    await configured(connected, config);
    expect(await placeOf(connected)).toEqual({ place: 'as stored' });
  });
});
