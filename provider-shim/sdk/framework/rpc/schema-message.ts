import type { Attribute, Attributes, NestedAttribute, ObjectSchema } from '../../../../schema/description';
import { DescriptionKind, ObjectNesting, type MessageInit } from '../../protocol';
import { types, typeToJson } from '../../values';
import type { AnyProvider } from '../provider';
import { attributeType } from '../schema-type';

const NESTING: Readonly<Record<NestedAttribute['nested'], number>> = {
  single: ObjectNesting.SINGLE,
  list: ObjectNesting.LIST,
  set: ObjectNesting.SET,
  map: ObjectNesting.MAP,
};

/** What this framework can do beyond the base protocol. */
export const SERVER_CAPABILITIES = {
  /** Destroy plans come to `modifyPlan` as well, so that a resource can refuse one. */
  planDestroy: true,
  /** The engine may keep the schema for the run, which saves a call for each process. */
  getProviderSchemaOptional: true,
  /** Objects of other resource types can be moved here (docs/internals/plugin-protocol.md 4.7). */
  moveResourceState: true,
  /** Engines from Terraform 1.14 on let the provider write the configuration of an import (docs/internals/plugin-protocol.md 2.2). */
  generateResourceConfig: true,
} as const satisfies MessageInit<'ServerCapabilities'>;

/** The whole reply to GetProviderSchema. */
export function providerSchemaReply<C>(provider: AnyProvider<C>): MessageInit<'GetProviderSchema.Response'> {
  return {
    provider: schemaMessage(provider.schema),
    resourceSchemas: schemasByType(provider.resources),
    dataSourceSchemas: schemasByType(provider.dataSources),
    listResourceSchemas: schemasByType(provider.listResources ?? []),
    actionSchemas: Object.fromEntries(
      (provider.actions ?? []).map(({ schema }) => [schema.type, { schema: schemaMessage(schema) }]),
    ),
    serverCapabilities: SERVER_CAPABILITIES,
  };
}

function schemasByType(
  served: readonly { readonly schema: ObjectSchema }[],
): Readonly<Record<string, MessageInit<'Schema'>>> {
  return Object.fromEntries(served.map(({ schema }) => [schema.type, schemaMessage(schema)]));
}

/** One schema in the form of the protocol. */
export function schemaMessage(schema: ObjectSchema): MessageInit<'Schema'> {
  return {
    version: schema.version,
    block: {
      version: schema.version,
      attributes: attributeMessages(schema.attributes),
      description: schema.description,
      descriptionKind: DescriptionKind.MARKDOWN,
    },
  };
}

function attributeMessages(attributes: Attributes): MessageInit<'Schema.Attribute'>[] {
  return Object.entries(attributes).map(([name, attribute]) => ({
    name,
    ...typePart(attribute),
    description: attribute.description,
    descriptionKind: DescriptionKind.MARKDOWN,
    required: attribute.required ?? false,
    optional: attribute.optional ?? false,
    computed: attribute.computed ?? attribute.default !== undefined,
    sensitive: attribute.sensitive ?? false,
    writeOnly: attribute.writeOnly ?? false,
    deprecated: attribute.deprecated !== undefined,
    deprecationMessage: attribute.deprecated ?? '',
  }));
}

/** Texts, so that the engine takes any plain value and the provider can say what is wrong. */
function refusedMessages(refused: Readonly<Record<string, string>>): MessageInit<'Schema.Attribute'>[] {
  return Object.entries(refused).map(([name, instead]) => ({
    name,
    type: Buffer.from(typeToJson(types.string)),
    description: `Refused. ${instead}`,
    descriptionKind: DescriptionKind.MARKDOWN,
    optional: true,
    deprecated: true,
    deprecationMessage: instead,
  }));
}

function typePart(attribute: Attribute): MessageInit<'Schema.Attribute'> {
  return attribute.nested
    ? {
        nestedType: {
          attributes: [
            ...attributeMessages(attribute.attributes),
            ...refusedMessages(attribute.refused ?? {}),
          ],
          nesting: NESTING[attribute.nested],
        },
      }
    : { type: Buffer.from(typeToJson(attributeType(attribute))) };
}
