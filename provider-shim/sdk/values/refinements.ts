import { numberFromWire, numberToWire } from './msgpack-number';
import { integerEntry, isMap, parseMsgpack } from './msgpack-parse';
import { writeMsgpack } from './msgpack-write';
import { textOfUtf8 } from './utf8';
import { Unknown, type NumberBound, type Refinements } from './unknown';

/** The extension type of an unknown value with refinements. Source: go-cty, "Refinements" of its msgpack. */
export const REFINED_UNKNOWN = 12;

/** go-cty refuses a longer payload. */
const MAX_PAYLOAD = 1024;

const KEY = { isNull: 1, stringPrefix: 2, numberMin: 3, numberMax: 4, lengthMin: 5, lengthMax: 6 } as const;

/** Decodes the unknown value of a payload. Refinements that are not understood are ignored. */
export function unknownOfPayload(payload: Uint8Array): Unknown {
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
export function payloadOf(refinements: Refinements | undefined): Uint8Array | undefined {
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
