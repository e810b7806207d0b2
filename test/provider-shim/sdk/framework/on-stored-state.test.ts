import type { Resource } from '../../../../provider-shim/sdk/framework';
import type { ObjectSchema } from '../../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { keeping, schemaOf } from './keeping';
import { CLIENT, serve, unconfigured, type Client, type ServedResource } from './served-resource';

const NAME = { name: { type: 'string', optional: true, description: 'Text.' } } as const;

type OnStoredState = NonNullable<Resource<ObjectSchema, Client>['onStoredState']>;

/** A resource of version 1 that is told what is stored. */
function noting(onStoredState: OnStoredState): ReturnType<typeof keeping> {
  return keeping(schemaOf(NAME, { version: 1 }), { onStoredState });
}

interface Upgraded {
  readonly json: string | undefined;
  readonly diagnostics: readonly ShownDiagnostic[];
}

async function upgraded(served: ServedResource, version: number, json: string): Promise<Upgraded> {
  const reply = await served.call('UpgradeResourceState', {
    typeName: 'test_thing',
    version,
    rawState: { json: Buffer.from(json) },
  });
  return {
    json: reply.upgradedState && Buffer.from(reply.upgradedState.json).toString('utf8'),
    diagnostics: shownDiagnostics(reply.diagnostics),
  };
}

describe('onStoredState gets each stored object', () => {
  test('as it stands, also what nobody has checked', async () => {
    const seen: unknown[] = [];
    const served = await serve(noting((client, state) => seen.push([client, state])));
    const json = '{"name":7,"more":[]}';
    expect(await upgraded(served, 1, json)).toEqual({ json, diagnostics: [] });
    expect(seen).toEqual([[CLIENT, { name: 7, more: [] }]]);
  });

  test('before anything is planned for it, even one that will be re-created', async () => {
    const stored = new Set<unknown>();
    const plans: boolean[] = [];
    const served = await serve(
      keeping(NAME, {
        onStoredState: (_client, { name }) => stored.add(name),
        modifyPlan: async ({ state, plan }) => {
          if (!state && plan) plans.push(stored.has(plan['name']));
          return undefined;
        },
      }),
    );
    await served.plan({ config: { name: 'a' } });
    await upgraded(served, 0, '{"name":"a"}');
    await served.plan({ config: { name: 'a' } });
    expect(plans).toEqual([false, true]);
  });
});

const never: OnStoredState = () => {
  throw new Error('not to be called');
};

test('onStoredState is not called while the provider configuration is unknown', async () => {
  expect(await upgraded(unconfigured(noting(never)), 1, '{}')).toEqual({ json: '{}', diagnostics: [] });
});
