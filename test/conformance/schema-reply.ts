import type { Attribute, Attributes, AttributeType, NestedAttribute, ObjectSchema } from '../../schema';

const NESTING: Readonly<Record<NestedAttribute['nested'], string>> = {
  single: 'SINGLE',
  list: 'LIST',
  set: 'SET',
  map: 'MAP',
};

/** The `tfplugin6.Schema` that a schema object promises, with its types as parsed JSON. */
export function expectedSchema({ version, description, attributes }: ObjectSchema): object {
  return {
    version,
    block: {
      version,
      attributes: expectedAttributes(attributes),
      blockTypes: [],
      description,
      descriptionKind: 'MARKDOWN',
      deprecated: false,
      deprecationMessage: '',
      computed: false,
    },
  };
}

interface Expected {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** Sorted by name: the order on the wire means nothing. */
function expectedAttributes(attributes: Attributes): readonly Expected[] {
  return byName(
    Object.entries(attributes).map(([name, attribute]) => ({
      name,
      ...expectedType(attribute),
      description: attribute.description,
      descriptionKind: 'MARKDOWN',
      required: attribute.required === true,
      optional: attribute.optional === true,
      // A default is a value that the provider sets.
      computed: attribute.computed === true || 'default' in attribute,
      sensitive: attribute.sensitive === true,
      deprecated: attribute.deprecated !== undefined,
      deprecationMessage: attribute.deprecated ?? '',
      writeOnly: attribute.writeOnly === true,
    })),
  );
}

function expectedType(attribute: Attribute): object {
  if (attribute.type !== undefined) return { type: typeJson(attribute.type), nestedType: null };
  const nesting = NESTING[attribute.nested];
  const attributes = byName([
    ...expectedAttributes(attribute.attributes),
    ...Object.entries(attribute.refused ?? {}).map(([name, instead]) => refusedName(name, instead)),
  ]);
  return { type: null, nestedType: { attributes, nesting } };
}

/** A name that the provider refuses: a text, so that the engine takes any plain value. */
function refusedName(name: string, instead: string): Expected {
  return {
    name,
    ...{ type: 'string', nestedType: null },
    description: `Refused. ${instead}`,
    descriptionKind: 'MARKDOWN',
    ...{ required: false, optional: true, computed: false, sensitive: false, writeOnly: false },
    deprecated: true,
    deprecationMessage: instead,
  };
}

function typeJson(type: AttributeType): unknown {
  if (typeof type === 'string') return type === 'int' ? 'number' : type;
  const [[kind, inner] = []] = Object.entries(type) as [string, AttributeType][];
  return kind === 'object'
    ? [
        kind,
        Object.fromEntries(Object.entries(inner as object).map(([name, member]) => [name, typeJson(member)])),
      ]
    : [kind, typeJson(inner as AttributeType)];
}

interface AttributeReply {
  readonly name: string;
  readonly type: Uint8Array;
  readonly nestedType: { readonly attributes: readonly AttributeReply[] } | null;
}

interface SchemaReply {
  readonly block: { readonly attributes: readonly AttributeReply[] };
}

/** A `tfplugin6.Schema` from the wire, in the form of `expectedSchema`. */
export function receivedSchema(schema: unknown): object {
  const { block, ...rest } = schema as SchemaReply;
  return { ...rest, block: { ...block, attributes: receivedAttributes(block.attributes) } };
}

function receivedAttributes(attributes: readonly AttributeReply[]): readonly object[] {
  return byName(
    attributes.map(({ type, nestedType, ...rest }) => ({
      ...rest,
      type: type.length === 0 ? null : (JSON.parse(Buffer.from(type).toString('utf8')) as unknown),
      nestedType: nestedType && { ...nestedType, attributes: receivedAttributes(nestedType.attributes) },
    })),
  );
}

function byName<T extends { readonly name: string }>(attributes: readonly T[]): readonly T[] {
  return [...attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
}
