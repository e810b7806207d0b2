import type { MessageInit } from '../../protocol';
import { encodeMsgpack, typeToJson, type Value } from '../../values';
import { IDENTITY_VERSION, identityOf, identityType } from '../identity';
import type { AnyProvider } from '../provider';
import type { AnyResource } from '../resource';
import { attributeType } from '../schema-type';

/** The whole reply to GetResourceIdentitySchemas (docs/internals/plugin-protocol.md 2.4). */
export function identitySchemasReply<C>({
  resources,
}: AnyProvider<C>): MessageInit<'GetResourceIdentitySchemas.Response'> {
  return {
    identitySchemas: Object.fromEntries(
      resources.filter(({ identity }) => identity).map((one) => [one.schema.type, identitySchema(one)]),
    ),
  };
}

function identitySchema<C>({
  schema: { attributes },
  identity = [],
}: AnyResource<C>): MessageInit<'ResourceIdentitySchema'> {
  return {
    version: IDENTITY_VERSION,
    identityAttributes: identity.flatMap((name) => {
      const attribute = attributes[name];
      if (!attribute) return [];
      const type = Buffer.from(typeToJson(attributeType(attribute)));
      return [{ name, type, requiredForImport: true, description: attribute.description }];
    }),
  };
}

/** The identity of an object beside its state, where there is one. */
export function identityMessage<C>(
  resource: AnyResource<C>,
  object: Value,
): MessageInit<'ResourceIdentityData'> | undefined {
  const identity = identityOf(resource, object);
  return identity === undefined ? undefined : encodedIdentity(resource, identity);
}

/** An identity for the engine. */
export function encodedIdentity<C>(
  resource: AnyResource<C>,
  identity: Value,
): MessageInit<'ResourceIdentityData'> | undefined {
  const type = identityType(resource);
  return type && { identityData: { msgpack: encodeMsgpack(type, identity) } };
}
