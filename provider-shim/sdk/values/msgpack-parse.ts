import { MAX_DEPTH } from './place';
import { textOfUtf8 } from './utf8';

/**
 * MessagePack, without a library: @msgpack/msgpack 3.1 refuses a map with the key `__proto__`, which is a key like any other
 * here. It would cost nothing else: 12 µs to parse a log push job of 421 bytes (9 here)
 * and 4 to write it (6 here), on Node.js 20.
 */

/** An extension item. In the engine's values, each of them means unknown. */
export class Extension {
  constructor(
    readonly type: number,
    readonly payload: Uint8Array,
  ) {}
}

/**
 * Parses MessagePack into null, booleans, numbers, bigints (64-bit integers), arrays, {@link Extension}s, maps
 * (for {@link textEntries} and {@link integerEntry}) and Uint8Arrays. Text is returned as bytes too: it is checked for
 * UTF-8 where text is expected.
 *
 * It allocates no more than a small multiple of the input's size, whatever sizes the bytes claim.
 *
 * @throws {Error} the bytes are not exactly one well-formed item
 */
export function parseMsgpack(bytes: Uint8Array): unknown {
  const parser = new Parser(bytes);
  const item = parser.item(0);
  const left = bytes.length - parser.position;
  if (left > 0) throw new Error(`${left} bytes follow the value`);
  return item;
}

/** The entries of a map whose keys are all text, as a record without a prototype; undefined for anything else. */
export function textEntries(item: unknown): Readonly<Record<string, unknown>> | undefined {
  return isMap(item) && !(item instanceof Map) ? item : undefined;
}

/** The value of a map's integer key; undefined when the key is missing. */
export function integerEntry(item: unknown, key: number): unknown {
  return item instanceof Map ? item.get(key) : undefined;
}

export function isMap(item: unknown): item is Readonly<Record<string, unknown>> | Map<unknown, unknown> {
  if (typeof item !== 'object' || item === null) return false;
  return item instanceof Map || Object.getPrototypeOf(item) === null;
}

/** Reads one item after the other. Source: the MessagePack specification, "Formats". */
class Parser {
  position = 0;
  readonly #view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  item(depth: number): unknown {
    const head = this.#uint(1);
    if (head < 0x80) return head;
    if (head < 0x90) return this.#map(head & 0x0f, depth);
    if (head < 0xa0) return this.#array(head & 0x0f, depth);
    if (head < 0xc0) return this.#take(head & 0x1f);
    if (head >= 0xe0) return head - 0x100;
    switch (head) {
      case 0xc0:
        return null;
      case 0xc1:
        throw new Error(`byte ${this.position - 1} is 0xc1, which MessagePack never uses`);
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return this.#view.getFloat32(this.#skip(4));
      case 0xcb:
        return this.#view.getFloat64(this.#skip(8));
      case 0xcf:
        return this.#view.getBigUint64(this.#skip(8));
      case 0xd0:
        return this.#view.getInt8(this.#skip(1));
      case 0xd1:
        return this.#view.getInt16(this.#skip(2));
      case 0xd2:
        return this.#view.getInt32(this.#skip(4));
      case 0xd3:
        return this.#view.getBigInt64(this.#skip(8));
    }
    // The remaining heads come in groups by size: 1, 2 and 4 bytes, or 1 to 16 for extensions of a fixed size.
    if (head < 0xc7) return this.#take(this.#uint(1 << (head - 0xc4)));
    if (head < 0xca) return this.#extension(this.#uint(1 << (head - 0xc7)));
    if (head < 0xcf) return this.#uint(1 << (head - 0xcc));
    if (head < 0xd9) return this.#extension(1 << (head - 0xd4));
    if (head < 0xdc) return this.#take(this.#uint(1 << (head - 0xd9)));
    return head < 0xde
      ? this.#array(this.#uint(2 << (head - 0xdc)), depth)
      : this.#map(this.#uint(2 << (head - 0xde)), depth);
  }

  #array(count: number, depth: number): readonly unknown[] {
    this.#enter(count, depth);
    const items: unknown[] = [];
    for (let left = count; left > 0; left -= 1) items.push(this.item(depth + 1));
    return items;
  }

  #map(count: number, depth: number): unknown {
    this.#enter(2 * count, depth);
    const texts = Object.create(null) as Record<string, unknown>;
    let others: Map<unknown, unknown> | undefined;
    for (let left = count; left > 0; left -= 1) {
      const head = this.bytes[this.position] ?? 0;
      const key = mapKey(this.item(depth + 1), isTextHead(head));
      const value = this.item(depth + 1);
      if (typeof key === 'string') texts[key] = value;
      else (others ??= new Map()).set(key, value);
    }
    return others ?? texts;
  }

  /** Every item takes at least a byte, so more items than bytes are refused before anything is allocated. */
  #enter(items: number, depth: number): void {
    if (items > this.bytes.length - this.position)
      throw new Error(`byte ${this.position} starts more items than there are bytes`);
    if (items > 0 && depth >= MAX_DEPTH) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
  }

  #extension(size: number): Extension {
    const type = this.#view.getInt8(this.#skip(1));
    return new Extension(type, this.#take(size));
  }

  #take(size: number): Uint8Array {
    const start = this.#skip(size);
    return this.bytes.subarray(start, start + size);
  }

  #uint(width: number): number {
    const at = this.#skip(width);
    return width === 1
      ? this.#view.getUint8(at)
      : width === 2
        ? this.#view.getUint16(at)
        : this.#view.getUint32(at);
  }

  /** Consumes this many bytes. @returns where they begin */
  #skip(size: number): number {
    const start = this.position;
    if (start + size > this.bytes.length) throw new Error('they end in the middle of a value');
    this.position = start + size;
    return start;
  }
}

function isTextHead(head: number): boolean {
  return (head >= 0xa0 && head < 0xc0) || (head >= 0xd9 && head < 0xdc);
}

function mapKey(key: unknown, isText: boolean): string | number {
  if (typeof key === 'number') return key;
  if (!isText) throw new Error('a map key is neither text nor a small integer');
  const text = textOfUtf8(key as Uint8Array);
  if (text === undefined) throw new Error('a map key is not UTF-8');
  return text;
}
