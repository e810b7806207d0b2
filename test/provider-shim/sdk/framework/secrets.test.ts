import { createProviderService } from '../../../../provider-shim/sdk/framework';
import { Secrets } from '../../../../provider-shim/sdk/framework/secrets';
import { bindService, rpcPath, tfplugin6 } from '../../../../provider-shim/sdk/protocol';
import type { Value } from '../../../../provider-shim/sdk/values';
import type { Attributes, Check } from '../../../../schema';
import { connectParts, NOTHING, ready, shownDiagnostics } from './connected';
import { keeping, schemaOf } from './keeping';
import { encoded, valueOf } from './plain';
import { serve } from './served-resource';

const quoting: Check<string> = (value) => [
  { code: 'odd', path: [], message: `${JSON.stringify(value)} is odd.`, hint: `Not ${value}.` },
];

const text = { type: 'string', optional: true, description: 'Text.' } as const;

const attributes: Attributes = {
  plain: { ...text, checks: [quoting] },
  hidden: { ...text, sensitive: true, checks: [quoting] },
  quiet: { ...text, secret: true },
  written: { ...text, writeOnly: true, checks: [quoting] },
  list: { type: { list: 'string' }, optional: true, sensitive: true, description: 'Texts.' },
  table: { type: { map: 'string' }, optional: true, sensitive: true, description: 'Texts.' },
  one: {
    nested: 'single',
    optional: true,
    description: 'One.',
    attributes: { key: { ...text, writeOnly: true }, plain: text },
  },
};
const schema = schemaOf(attributes);

function learned(object: Value): Secrets {
  const secrets = new Secrets();
  secrets.learn(schema, object);
  return secrets;
}

test.each<readonly [string, Value, string, string]>([
  ['a sensitive text', { hidden: 'abc-def1' }, 'see abc-def1!', 'see (sensitive)!'],
  [
    'the long parameters of an address',
    { hidden: 's3://bucket/logs?region=us-east-1&key=abcdefgh%2F12345678&header=Basic%20abcdefgh12345678' },
    'abcdefgh/12345678 abcdefgh%2F12345678 abcdefgh12345678 in us-east-1',
    '(sensitive) (sensitive) (sensitive) in us-east-1',
  ],
  ['elements of a map', { table: { abc: 'ghi-jkl1' } }, 'abc ghi-jkl1', 'abc (sensitive)'],
  ['a nested one', { one: { key: 'abc-def1', plain: 'ghijkl' } }, 'abc-def1 ghijkl', '(sensitive) ghijkl'],
  ['nothing that is no secret', { plain: 'abcdef' }, 'abcdef', 'abcdef'],
  ['a secret that the engine does not know of', { quiet: 'abc-def1' }, 'abc-def1', '(sensitive)'],
  ['nothing that is too short to be one', { hidden: 'abc' }, 'abc', 'abc'],
  ['nothing of what is not there', null, 'null', 'null'],
])('a text is shown without %s', (_case, object, seen, expected) => {
  expect(learned(object).hide(seen)).toBe(expected);
});

test('no diagnostic shows a secret or a path to one', async () => {
  const served = await serve(
    keeping(schema, {
      create: async ({ config }) => {
        throw new Error(`the service refused ${String(config['written'])}`);
      },
    }),
  );
  const config = { plain: 'abcdef', hidden: 'the-hidden', written: 'the-written' };
  expect(await served.validate(config)).toEqual([
    {
      severity: 'error',
      summary: expect.stringContaining('The attribute written is write-only'),
      detail: expect.any(String),
    },
    { severity: 'error', summary: '"abcdef" is odd.', detail: 'Not abcdef.', at: ['plain'] },
    { severity: 'error', summary: '"(sensitive)" is odd.', detail: 'Not (sensitive).' },
    { severity: 'error', summary: '"(sensitive)" is odd.', detail: 'Not (sensitive).' },
  ]);
  const { diagnostics } = await served.apply({ planned: { ...config, written: null }, config });
  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    'The provider failed unexpectedly: the service refused (sensitive)',
  ]);
});

test('no diagnostic shows what the environment had, wherever a service puts it', async () => {
  const resource = keeping(schema, {
    read: async ({ diagnostics }) => {
      diagnostics.warning({
        message: 'The job from-environment is paused.',
        hint: 'Resume from-environment.',
      });
      return null;
    },
  });
  const connected = await ready(
    connectParts<object>(
      { resources: [resource as never], configure: ({ redact }) => (redact('from-environment'), {}) },
      {},
    ),
  );
  const { diagnostics } = await connected.call('ReadResource', {
    typeName: 'test_thing',
    currentState: encoded(schema, valueOf(schema, {})),
  });
  expect(shownDiagnostics(diagnostics)).toEqual([
    { severity: 'warning', summary: 'The job (sensitive) is paused.', detail: 'Resume (sensitive).' },
  ]);
});

test('the log knows every secret before its first use', async () => {
  const told: string[] = [];
  const resource = keeping(schema, { validate: () => void told.push('validated') });
  const service = createProviderService<object>(
    { schema: NOTHING, resources: [resource as never], dataSources: [], configure: () => ({}) },
    () => undefined,
    (secret) => void told.push(secret),
  );
  const handler = bindService(service).get(rpcPath('ValidateResourceConfig'));
  const request = {
    typeName: 'test_thing',
    config: encoded(schema, valueOf(schema, { hidden: 'abcdef', written: 'a"bcd', list: ['abcdef', 'x'] })),
  };
  const bytes = tfplugin6.encode('ValidateResourceConfig.Request', request);
  await handler?.(bytes, new AbortController(), async () => undefined);
  expect(told).toEqual(['abcdef', 'YWJjZGVm', 'a"bcd', 'a\\"bcd', 'a%22bcd', 'YSJiY2Q=', 'validated']);
});
