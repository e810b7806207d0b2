import { fold, type Builder } from './fold';
import { msgpackLibrary } from './msgpack-library';
import { numberToWire } from './msgpack-number';
import { MAX_DEPTH } from './place';
import { payloadOf, REFINED_UNKNOWN } from './refinements';
import { typeToJson } from './type-json';
import type { Type } from './type';
import { utf8OfText } from './utf8';
import { record, type Value } from './value';

/** What the engine itself writes for a value that is not known; the type and the payload mean nothing. */
const PLAIN_UNKNOWN = { type: 0, payload: Uint8Array.of(0) };

/**
 * A value of a type in the engine's MessagePack form.
 * @throws {ValueError} the value does not fit the type
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const { encode, ExtData } = msgpackLibrary();
  const item = fold<unknown>(type, value, {
    ...builder,
    unknown: ({ refinements }) => {
      const payload = payloadOf(refinements);
      if (payload) return new ExtData(REFINED_UNKNOWN, payload);
      return new ExtData(PLAIN_UNKNOWN.type, PLAIN_UNKNOWN.payload);
    },
  });
  // Every level of a value is at most two of the library's: a dynamic value adds an array of its own.
  return encode(item, { useBigInt64: true, maxDepth: 2 * MAX_DEPTH + 2 });
}

const builder: Omit<Builder<unknown>, 'unknown'> = {
  nil: () => null,
  string: (text) => text,
  number: numberToWire,
  bool: (bool) => bool,
  sequence: (_, items) => items,
  map: record,
  object: record,
  dynamic: (type, item) => [utf8OfText(typeToJson(type)), item],
};
