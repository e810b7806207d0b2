import type { Message, MessageInit } from '../../protocol';
import { decodeJson, decodeMsgpack, encodeMsgpack, type Type, type Value } from '../../values';

/** A value from the engine. Both forms are read; msgpack wins, as it does in the engine. */
export function decodeValue(type: Type, value: Message<'DynamicValue'> | undefined): Value {
  if (value && value.msgpack.length > 0) return decodeMsgpack(type, value.msgpack);
  if (value && value.json.length > 0) return decodeJson(type, Buffer.from(value.json).toString('utf8'));
  return null;
}

/** A value for the engine, always msgpack: JSON has no unknowns. */
export function encodeValue(type: Type, value: Value): MessageInit<'DynamicValue'> {
  return { msgpack: encodeMsgpack(type, value) };
}

/** Whether two values from the engine are the same bytes. */
export function isSame(
  one: Message<'DynamicValue'> | undefined,
  other: Message<'DynamicValue'> | undefined,
): boolean {
  if (!one || !other) return false;
  return Buffer.compare(one.msgpack, other.msgpack) === 0 && Buffer.compare(one.json, other.json) === 0;
}
