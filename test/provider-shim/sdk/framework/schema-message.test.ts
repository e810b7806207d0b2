import { providerSchemaReply } from '../../../../provider-shim/sdk/framework';
import { schemaMessage } from '../../../../provider-shim/sdk/framework/rpc/schema-message';
import {
  DescriptionKind,
  ObjectNesting,
  tfplugin6,
  type Message,
} from '../../../../provider-shim/sdk/protocol';
import { createZoneProvider } from '../../../../provider-shim/zone-provider';
import type { Attribute, MemberAttributes } from '../../../../schema';
import { schemaOf, text } from './keeping';

/** What the engine reads of one attribute. */
function messageOf(attribute: Attribute): Message<'Schema.Attribute'> | undefined {
  const bytes = tfplugin6.encode('Schema', schemaMessage(schemaOf({ it: attribute })));
  return tfplugin6.decode('Schema', bytes).block?.attributes[0];
}

const PLAIN = {
  name: 'it',
  type: Buffer.from('"string"'),
  description: 'Text.',
  descriptionKind: DescriptionKind.MARKDOWN,
  required: false,
  optional: false,
  computed: false,
  sensitive: false,
  deprecated: false,
  deprecationMessage: '',
  nestedType: undefined,
  writeOnly: false,
};

describe('an attribute in the schema message', () => {
  test.each([
    ['required', { ...text, required: true }, { required: true }],
    ['optional', { ...text, optional: true }, { optional: true }],
    ['computed', { ...text, computed: true }, { computed: true }],
    ['optional, computed', { ...text, optional: true, computed: true }, { optional: true, computed: true }],
    ['with default: computed', { ...text, optional: true, default: 'a' }, { optional: true, computed: true }],
    ['write-only', { ...text, optional: true, writeOnly: true }, { optional: true, writeOnly: true }],
    ['sensitive', { ...text, optional: true, sensitive: true }, { optional: true, sensitive: true }],
    [
      'deprecated',
      { ...text, optional: true, deprecated: 'Use that.' },
      { optional: true, deprecated: true, deprecationMessage: 'Use that.' },
    ],
    [
      'with what only the provider minds',
      { ...text, computed: true, keepsPrior: true, replaceOnChange: true, creationOnly: true, checks: [] },
      { computed: true },
    ],
  ] as const)('%s', (_case, attribute, expected) => {
    expect(messageOf(attribute as Attribute)).toEqual({ ...PLAIN, ...expected });
  });

  test.each([
    ['string', '"string"'],
    ['bool', '"bool"'],
    ['int', '"number"'],
    ['number', '"number"'],
    [{ list: 'int' }, '["list","number"]'],
    [{ set: { list: 'bool' } }, '["set",["list","bool"]]'],
    [{ map: 'string' }, '["map","string"]'],
    [{ object: { b: 'string', a: { set: 'number' } } }, '["object",{"a":["set","number"],"b":"string"}]'],
  ] as const)('of the type %j', (type, expected) => {
    const sent = Buffer.from(messageOf({ type, optional: true, description: '' })?.type ?? []).toString(
      'utf8',
    );
    expect(JSON.parse(sent)).toEqual(JSON.parse(expected));
  });

  test.each([
    ['single', ObjectNesting.SINGLE],
    ['list', ObjectNesting.LIST],
    ['set', ObjectNesting.SET],
    ['map', ObjectNesting.MAP],
  ] as const)('with objects nested as a %s', (nested, nesting) => {
    const inner: MemberAttributes = {
      it: { ...text, optional: true, default: 'a' },
      more: { nested: 'list', computed: true, description: 'More.', attributes: { it: text } },
    };
    const refused = { old: 'Write it.' };
    const objects = { type: Buffer.alloc(0) };
    expect(messageOf({ nested, optional: true, attributes: inner, refused, description: 'Text.' })).toEqual({
      ...{ ...PLAIN, ...objects, optional: true },
      nestedType: {
        nesting,
        attributes: [
          { ...PLAIN, optional: true, computed: true },
          {
            ...{ ...PLAIN, ...objects, name: 'more', description: 'More.', computed: true },
            nestedType: { nesting: ObjectNesting.LIST, attributes: [PLAIN] },
          },
          // A text, so that the engine takes any plain value.
          {
            ...{ ...PLAIN, name: 'old', description: 'Refused. Write it.', optional: true },
            ...{ deprecated: true, deprecationMessage: 'Write it.' },
          },
        ],
      },
    });
  });
});

/** What else the engine wants of a schema it says at every start. */
describe('the schema of zonewright/zone', () => {
  const reply = tfplugin6.decode(
    'GetProviderSchema.Response',
    tfplugin6.encode(
      'GetProviderSchema.Response',
      providerSchemaReply(createZoneProvider({ environment: {}, folder: '/', version: '0.0.0' })),
    ),
  );
  const schemas = [
    ['the provider', reply.provider] as const,
    ...Object.entries(reply.resourceSchemas),
    ...Object.entries(reply.dataSourceSchemas).map(([type, schema]) => [`data ${type}`, schema] as const),
  ];

  test.each(schemas)('of %s describes every attribute', (_name, schema) => {
    expect(schema?.block?.description).not.toBe('');
    const silent = everyAttribute(schema?.block?.attributes ?? []).filter(
      ({ description }) => description === '',
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

function everyAttribute(
  attributes: readonly Message<'Schema.Attribute'>[],
): readonly Message<'Schema.Attribute'>[] {
  return attributes.flatMap((attribute) => [
    attribute,
    ...everyAttribute(attribute.nestedType?.attributes ?? []),
  ]);
}
