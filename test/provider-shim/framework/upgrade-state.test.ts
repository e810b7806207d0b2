import type { StateUpgrade } from '../../../provider-shim/framework';
import { decodeJson } from '../../../provider-shim/values';
import { typeOf } from '../../../provider-shim/framework/schema-type';
import type { Attributes } from '../../../schema';
import { shownDiagnostics, type ShownDiagnostic } from './connected';
import { bug, keeping, schemaOf } from './keeping';
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
  upgradeState: Readonly<Record<number, StateUpgrade>> = {},
): Promise<Upgraded> {
  const schema = schemaOf(attributes, { version: to });
  const served = await serve(keeping(schema, { upgradeState }));
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

describe('a state of the current schema version', () => {
  test.each([
    ['with white space', ' { "name" :\t"a" , "size": null }\n'],
    ['with a number of many digits', '{"size":123456789012345678901234567890.000000000000000000000000001}'],
    ['with a number in another notation', '{"size":1.50e3}'],
    ['without an attribute', '{"name":"a"}'],
    ['with escapes', '{"name":"caf\\u00e9 \\ud83d\\ude00"}'],
  ])('is passed through unchanged %s', async (_case, json) => {
    expect(await upgraded(3, 3, { json })).toEqual({ json, diagnostics: [] });
  });

  test('skips the upgrades', async () => {
    const never: StateUpgrade = () => {
      throw new Error('not to be called');
    };
    expect((await upgraded(1, 1, { json: '{}' }, { 0: never, 1: never })).json).toBe('{}');
  });
});

describe('a state of an earlier version', () => {
  const steps: Readonly<Record<number, StateUpgrade>> = {
    0: ({ title, ...rest }) => ({ ...rest, name: title }),
    1: (state) => ({ ...state, name: `${String(state['name'])}!` }),
    2: (state) => ({ ...state, name: `${String(state['name'])}?` }),
  };

  test.each([
    ['by one step', 2, 3, '{"name":"a","size":1}', '{"name":"a?","size":1}'],
    ['by several steps', 0, 3, '{"title":"a","size":1}', '{"size":1,"name":"a!?"}'],
    ['no further than the schema', 0, 2, '{"title":"a"}', '{"name":"a!"}'],
  ])('is upgraded %s', async (_case, from, to, json, expected) => {
    expect(await upgraded(from, to, { json }, steps)).toEqual({ json: expected, diagnostics: [] });
  });

  test.each([
    '9007199254740993',
    '-12345678901234567890',
    '0.1000000000000000055511151231257827021181583404541015625',
    '123456789012345678901234567890.000000000000000000000000001',
  ])('keeps every digit of %s', async (size) => {
    expect(await upgraded(0, 1, { json: `{"title":"a","size":${size}}` }, steps)).toEqual({
      json: `{"size":${size},"name":"a"}`,
      diagnostics: [],
    });
  });

  test.each([
    ['is cut off', '{"title":"a"'],
    ['says two things of an attribute', '{"title":"a","title":"b"}'],
    ['is a list', '["a"]'],
    ['is nothing', 'null'],
    ['is nested too deeply', `{"title":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('that %s is reported as damaged, with what to do, and not as a bug', async (_case, json) => {
    const { json: result, diagnostics } = await upgraded(0, 1, { json }, steps);
    expect(result).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        summary: expect.stringContaining('The state of this test_thing is damaged'),
        detail: expect.stringContaining('Restore the state file from a backup'),
      },
    ]);
  });

  test('without an upgrade step is an error with the way to upgrade', async () => {
    expect(await upgraded(0, 5, { json: '{"title":"a"}' }, steps)).toEqual({
      json: undefined,
      diagnostics: [
        {
          severity: 'error',
          summary:
            'The state of this test_thing has version 0; this provider reads version 5 and cannot ' +
            'upgrade from version 3.',
          detail:
            'Apply once with an intermediate version of the provider, which upgrades the state, then ' +
            'return to this one.',
        },
      ],
    });
  });

  test('whose upgrade fails is a bug in the provider', async () => {
    const failing: StateUpgrade = () => {
      throw new Error('no luck');
    };
    expect(await upgraded(0, 1, { json: '{}' }, { 0: failing })).toEqual({
      json: undefined,
      diagnostics: [bug('no luck')],
    });
  });

  test.each(['', ' ', '{', '{"name":', 'nonsense', '{"name":1}}', '\u0000'])(
    'with the malformed text %j is an error, not a crash',
    async (json) => {
      const { json: state, diagnostics } = await upgraded(0, 1, { json }, steps);
      expect({ state, severities: diagnostics.map(({ severity }) => severity) }).toEqual({
        state: undefined,
        severities: ['error'],
      });
    },
  );
});

describe('a state that cannot be read', () => {
  test('is refused when a newer provider wrote it', async () => {
    expect(await upgraded(4, 3, { json: '{}' })).toEqual({
      json: undefined,
      diagnostics: [
        {
          severity: 'error',
          summary: 'The state of this test_thing has version 4; this provider reads version 3.',
          detail: 'A newer version of the provider wrote it. Use that version or a newer one.',
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
