import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Field, Namespace, type NamespaceBase, parse, type Root, Type } from 'protobufjs';
import { messages, tfplugin6 } from '../../../../provider-shim/sdk/protocol';
import { codePoint } from '../../../support/code-point';

const source = readFileSync(join(__dirname, 'tfplugin6.proto'), 'utf8');

/** The protocol as protobufjs reads it from the .proto file. */
const root: Root = parse(source).root;

root.resolveAll();

const typeOf = (name: string): Type => root.lookupType(`tfplugin6.${name}`);

const zeros: Readonly<Record<string, unknown>> = { string: '', bool: false, bytes: new Uint8Array(0) };

/** Our name for a field: protobufjs keeps a leading capital, as in `Error`. */
const ownName = (field: Field): string => field.name.charAt(0).toLowerCase() + field.name.slice(1);

/** What protobufjs decoded, in the form that our codec gives: every field, numbers and Uint8Arrays. */
function plain(type: Type, message: object): Record<string, unknown> {
  return Object.fromEntries(
    type.fieldsArray.map((field) => {
      field.resolve();
      const own = Object.hasOwn(message, field.name);
      const value = own ? (message as Record<string, unknown>)[field.name] : undefined;
      return [ownName(field), fieldValue(field, value)];
    }),
  );
}

function fieldValue(field: Field, value: unknown): unknown {
  if (field.repeated) return ((value ?? []) as unknown[]).map((item) => single(field, item));
  if (field.map) {
    const entries = Object.entries((value ?? {}) as object);
    return Object.fromEntries(entries.map(([key, item]) => [key, single(field, item)]));
  }
  const explicit = field.partOf !== null && field.partOf !== undefined;
  if (value === undefined || value === null) {
    return explicit || field.resolvedType?.constructor.name === 'Type' ? undefined : (zeros[field.type] ?? 0);
  }
  return single(field, value);
}

function single(field: Field, value: unknown): unknown {
  if (field.resolvedType && 'fieldsArray' in field.resolvedType) {
    return plain(field.resolvedType, value as object);
  }
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  // 64-bit integers come as Long.
  return typeof value === 'object' ? Number(String(value)) : value;
}

/** The bytes that protobufjs writes for a message in our form. */
function encodeByReference(name: string, message: object): Uint8Array {
  const type = typeOf(name);
  return type.encode(type.fromObject(foreignNames(type, message))).finish();
}

function decodeByReference(name: string, bytes: Uint8Array): Record<string, unknown> {
  const type = typeOf(name);
  return plain(type, type.decode(bytes));
}

/** `Error` is the one name of the protocol that begins with a capital. */
function foreignNames(type: Type, message: object): object {
  const names = new Map(type.fieldsArray.map((field) => [ownName(field), field.name]));
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [names.get(key) ?? key, value]));
}

type Row = readonly [number: number, type: string, label?: string];
type Table = Readonly<Record<string, Readonly<Record<string, Row>>>>;

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: codePoint, maxLength: 12 }),
  bytes: fc.uint8Array({ maxLength: 12 }).map((bytes) => Uint8Array.from(bytes)),
  bool: fc.boolean(),
  int32: fc.integer(),
  int64: fc.oneof(fc.integer(), fc.maxSafeInteger()),
  enum: fc.nat({ max: 300 }),
};

const key = fc.string({ unit: codePoint, maxLength: 6 }).filter((text) => text !== '__proto__');

/** Complete messages of the named kind, as the codec would decode them. Below `depth` levels no message nests. */
function randomMessage(name: string, depth = 3): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries((messages as Table)[name] as Readonly<Record<string, Row>>);
  const choices = fields.filter(([, [, , label]]) => label === 'choice').map(([field]) => field);
  const record = fc.record(
    Object.fromEntries(fields.map(([field, description]) => [field, randomField(description, depth)])),
  );
  // Of a oneof, at most one is set.
  return fc.tuple(record, fc.nat({ max: choices.length })).map(([message, chosen]) => {
    const cleared = choices.filter((_, index) => index !== chosen);
    return { ...message, ...Object.fromEntries(cleared.map((field) => [field, undefined])) };
  });
}

function randomField([, type, label]: Row, depth: number): fc.Arbitrary<unknown> {
  const scalar = scalars[type];
  if (scalar === undefined && depth === 0) {
    if (label === 'repeated') return fc.constant([]);
    return fc.constant(label === 'map' ? {} : undefined);
  }
  const value = scalar ?? randomMessage(type, depth - 1);
  switch (label) {
    case 'repeated':
      return fc.array(value, { maxLength: 2 });
    case 'map':
      return fc.dictionary(key, value, { maxKeys: 2 });
    case 'optional':
      return fc.option(value, { nil: undefined });
    default:
      return scalar ?? fc.option(value, { nil: undefined });
  }
}

const messageNames = Object.keys(messages) as (keyof typeof messages)[];

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
