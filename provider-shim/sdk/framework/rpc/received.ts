import type { ObjectSchema } from '../../../../schema/description';
import type { Message, MessageInit } from '../../protocol';
import { type Value, decodeJson, decodeMsgpack, encodeMsgpack, type Type } from '../../values';
import { withoutRefused } from '../refused';
import { sentType } from '../schema-type';
import { withoutWriteOnly } from '../write-only';
import type { Session } from './session';

type Sent = Message<'DynamicValue'> | undefined;

/**
 * A configuration from the engine. From here on its secrets are known, so that no diagnostic shows them.
 *
 * @param check called with what was sent, which may still have names that are refused
 */
export function receivedConfig<C>(
  { secrets }: Session<C>,
  schema: ObjectSchema,
  sent: Sent,
  check?: (written: Value) => void,
): Value {
  const written = decodeValue(sentType(schema), sent);
  check?.(written);
  const value = withoutRefused(schema, written);
  secrets.learn(schema, value);
  return value;
}

/**
 * An object from the engine as it is planned or stored. Values that are write-only are still in what the engine
 * proposes, and in what was stored when they were not write-only yet.
 */
export function receivedObject<C>(session: Session<C>, schema: ObjectSchema, sent: Sent): Value {
  return withoutWriteOnly(schema, receivedConfig(session, schema, sent));
}

/** A value from the engine. Both forms are read; msgpack wins, as it does in the engine. */
export function decodeValue(type: Type, value: Sent): Value {
  if (value && value.msgpack.length > 0) return decodeMsgpack(type, value.msgpack);
  if (value && value.json.length > 0) return decodeJson(type, Buffer.from(value.json).toString('utf8'));
  return null;
}

/** An object for the engine, always msgpack: JSON has no unknowns. */
export function encodeObject(schema: ObjectSchema, value: Value): MessageInit<'DynamicValue'> {
  return { msgpack: encodeMsgpack(sentType(schema), value) };
}

/** Whether two values from the engine are the same bytes. */
export function isSame(one: Sent, other: Sent): boolean {
  if (!one || !other) return false;
  return Buffer.compare(one.msgpack, other.msgpack) === 0 && Buffer.compare(one.json, other.json) === 0;
}
