import type { Resource } from '../../../../provider-shim/sdk/framework';
import { typeOf } from '../../../../provider-shim/sdk/framework/schema-type';
import { decodeJson } from '../../../../provider-shim/sdk/values';
import type { Attributes, ObjectSchema } from '../../../../schema';
import { shownDiagnostics } from './connected';
import { keeping, schemaOf } from './keeping';
import { CLIENT, serve, unconfigured, type Client, type ServedResource } from './served-resource';

const attributes: Attributes = {
  name: { type: 'string', optional: true, description: 'Text.' },
  size: { type: 'number', optional: true, description: 'A number.' },
};
const schema = schemaOf(attributes, { version: 3 });

async function upgraded(
  json: string,
  { version = 3, served }: { readonly version?: number; readonly served?: ServedResource } = {},
) {
  const one = served ?? (await serve(keeping(schema)));
  const rawState = json === '' ? { flatmap: { 'tags.#': '1' } } : { json: Buffer.from(json) };
  const reply = await one.call('UpgradeResourceState', { typeName: 'test_thing', version, rawState });
  return {
    json: reply.upgradedState && Buffer.from(reply.upgradedState.json).toString('utf8'),
    diagnostics: shownDiagnostics(reply.diagnostics),
  };
}

test.each([
  ['with white space', ' { "name" :\t"a" , "size": null }\n'],
  ['with a number of many digits', '{"size":123456789012345678901234567890.000000000000000000000000001}'],
  ['with escapes', '{"name":"caf\\u00e9 \\ud83d\\ude00"}'],
])('a state of the current schema version is passed through unchanged %s', async (_case, json) => {
  expect(await upgraded(json)).toEqual({ json, diagnostics: [] });
  expect(() => decodeJson(typeOf(schema), json)).not.toThrow();
});

const refused = (summary: string, detail: string) => ({
  json: undefined,
  diagnostics: [{ severity: 'error', summary: `The state of this test_thing ${summary}`, detail }],
});

test.each([
  ['a newer', 4, 'A newer version of the provider wrote it. Use that version or a newer one.'],
  ['an older', 2, 'Remove the object from the state, and import it again.'],
])('a state is refused when %s provider wrote it', async (_which, version, detail) => {
  expect(await upgraded('{}', { version })).toEqual(
    refused(`has version ${version}; this provider reads version 3.`, detail),
  );
});

test('a state is refused in the format before JSON', async () => {
  expect(await upgraded('')).toEqual(
    refused('is not JSON: Terraform 0.11 or older wrote it.', 'Upgrade the state with Terraform 0.12 first.'),
  );
});

type OnStoredState = NonNullable<Resource<ObjectSchema, Client>['onStoredState']>;
const noting = (onStoredState: OnStoredState) => keeping(schema, { onStoredState });

describe('onStoredState gets each stored object', () => {
  test('as it stands, also what nobody has checked', async () => {
    const seen: unknown[] = [];
    const served = await serve(noting((client, state) => seen.push([client, state])));
    const json = '{"name":7,"more":[]}';
    expect(await upgraded(json, { served })).toEqual({ json, diagnostics: [] });
    expect(seen).toEqual([[CLIENT, { name: 7, more: [] }]]);
  });

  test('before anything is planned for it, even one that will be re-created', async () => {
    const stored = new Set<unknown>();
    const plans: boolean[] = [];
    const served = await serve(
      keeping(schema, {
        onStoredState: (_client, { name }) => stored.add(name),
        modifyPlan: async ({ state, plan }) => {
          if (!state && plan) plans.push(stored.has(plan['name']));
          return undefined;
        },
      }),
    );
    await served.plan({ config: { name: 'a' } });
    await upgraded('{"name":"a"}', { served });
    await served.plan({ config: { name: 'a' } });
    expect(plans).toEqual([false, true]);
  });

  test('but none while the provider configuration is unknown', async () => {
    const never: OnStoredState = () => {
      throw new Error('not to be called');
    };
    const served = unconfigured(noting(never));
    expect(await upgraded('{}', { served })).toEqual({ json: '{}', diagnostics: [] });
  });
});
