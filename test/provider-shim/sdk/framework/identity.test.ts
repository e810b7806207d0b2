import { decodeMsgpack, encodeMsgpack, types, type Value } from '../../../../provider-shim/sdk/values';
import type { Message } from '../../../../provider-shim/sdk/protocol';
import { unknown } from '../../../../schema';
import { shownDiagnostics } from './connected';
import { keeping } from './keeping';
import { encoded, valueOf } from './plain';
import { serve } from './served-resource';

const attributes = {
  zone: { type: 'string', required: true, replaceOnChange: true, description: 'The zone.' },
  number: { type: 'int', computed: true, keepsPrior: true, description: 'The number.' },
  name: { type: 'string', optional: true, description: 'A name.' },
} as const;

const imported: string[] = [];

const resource = keeping(attributes, {
  identity: ['zone', 'number'] as never,
  create: async ({ plan }) => ({ ...plan, number: 17 }),
  importState: async ({ id }) => {
    imported.push(id);
    const [zone, number] = id.split('/');
    return { zone, number: Number(number) };
  },
});
const { schema } = resource;

const IDENTITY = types.object({ zone: types.string, number: types.number });

const identityOf = (data: Message<'ResourceIdentityData'> | undefined): unknown =>
  data?.identityData ? { ...(decodeMsgpack(IDENTITY, data.identityData.msgpack) as object) } : undefined;

const given = (identity: object): { readonly identityData: { readonly msgpack: Uint8Array } } => ({
  identityData: { msgpack: encodeMsgpack(IDENTITY, identity as Value) },
});

const state = { zone: 'a', number: 17, name: null };
const KNOWN = { zone: 'a', number: 17 };
const value = (object: object | null): { readonly msgpack: Uint8Array } =>
  encoded(schema, valueOf(schema, object as never));

beforeEach(() => imported.splice(0));

describe('the identity of an object', () => {
  test('comes with each read, and not with the answer that it is gone', async () => {
    const served = await serve(resource);
    const read = await served.call('ReadResource', { typeName: 'test_thing', currentState: value(state) });
    expect(identityOf(read.newIdentity)).toEqual(KNOWN);
    const gone = await serve(keeping(attributes, { ...resource, read: async () => null } as never));
    const none = await gone.call('ReadResource', { typeName: 'test_thing', currentState: value(state) });
    expect(none.newIdentity).toBeUndefined();
  });

  const plan = async (prior: object | null, config: object | null, proposed = config): Promise<unknown> => {
    const served = await serve(resource);
    const reply = await served.call('PlanResourceChange', {
      typeName: 'test_thing',
      priorState: value(prior),
      proposedNewState: value(proposed),
      config: value(config),
    });
    return identityOf(reply.plannedIdentity);
  };

  test('stays the same in the plan of a change, a replacement and a destroy', async () => {
    expect(await plan(state, { zone: 'a', name: 'new' }, { ...state, name: 'new' })).toEqual(KNOWN);
    expect(await plan(state, { zone: 'b' }, { ...state, zone: 'b' })).toEqual(KNOWN);
    expect(await plan(state, null)).toEqual(KNOWN);
  });

  test('comes with the answer to the apply that makes it', async () => {
    const served = await serve(resource);
    const apply = (prior: object | null, planned: object | null) =>
      served.call('ApplyResourceChange', {
        typeName: 'test_thing',
        priorState: value(prior),
        plannedState: value(planned),
        config: value(planned && { zone: 'a' }),
      });
    expect(identityOf((await apply(null, { zone: 'a', number: unknown })).newIdentity)).toEqual(KNOWN);
    expect((await apply(state, null)).newIdentity).toBeUndefined();
  });
});

describe('an import', () => {
  const importing = async (request: object) => {
    const served = await serve(resource);
    const reply = await served.call('ImportResourceState', { typeName: 'test_thing', ...request });
    return {
      identities: reply.importedResources.map(({ identity }) => identityOf(identity)),
      diagnostics: shownDiagnostics(reply.diagnostics),
    };
  };

  test.each([
    ['by id', { id: 'a/17' }],
    ['by identity', { identity: given(KNOWN) }],
  ])('%s finds the object and returns its identity', async (_case, request) => {
    expect(await importing(request)).toEqual({ identities: [KNOWN], diagnostics: [] });
    expect(imported).toEqual(['a/17']);
  });

  test('by an incomplete identity is refused', async () => {
    expect(await importing({ identity: given({ zone: 'a', number: null }) })).toEqual({
      identities: [],
      diagnostics: [
        {
          severity: 'error',
          summary: 'The identity of the test_thing to import lacks number.',
          detail: 'Set zone and number in the import block, or give the id instead of the identity.',
        },
      ],
    });
    expect(imported).toEqual([]);
  });
});

describe('a stored identity', () => {
  const upgraded = async (version: number, json: string) => {
    const served = await serve(resource);
    const rawIdentity = { json: Buffer.from(json) };
    const request = { typeName: 'test_thing', version, rawIdentity };
    const reply = await served.call('UpgradeResourceIdentity', request);
    return {
      identity: identityOf(reply.upgradedIdentity),
      summaries: shownDiagnostics(reply.diagnostics).map(({ summary }) => summary),
    };
  };

  test('of this version is kept', async () => {
    expect(await upgraded(0, '{"zone":"a","number":17}')).toEqual({ identity: KNOWN, summaries: [] });
  });

  test.each([
    [1, '{"zone":"a","number":17}', 'has version 1; this provider reads version 0.'],
    [0, '{"zone":"a","number":true}', 'is damaged: number: expected a number; saw a bool.'],
    [0, '{"zone":', 'is damaged: malformed JSON'],
    [0, '', 'is damaged: malformed JSON'],
  ])('of version %i with %j is refused', async (version, json, message) => {
    const { identity, summaries } = await upgraded(version, json);
    expect(identity).toBeUndefined();
    expect(summaries).toEqual([expect.stringContaining(`The identity of this test_thing ${message}`)]);
  });
});
