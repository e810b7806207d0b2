import { fold, type Builder } from './fold';
import { numberToWire } from './msgpack-number';
import { Extension } from './msgpack-parse';
import { writeMsgpack } from './msgpack-write';
import { payloadOf, REFINED_UNKNOWN } from './refinements';
import type { Type } from './type';
import { record, type Value } from './value';

/** What the engine itself writes for an unknown value; the type and the payload have no meaning. */
const PLAIN_UNKNOWN = new Extension(0, Uint8Array.of(0));

/**
 * Encodes a value of a type in the engine's MessagePack form.
 * @throws {ValueError} the value does not fit the type
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  return writeMsgpack(fold<unknown>(type, value, builder));
}

const builder: Builder<unknown> = {
  nil: () => null,
  unknown: ({ refinements }) => {
    const payload = payloadOf(refinements);
    return payload ? new Extension(REFINED_UNKNOWN, payload) : PLAIN_UNKNOWN;
  },
  string: (text) => text,
  number: numberToWire,
  bool: (bool) => bool,
  sequence: (_, items) => items,
  map: record,
  object: (attributes) => attributes,
};
