import fc from 'fast-check';
import { Namespace, type NamespaceBase, Type } from 'protobufjs';
import { messages, tfplugin6 } from '../../../../provider-shim/sdk/protocol';
import { messageNames, randomMessage } from './random-messages';
import { decodeByReference, encodeByReference, ownName, root, typeOf } from './reference';

const named = fc
  .constantFrom(...messageNames)
  .chain((name) => fc.tuple(fc.constant(name), randomMessage(name)));

describe('the codec and protobufjs agree', () => {
  test('protobufjs reads what the codec writes', () => {
    fc.assert(
      fc.property(named, ([name, message]) => {
        expect(decodeByReference(name, tfplugin6.encode(name, message))).toEqual(message);
      }),
      { numRuns: 400 },
    );
  });

  test('the codec reads what protobufjs writes', () => {
    fc.assert(
      fc.property(named, ([name, message]) => {
        expect(tfplugin6.decode(name, encodeByReference(name, message))).toEqual(message);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the message table equals the .proto file:', () => {
  test.each(messageNames)('%s', (name) => {
    expect(messages[name]).toEqual(tableRow(name));
  });

  test('the two have the same messages', () => {
    const inTable = messageNames.filter((name) => Object.keys(messages[name]).length > 0);
    expect(typeNames(root, '').sort()).toEqual(inTable.sort());
  });
});

function tableRow(name: string): object {
  const scalar: Readonly<Record<string, string>> = { string: 'string', bytes: 'bytes', bool: 'bool' };
  const fields = typeOf(name).fieldsArray.map((field) => {
    field.resolve();
    const resolved = field.resolvedType;
    const type =
      resolved === null
        ? (scalar[field.type] ?? field.type)
        : 'values' in resolved
          ? 'enum'
          : resolved.fullName.replace('.tfplugin6.', '');
    const oneof = field.partOf?.name.startsWith('_') === true ? 'optional' : 'choice';
    const label = field.repeated ? 'repeated' : field.map ? 'map' : field.partOf ? oneof : undefined;
    return [ownName(field), label === undefined ? [field.id, type] : [field.id, type, label]];
  });
  return Object.fromEntries(fields) as object;
}

/** The messages that have fields, by their full names. */
function typeNames(namespace: NamespaceBase, prefix: string): string[] {
  return namespace.nestedArray.flatMap((nested) => {
    if (!(nested instanceof Namespace)) return [];
    const path = nested.name === 'tfplugin6' ? '' : `${prefix}${nested.name}`;
    const own = nested instanceof Type && nested.fieldsArray.length > 0 ? [path] : [];
    return [...own, ...typeNames(nested, path === '' ? '' : `${path}.`)];
  });
}
