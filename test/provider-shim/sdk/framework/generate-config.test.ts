import { keeping, text } from './keeping';
import { encoded, plainOf, valueOf, type Plain } from './plain';
import { serve, type ServedResource } from './served-resource';

const attributes = {
  zone: { ...text, required: true },
  name: { ...text, optional: true, default: '' },
  size: { type: 'int', optional: true, default: 1, description: 'Size.' },
  tags: { type: { set: 'string' }, optional: true, default: [], description: 'Texts.' },
  mode: { ...text, optional: true, computed: true },
  secret: { ...text, optional: true, sensitive: true },
  token: { ...text, optional: true, secret: true },
  once: { ...text, optional: true, writeOnly: true },
  number: { type: 'int', computed: true, description: 'Number.' },
  each: {
    nested: 'map',
    optional: true,
    description: 'Objects.',
    attributes: {
      on: { type: 'bool', optional: true, default: true, description: 'Whether.' },
      id: { ...text, computed: true },
      level: { ...text, required: true },
    },
  },
} as const;

const STATE = {
  zone: 'a',
  name: 'n',
  size: 1,
  tags: [],
  mode: 'fast',
  secret: 'planted',
  token: 'planted',
  number: 17,
  each: { x: { on: true, id: 'i', level: 'high' }, y: { on: false, id: 'j', level: 'low' } },
};

const NOTHING = Object.fromEntries(Object.keys(attributes).map((name) => [name, null]));

async function generated(served: ServedResource, state: Plain): Promise<Plain> {
  const { schema } = keeping(attributes);
  const reply = await served.call('GenerateResourceConfig', {
    typeName: schema.type,
    state: encoded(schema, valueOf(schema, state)),
  });
  expect(reply.diagnostics).toEqual([]);
  return plainOf(schema, reply.config) as Plain;
}

test('what a configuration may set and is not its default is generated, and no secret', async () => {
  expect(await generated(await serve(keeping(attributes)), STATE)).toEqual({
    ...NOTHING,
    zone: 'a',
    name: 'n',
    mode: 'fast',
    each: { x: { on: null, id: null, level: 'high' }, y: { on: false, id: null, level: 'low' } },
  });
});

test('a plan with it changes nothing', async () => {
  const served = await serve(keeping(attributes));
  const state: Plain = { ...STATE, secret: null, token: null };
  const config = await generated(served, state);
  expect(await served.validate(config)).toEqual([]);
  const { planned, diagnostics } = await served.plan({ prior: state, config });
  expect({ planned, diagnostics }).toEqual({ planned: { ...NOTHING, ...state }, diagnostics: [] });
});
