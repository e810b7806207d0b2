import type { Resource } from '../../../../provider-shim/sdk/framework';
import { unknown, type Attributes, type ObjectSchema } from '../../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { bug, keeping, text } from './keeping';
import { plainOf } from './plain';
import { privateValues, serve, type Client } from './served-resource';

const attributes: Attributes = {
  id: { ...text, computed: true },
  name: { ...text, required: true },
  tags: { type: { set: 'string' }, optional: true, description: 'Texts.' },
};

async function imported(importState: Resource<ObjectSchema, Client>['importState'], id = 'the id') {
  const resource = keeping(attributes, importState ? { importState } : {});
  const served = await serve(resource);
  const reply = await served.call('ImportResourceState', { typeName: 'test_thing', id });
  return {
    objects: reply.importedResources.map(({ typeName, state, private: kept }) => ({
      typeName,
      state: plainOf(resource.schema, state),
      private: privateValues(kept),
    })),
    diagnostics: shownDiagnostics(reply.diagnostics),
  };
}

describe('an import', () => {
  test('stores what the id gives, and the rest is null until the refresh', async () => {
    expect(await imported(async ({ id }) => ({ id }), 'a/b c')).toEqual({
      objects: [{ typeName: 'test_thing', state: { id: 'a/b c', name: null, tags: null }, private: null }],
      diagnostics: [],
    });
  });

  test('stores the private state that it sets', async () => {
    const { objects } = await imported(async ({ id, privateState: kept }) => {
      kept.set('imported', true);
      return { id, tags: ['b', 'a', 'b'] };
    });
    expect(objects).toEqual([
      {
        typeName: 'test_thing',
        state: { id: 'the id', name: null, tags: ['a', 'b'] },
        private: { imported: true },
      },
    ]);
  });

  const refusals: readonly (readonly [
    string,
    Resource<ObjectSchema, Client>['importState'],
    ShownDiagnostic,
  ])[] = [
    [
      'that is refused',
      async ({ id, diagnostics }) => diagnostics.error({ message: `${id} is no id.`, hint: 'Give digits.' }),
      { severity: 'error', summary: 'the id is no id.', detail: 'Give digits.' },
    ],
    ['that fails', async () => Promise.reject(new Error('no luck')), bug('no luck')],
    [
      'that leaves something unknown',
      async () => ({ id: unknown, tags: ['a', unknown] }) as never,
      bug('test_thing returned an import with unknown values: id, tags[1]'),
    ],
    ['that says nothing', async () => undefined, bug('test_thing returned neither an import nor an error')],
    [
      'of a resource that has none',
      undefined,
      {
        severity: 'error',
        summary: 'test_thing cannot be imported.',
        detail: 'Declare it without an import block: the next apply creates it.',
      },
    ],
  ];

  test.each(refusals)('%s imports nothing and says why', async (_case, importState, diagnostic) => {
    expect(await imported(importState)).toEqual({ objects: [], diagnostics: [diagnostic] });
  });
});
