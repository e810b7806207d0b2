import { status } from '@grpc/grpc-js';
import { encodeSchemaReplies } from '../../provider-shim/schema-reply';
import { ACTION_SCHEMAS, DATA_SOURCE_SCHEMAS } from '../../schema';
import { callProvider, type CalledProvider } from './called-provider';
import type { Reply } from './provider-client';

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

  test('serves no other type, has nothing to complain about, and is asked before a destroy', () => {
    expect(Object.keys(reply['resourceSchemas'] as Reply)).toEqual([
      'zone_log_custom_fields',
      'zone_logpush_job',
      'zone_logpush_ownership_challenge',
      'zone_managed_rules',
      'zone_managed_rules_migration',
    ]);
    expect(Object.keys(reply['dataSourceSchemas'] as Reply)).toEqual(
      DATA_SOURCE_SCHEMAS.map(({ type }) => type),
    );
    expect(Object.keys(reply['actionSchemas'] as Reply)).toEqual(ACTION_SCHEMAS.map(({ type }) => type));
    expect(reply).toMatchObject({
      diagnostics: [],
      serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
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
