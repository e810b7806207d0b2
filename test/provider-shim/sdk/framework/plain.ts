import { sentType } from '../../../../provider-shim/sdk/framework/schema-type';
import { decodeMsgpack, encodeMsgpack, isMembers, type Value } from '../../../../provider-shim/sdk/values';
import type { Attributes, ObjectSchema } from '../../../../schema';

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

/** As it came back. */
export function plainOf(schema: ObjectSchema, sent: { readonly msgpack: Uint8Array } | undefined): unknown {
  return sent === undefined ? undefined : decodeMsgpack(sentType(schema), sent.msgpack);
}

function filled(attributes: Attributes, plain: Plain, refused: object = {}): Value {
  const texts = Object.keys(refused).map((name) => [name, (plain[name] ?? null) as Value] as const);
  return Object.fromEntries([
    ...texts,
    ...Object.entries(attributes).map(([name, attribute]): readonly [string, Value] => {
      const part = plain[name];
      if (!attribute.nested) return [name, (part ?? null) as Value];
      const one = (object: unknown): Value =>
        isMembers(object)
          ? filled(attribute.attributes, object, attribute.refused)
          : ((object ?? null) as Value);
      if (Array.isArray(part)) return [name, part.map(one)];
      if (attribute.nested === 'map' && isMembers(part)) {
        return [name, Object.fromEntries(Object.entries(part).map(([key, object]) => [key, one(object)]))];
      }
      return [name, one(part)];
    }),
  ]);
}
