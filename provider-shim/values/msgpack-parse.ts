import type { ExtensionCodecType } from '@msgpack/msgpack';
import { msgpackLibrary } from './msgpack-library';
import { structureProblem } from './msgpack-structure';
import { textOfUtf8 } from './utf8';

/** An extension item. In the engine's values every one means unknown. */
export class Extension {
  constructor(
    readonly type: number,
    readonly payload: Uint8Array,
  ) {}
}

/** Put before every text key, because the library refuses the key `__proto__` and sets keys on a plain object. */
const TEXT_KEY = '.';

const extensions: ExtensionCodecType<undefined> = {
  tryToEncode: () => null,
  decode: (payload, type) => new Extension(type, payload),
};

/**
 * Parses MessagePack into null, booleans, numbers, bigints (64-bit integers), arrays, {@link Extension}s, maps
 * (for {@link textEntries} and {@link integerEntry}) and Uint8Arrays. Text comes as bytes too: the library's own
 * reading of UTF-8 accepts broken sequences and drops a leading U+FEFF of long texts.
 * @throws {Error} the bytes are not exactly one well-formed item
 */
export function parseMsgpack(bytes: Uint8Array): unknown {
  const problem = structureProblem(bytes);
  if (problem !== undefined) throw new Error(problem);
  const { Decoder } = msgpackLibrary();
  return new Decoder({
    useBigInt64: true,
    rawStrings: true,
    extensionCodec: extensions,
    keyDecoder: { canBeCached: () => true, decode: textKey },
    mapKeyConverter: mapKey,
  }).decode(bytes);
}

/** The entries of a map whose keys are all text, in a record without prototype; undefined for anything else. */
export function textEntries(item: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isMap(item)) return undefined;
  const entries = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(item)) {
    if (!key.startsWith(TEXT_KEY)) return undefined;
    entries[key.slice(TEXT_KEY.length)] = value;
  }
  return entries;
}

/** The value of an integer key of a map; undefined when there is none. */
export function integerEntry(item: unknown, key: number): unknown {
  return isMap(item) ? item[String(key)] : undefined;
}

export function isMap(item: unknown): item is Readonly<Record<string, unknown>> {
  return (
    typeof item === 'object' &&
    item !== null &&
    !Array.isArray(item) &&
    !(item instanceof Extension) &&
    !(item instanceof Uint8Array)
  );
}

function textKey(bytes: Uint8Array, start: number, length: number): string {
  const text = textOfUtf8(bytes.subarray(start, start + length));
  if (text === undefined) throw new Error('a map key is not UTF-8');
  return TEXT_KEY + text;
}

function mapKey(key: unknown): string | number {
  if (typeof key === 'string' || typeof key === 'number') return key;
  throw new Error('a map key is neither text nor a small integer');
}
