import type { MessageInit, ProviderService } from '../../protocol';
import { decodeJson, typeToJson, type Value } from '../../values';
import { Diagnostics } from '../diagnostics';
import { IDENTITY_VERSION, identityOf, identityType, storedIdentity } from '../identity';
import type { AnyProvider } from '../provider';
import type { AnyResource } from '../resource';
import { attributeType } from '../schema-type';
import { diagnosticMessages } from './diagnostic-message';
import { encodeValue } from './received';
import type { Session } from './session';

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
  return identity === undefined ? undefined : encoded(resource, identity);
}

function encoded<C>(
  resource: AnyResource<C>,
  identity: Value,
): MessageInit<'ResourceIdentityData'> | undefined {
  const type = identityType(resource);
  return type && { identityData: encodeValue(type, identity) };
}

/** Reads an identity of an earlier version. There is none yet, so that it refuses what a newer provider wrote. */
export function upgradeResourceIdentity<C>(
  session: Session<C>,
): NonNullable<ProviderService['upgradeResourceIdentity']> {
  return async ({ typeName, version, rawIdentity }) => {
    const resource = session.resource(typeName);
    const diagnostics = new Diagnostics();
    const text = Buffer.from(rawIdentity?.json ?? []).toString('utf8');
    const stored = storedIdentity(resource, version, (type) => decodeJson(type, text));
    if ('problem' in stored) diagnostics.error(stored.problem);
    return {
      ...('identity' in stored ? { upgradedIdentity: encoded(resource, stored.identity) } : {}),
      diagnostics: diagnosticMessages(resource.schema, diagnostics, session),
    };
  };
}
