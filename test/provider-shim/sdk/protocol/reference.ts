import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Field, parse, type Root, type Type } from 'protobufjs';

const source = readFileSync(join(__dirname, 'tfplugin6.proto'), 'utf8');

/** The protocol as protobufjs reads it from the .proto file. */
export const root: Root = parse(source).root;

root.resolveAll();

export const typeOf = (name: string): Type => root.lookupType(`tfplugin6.${name}`);

const zeros: Readonly<Record<string, unknown>> = { string: '', bool: false, bytes: new Uint8Array(0) };

/** Our name for a field: protobufjs keeps a leading capital, as in `Error`. */
export const ownName = (field: Field): string => field.name.charAt(0).toLowerCase() + field.name.slice(1);

/** What protobufjs decoded, in the form that our codec gives: every field, numbers and Uint8Arrays. */
export function plain(type: Type, message: object): Record<string, unknown> {
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
export function encodeByReference(name: string, message: object): Uint8Array {
  const type = typeOf(name);
  return type.encode(type.fromObject(foreignNames(type, message))).finish();
}

export function decodeByReference(name: string, bytes: Uint8Array): Record<string, unknown> {
  const type = typeOf(name);
  return plain(type, type.decode(bytes));
}

/** `Error` is the one name of the protocol that begins with a capital. */
function foreignNames(type: Type, message: object): object {
  const names = new Map(type.fieldsArray.map((field) => [ownName(field), field.name]));
  return Object.fromEntries(Object.entries(message).map(([key, value]) => [names.get(key) ?? key, value]));
}
