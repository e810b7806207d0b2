import { decodeJson } from '../../../../provider-shim/sdk/values';
import { typeOf } from '../../../../provider-shim/sdk/framework/schema-type';
import type { Attributes } from '../../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { keeping, schemaOf } from './keeping';
import { serve } from './served-resource';

const attributes: Attributes = {
  name: { type: 'string', optional: true, description: 'Text.' },
  size: { type: 'number', optional: true, description: 'A number.' },
};

interface Upgraded {
  readonly json: string | undefined;
  readonly diagnostics: readonly ShownDiagnostic[];
}

async function upgraded(
  from: number,
  to: number,
  raw: { readonly json?: string; readonly flatmap?: Readonly<Record<string, string>> },
): Promise<Upgraded> {
  const schema = schemaOf(attributes, { version: to });
  const served = await serve(keeping(schema));
  const reply = await served.call('UpgradeResourceState', {
    typeName: 'test_thing',
    version: from,
    rawState: {
      ...(raw.json === undefined ? {} : { json: Buffer.from(raw.json) }),
      ...(raw.flatmap ? { flatmap: raw.flatmap } : {}),
    },
  });
  const json = reply.upgradedState && Buffer.from(reply.upgradedState.json).toString('utf8');
  if (json) decodeJson(typeOf(schema), json);
  return { json, diagnostics: shownDiagnostics(reply.diagnostics) };
}

test.each([
  ['with white space', ' { "name" :\t"a" , "size": null }\n'],
  ['with a number of many digits', '{"size":123456789012345678901234567890.000000000000000000000000001}'],
  ['with a number in another notation', '{"size":1.50e3}'],
  ['without an attribute', '{"name":"a"}'],
  ['with escapes', '{"name":"caf\\u00e9 \\ud83d\\ude00"}'],
])('a state of the current schema version is passed through unchanged %s', async (_case, json) => {
  expect(await upgraded(3, 3, { json })).toEqual({ json, diagnostics: [] });
});

describe('a state that cannot be read', () => {
  test.each([
    ['a newer', 4, 'A newer version of the provider wrote it. Use that version or a newer one.'],
    ['an older', 2, 'Remove the object from the state, and import it again.'],
  ])('is refused when %s provider wrote it', async (_which, from, detail) => {
    expect(await upgraded(from, 3, { json: '{}' })).toEqual({
      json: undefined,
      diagnostics: [
        {
          severity: 'error',
          summary: `The state of this test_thing has version ${from}; this provider reads version 3.`,
          detail,
        },
      ],
    });
  });

  test('is refused in the format before JSON', async () => {
    expect(await upgraded(0, 0, { flatmap: { 'tags.#': '1', 'tags.0': 'x' } })).toEqual({
      json: undefined,
      diagnostics: [
        {
          severity: 'error',
          summary: 'The state of this test_thing is not JSON: Terraform 0.11 or older wrote it.',
          detail: 'Upgrade the state with Terraform 0.12 first.',
        },
      ],
    });
  });
});
