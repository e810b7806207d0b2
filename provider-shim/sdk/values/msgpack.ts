import { assemble, type Reading } from './assemble';
import { Extension, isMap, parseMsgpack, textEntries, integerEntry } from './msgpack-parse';
import { problem, ROOT } from './place';
import type { Type } from './type';
import { Unknown, type NumberBound, type Refinements, type Value, record } from './value';
import { textOfUtf8 } from './utf8';
import { fold, type Builder } from './fold';
import { writeMsgpack } from './msgpack-write';
import { decimalText, decimalOf, numberFromText, type ExactNumber } from './exact-number';

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

/**
 * A number in the form to write: always decimal text, which the engine parses without loss, with the same precision of
 * 512 bits as the numbers of its own state file.
 *
 * A MessagePack integer or float64 is the same number, but held at 64 or 53 bits. To Terraform that is a different
 * state: `plan -refresh-only -detailed-exitcode` exits with 2 and shows no change (1.11.4; `ManagedResourcesEqual`
 * compares the decoded values bit by bit). And 1/3 at 53 bits is not the 1/3 of a configuration ("Provider produced
 * invalid plan").
 */
function numberToWire(value: number | ExactNumber): string {
  return decimalText(decimalOf(value));
}

/**
 * The number of a parsed item, which is a number, a bigint or the bytes of a text; undefined for anything else,
 * and for NaN and infinities.
 *
 * A whole float64 is exact. A fraction means its shortest decimal text, 0.1 one tenth, because the engine compares it
 * that way: it holds such a number at 53 bits (results of `pow` and `log`, attributes of other providers) and compares
 * shortest texts. A fraction with more digits that happens to fit a float64, such as 12345/2^30, looks the same on the
 * wire; the engine itself loses it between plan and apply, even for its built-in provider (Terraform 1.11.4: "Provider
 * produced inconsistent final plan").
 */
function numberFromWire(raw: unknown): number | ExactNumber | undefined {
  if (typeof raw === 'bigint') return numberFromText(raw.toString());
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    return numberFromText(Number.isInteger(raw) ? BigInt(raw).toString() : String(raw));
  }
  const text = raw instanceof Uint8Array ? textOfUtf8(raw) : undefined;
  return text === undefined ? undefined : numberFromText(text);
}

/** The extension type of an unknown value with refinements. Source: go-cty, "Refinements" of its msgpack. */
const REFINED_UNKNOWN = 12;

/** go-cty refuses a longer payload. */
const MAX_PAYLOAD = 1024;

const KEY = { isNull: 1, stringPrefix: 2, numberMin: 3, numberMax: 4, lengthMin: 5, lengthMax: 6 } as const;

/** Decodes the unknown value of a payload. Refinements that are not understood are ignored. */
function unknownOfPayload(payload: Uint8Array): Unknown {
  if (payload.length > MAX_PAYLOAD) return Unknown.plain;
  try {
    const map = parseMsgpack(payload);
    const refinements = isMap(map) ? readRefinements(map) : {};
    return Object.keys(refinements).length === 0 ? Unknown.plain : new Unknown(refinements);
  } catch {
    return Unknown.plain;
  }
}

/** Encodes refinements as a payload; undefined when there are none or they do not fit. */
function payloadOf(refinements: Refinements | undefined): Uint8Array | undefined {
  const { notNull, stringPrefix, numberMin, numberMax, lengthMin, lengthMax } = refinements ?? {};
  const entries: readonly (readonly [number, unknown])[] = [
    ...(notNull ? [[KEY.isNull, false] as const] : []),
    ...(stringPrefix === undefined ? [] : [[KEY.stringPrefix, stringPrefix] as const]),
    ...(numberMin === undefined ? [] : [[KEY.numberMin, boundToWire(numberMin)] as const]),
    ...(numberMax === undefined ? [] : [[KEY.numberMax, boundToWire(numberMax)] as const]),
    ...(lengthMin === undefined ? [] : [[KEY.lengthMin, lengthMin] as const]),
    ...(lengthMax === undefined ? [] : [[KEY.lengthMax, lengthMax] as const]),
  ];
  if (entries.length === 0) return undefined;
  const payload = writeMsgpack(new Map(entries));
  return payload.length > MAX_PAYLOAD ? undefined : payload;
}

function readRefinements(map: unknown): Refinements {
  const prefix = integerEntry(map, KEY.stringPrefix);
  const stringPrefix = prefix instanceof Uint8Array ? textOfUtf8(prefix) : undefined;
  const numberMin = boundFromWire(integerEntry(map, KEY.numberMin));
  const numberMax = boundFromWire(integerEntry(map, KEY.numberMax));
  const lengthMin = lengthFromWire(integerEntry(map, KEY.lengthMin));
  const lengthMax = lengthFromWire(integerEntry(map, KEY.lengthMax));
  return {
    ...(integerEntry(map, KEY.isNull) === false && { notNull: true }),
    ...(stringPrefix !== undefined && { stringPrefix }),
    ...(numberMin && { numberMin }),
    ...(numberMax && { numberMax }),
    ...(lengthMin !== undefined && { lengthMin }),
    ...(lengthMax !== undefined && { lengthMax }),
  };
}

function boundFromWire(raw: unknown): NumberBound | undefined {
  if (!Array.isArray(raw) || raw.length !== 2) return undefined;
  const [limit, inclusive] = raw as readonly unknown[];
  const value = numberFromWire(limit);
  return value === undefined || typeof inclusive !== 'boolean' ? undefined : { value, inclusive };
}

function boundToWire({ value, inclusive }: NumberBound): readonly [string, boolean] {
  return [numberToWire(value), inclusive];
}

function lengthFromWire(raw: unknown): number | undefined {
  const length = numberFromWire(raw);
  return typeof length === 'number' && Number.isInteger(length) && length >= 0 ? length : undefined;
}
