import { assemble, type Reading } from './assemble';
import { numberFromWire } from './msgpack-number';
import { Extension, isMap, parseMsgpack, textEntries } from './msgpack-parse';
import { problem, ROOT } from './place';
import { REFINED_UNKNOWN, unknownOfPayload } from './refinements';
import type { Type } from './type';
import { Unknown } from './unknown';
import { textOfUtf8 } from './utf8';
import type { Value } from './value';

/**
 * Decodes a value of a type from the engine's MessagePack form (`DynamicValue.msgpack`).
 * @throws {ValueError} the bytes are malformed or do not fit the type
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  let item: unknown;
  try {
    item = parseMsgpack(bytes);
  } catch (error) {
    throw problem(ROOT, `malformed MessagePack of ${bytes.length} bytes: ${(error as Error).message}`);
  }
  return assemble(type, item, reading, ROOT);
}

const reading: Reading = {
  missingIsNull: false,
  unknown: (item) => {
    if (!(item instanceof Extension)) return undefined;
    return item.type === REFINED_UNKNOWN ? unknownOfPayload(item.payload) : Unknown.plain;
  },
  string: (item) => (item instanceof Uint8Array ? textOfUtf8(item) : undefined),
  number: numberFromWire,
  bool: (item) => (typeof item === 'boolean' ? item : undefined),
  items: (item) => (Array.isArray(item) ? (item as readonly unknown[]) : undefined),
  members: textEntries,
  seen: seenItem,
};

function seenItem(item: unknown): string {
  if (Array.isArray(item)) return `an array of ${item.length}`;
  if (item instanceof Uint8Array)
    return textOfUtf8(item) === undefined ? 'bytes that are not UTF-8' : 'a string';
  if (isMap(item)) return textEntries(item) ? 'a map' : 'a map with keys that are not text';
  return typeof item === 'bigint' ? 'a number' : `a ${typeof item === 'boolean' ? 'bool' : typeof item}`;
}
