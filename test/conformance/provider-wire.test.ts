import { status } from '@grpc/grpc-js';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { encodeSchemaReplies } from '../../provider-shim/schema-reply';
import {
  DATA_SOURCE_SCHEMAS,
  logCustomFieldsSchema,
  logpushJobSchema,
  managedRulesMigrationSchema,
  type ObjectSchema,
  providerSchema,
} from '../../schema';
import { callProvider, customFields, pathTo, providerConfig, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';
import { expectedSchema, receivedSchema } from './schema-reply';
import { UNKNOWN, wireValue } from './wire-value';

/** What the built provider says of itself, called with gRPC, protobuf and msgpack libraries that are not its own. */
let provider: CalledProvider;

beforeAll(async () => {
  provider = await callProvider();
});
afterAll(() => provider.end());

describe('GetProviderSchema', () => {
  let reply: Reply;
  beforeAll(async () => {
    reply = await provider.call('GetProviderSchema');
  });

  test('is answered with the bytes that its sources encode', async () => {
    const bytes = await provider.raw('/tfplugin6.Provider/GetProviderSchema', Buffer.of());
    // Compared as text: of two long buffers a failure would print every byte.
    expect(bytes.toString('base64')).toBe(Buffer.from(encodeSchemaReplies().schema).toString('base64'));
  });

  test('and so is GetResourceIdentitySchemas, which follows it from Terraform 1.12 on', async () => {
    const bytes = await provider.raw('/tfplugin6.Provider/GetResourceIdentitySchemas', Buffer.of());
    expect(bytes.toString('base64')).toBe(Buffer.from(encodeSchemaReplies().identities).toString('base64'));
    const { identitySchemas } = await provider.call('GetResourceIdentitySchemas');
    const names = Object.entries(
      identitySchemas as Readonly<Record<string, { identityAttributes: readonly { name: string }[] }>>,
    ).map(([type, { identityAttributes }]) => [type, ...identityAttributes.map(({ name }) => name)]);
    expect(names).toEqual([
      ['zone_log_custom_fields', 'zone_id'],
      ['zone_logpush_job', 'zone_id', 'job_id'],
      ['zone_managed_rules', 'zone_id'],
      ['zone_managed_rules_migration', 'zone_id'],
    ]);
  });

  const resource = (type: string): unknown => (reply['resourceSchemas'] as Reply)[type];
  const dataSource = (type: string): unknown => (reply['dataSourceSchemas'] as Reply)[type];

  const served: readonly (readonly [what: string, received: () => unknown, schema: ObjectSchema])[] = [
    ['the provider', () => reply['provider'], providerSchema],
    ['zone_log_custom_fields', () => resource('zone_log_custom_fields'), logCustomFieldsSchema],
    ['zone_logpush_job', () => resource('zone_logpush_job'), logpushJobSchema],
    [
      'zone_managed_rules_migration',
      () => resource('zone_managed_rules_migration'),
      managedRulesMigrationSchema,
    ],
    ...DATA_SOURCE_SCHEMAS.map(
      (schema) => [`data ${schema.type}`, () => dataSource(schema.type), schema] as const,
    ),
  ];

  test.each(served)('says of %s what its schema object says', (_case, received, schema) => {
    expect(receivedSchema(received())).toEqual(expectedSchema(schema));
  });

  test('serves no other type, has nothing to complain about, and is asked before a destroy', () => {
    expect(Object.keys(reply['resourceSchemas'] as Reply)).toEqual([
      'zone_log_custom_fields',
      'zone_logpush_job',
      'zone_managed_rules',
      'zone_managed_rules_migration',
    ]);
    expect(Object.keys(reply['dataSourceSchemas'] as Reply)).toEqual(
      DATA_SOURCE_SCHEMAS.map(({ type }) => type),
    );
    expect(reply).toMatchObject({
      diagnostics: [],
      serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
    });
  });
});

describe('the provider configuration', () => {
  test.each([
    ['an invalid base URL', { base_url: 'example.com' }, 'base_url'],
    ['a number out of its range', { max_retries: 21 }, 'max_retries'],
  ])('ValidateProviderConfig refuses %s, on the attribute', async (_case, config, attribute) => {
    expect(await provider.call('ValidateProviderConfig', providerConfig(config))).toEqual({
      diagnostics: [
        {
          severity: 'ERROR',
          summary: expect.stringMatching(/\.$/),
          detail: expect.stringMatching(/\.$/),
          attribute: pathTo(attribute),
        },
      ],
    });
  });

  // The engine quotes the line that a path leads to.
  test('a problem with a secret has no path; its text names the attribute', async () => {
    const both = providerConfig({ api_token: 'a', email: 'b@example.com', api_key: 'c' });
    expect(await provider.call('ValidateProviderConfig', both)).toEqual({
      diagnostics: [
        {
          severity: 'ERROR',
          summary: expect.stringContaining('the attribute api_token'),
          detail: expect.stringMatching(/\.$/),
          attribute: null,
        },
      ],
    });
  });

  test.each([
    ['a good one', { base_url: 'https://api.example.com/client/v4', api_token: 'abc' }],
    ['one that leaves all to the environment', {}],
    ['one whose values are not known yet', { base_url: UNKNOWN, api_token: UNKNOWN, max_retries: UNKNOWN }],
  ])('ValidateProviderConfig takes %s', async (_case, config) => {
    expect(await provider.call('ValidateProviderConfig', providerConfig(config))).toEqual({
      diagnostics: [],
    });
  });

  test('ConfigureProvider refuses a configuration without an address and credentials', async () => {
    const { diagnostics } = await provider.call('ConfigureProvider', providerConfig({}));
    expect(diagnostics).toMatchObject([
      { severity: 'ERROR', summary: expect.stringContaining('base URL'), attribute: pathTo('base_url') },
      { severity: 'ERROR', summary: expect.stringContaining('credentials'), attribute: null },
    ]);
  });

  test('ConfigureProvider takes a complete one', async () => {
    await expect(provider.configure()).resolves.toBeUndefined();
  });
});

describe('ValidateResourceConfig', () => {
  const validate = (given: object): Promise<Reply> =>
    provider.call('ValidateResourceConfig', {
      typeName: 'zone_log_custom_fields',
      config: wireValue(customFields({ zone_id: DEFAULT_ZONE_ID, ...given })),
    });

  test.each([
    ['an upper-case header', { request_headers: ['User-Agent'] }, 'request_headers', 'User-Agent'],
    ['an empty cookie name', { cookies: [''] }, 'cookies', 'empty'],
    ['an invalid zone id', { zone_id: 'example.com', cookies: ['a'] }, 'zone_id', 'example.com'],
  ])('refuses %s, on the attribute', async (_case, config, attribute, seen) => {
    expect(await validate(config)).toEqual({
      diagnostics: [
        {
          severity: 'ERROR',
          summary: expect.stringContaining(seen),
          detail: expect.stringMatching(/\.$/),
          attribute: pathTo(attribute),
        },
      ],
    });
  });

  test('takes good fields, and what is not known yet', async () => {
    expect(await validate({ request_headers: ['user-agent', UNKNOWN], cookies: UNKNOWN })).toEqual({
      diagnostics: [],
    });
  });
});

describe('a call that is none is an error of that call and of nothing else', () => {
  test.each([
    ['an unknown method', 'NoSuchCall', Buffer.of(), status.UNIMPLEMENTED],
    ['a call of another protocol', '../tfplugin5.Provider/GetSchema', Buffer.of(), status.UNIMPLEMENTED],
    ['bytes that are not a message', 'ReadResource', Buffer.of(0xff), status.INTERNAL],
    ['a length past the end', 'ReadResource', Buffer.of(0x0a, 0x7f, 0x61), status.INTERNAL],
    ['a type that is not served', 'ReadResource', Buffer.from('\x0a\x01x'), status.INTERNAL],
    ['a name that is not UTF-8', 'ReadResource', Buffer.of(0x0a, 1, 0xff), status.INTERNAL],
  ])('%s', async (_case, rpc, request, code) => {
    const error = { code, details: expect.stringMatching(/\w/) };
    await expect(provider.raw(`/tfplugin6.Provider/${rpc}`, request)).rejects.toMatchObject(error);
    expect(await provider.call('StopProvider')).toEqual({ Error: '' });
  });

  test.each([
    ['a value that is not MessagePack', Buffer.of(0xc1)],
    ['a value of the wrong type', Buffer.of(0x01)],
    ['an object without its attributes', Buffer.of(0x80)],
    ['a value with something after it', Buffer.of(0xc0, 0xc0)],
  ])('%s', async (_case, msgpack) => {
    await expect(
      provider.call('ValidateResourceConfig', { typeName: 'zone_log_custom_fields', config: { msgpack } }),
    ).rejects.toMatchObject({ code: status.INTERNAL, details: expect.stringMatching(/\w/) });
    expect(await provider.call('StopProvider')).toEqual({ Error: '' });
  });
});
