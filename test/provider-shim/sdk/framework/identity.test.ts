import { decodeMsgpack, types } from '../../../../provider-shim/sdk/values';
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

const resource = keeping(attributes, {
  identity: ['zone', 'number'] as never,
  create: async ({ plan }) => ({ ...plan, number: 17 }),
});
const { schema } = resource;

const IDENTITY = types.object({ zone: types.string, number: types.number });

const identityOf = (data: Message<'ResourceIdentityData'> | undefined): unknown =>
  data?.identityData ? { ...(decodeMsgpack(IDENTITY, data.identityData.msgpack) as object) } : undefined;

const state = { zone: 'a', number: 17, name: null };
const KNOWN = { zone: 'a', number: 17 };
const value = (object: object | null): { readonly msgpack: Uint8Array } =>
  encoded(schema, valueOf(schema, object as never));

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
    const unmade = value({ ...state, number: null });
    const read = await served.call('ReadResource', { typeName: 'test_thing', currentState: unmade });
    expect(read.newIdentity).toBeUndefined();
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
