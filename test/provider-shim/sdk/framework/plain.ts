import { sentType } from '../../../../provider-shim/sdk/framework/schema-type';
import {
  decodeMsgpack,
  encodeMsgpack,
  isMembers,
  Unknown,
  type Value,
} from '../../../../provider-shim/sdk/values';
import { unknown, type Attributes, type ObjectSchema } from '../../../../schema';

/** An object as a test writes it: what is left out is null, `unknown` stands for what is not known. */
export type Plain = Readonly<Record<string, unknown>>;

/** The value of such an object, every attribute there, inside of nested ones as well. */
export function valueOf(schema: ObjectSchema, plain: Plain | null): Value {
  return plain === null ? null : filled(schema.attributes, plain);
}

/** As the engine sends it. */
export function encoded(schema: ObjectSchema, value: Value): { readonly msgpack: Uint8Array } {
  return { msgpack: encodeMsgpack(sentType(schema), value) };
}

/** As it came back, with `unknown` for what is not known, so that a comparison of wholes tells it from `{}`. */
export function plainOf(schema: ObjectSchema, sent: { readonly msgpack: Uint8Array } | undefined): unknown {
  return sent === undefined ? undefined : shown(decodeMsgpack(sentType(schema), sent.msgpack));
}

function shown(value: Value): unknown {
  if (value instanceof Unknown) return unknown;
  if (Array.isArray(value)) return value.map(shown);
  if (!isMembers(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
}

function filled(attributes: Attributes, plain: Plain, refused: object = {}): Value {
  const texts = Object.keys(refused).map((name) => [name, asValue(plain[name])] as const);
  return Object.fromEntries([
    ...texts,
    ...Object.entries(attributes).map(([name, attribute]): readonly [string, Value] => {
      const part = plain[name];
      if (!attribute.nested) return [name, asValue(part)];
      const one = (object: unknown): Value =>
        isMembers(object) ? filled(attribute.attributes, object, attribute.refused) : asValue(object);
      if (Array.isArray(part)) return [name, part.map(one)];
      if (attribute.nested === 'map' && isMembers(part)) {
        return [name, Object.fromEntries(Object.entries(part).map(([key, object]) => [key, one(object)]))];
      }
      return [name, one(part)];
    }),
  ]);
}

function asValue(part: unknown): Value {
  if (part === unknown) return Unknown.plain;
  if (part === undefined) return null;
  if (Array.isArray(part)) return part.map(asValue);
  if (!isMembers(part)) return part as Value;
  return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, asValue(member)]));
}
