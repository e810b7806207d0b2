import { Extension } from './msgpack-parse';

/** The initial size in bytes, enough for nearly every object of a resource. */
const FIRST_SIZE = 2048;

/** The head bytes of items with a size. Source: the MessagePack specification, "Formats". */
interface Heads {
  /** With the size in the head itself, if it is less than `below`. */
  readonly fixed?: { readonly head: number; readonly below: number };
  /** With the size in 1, 2 and 4 bytes after the head; some formats lack the first. */
  readonly sized: readonly [number | undefined, number, number];
}

const TEXT: Heads = { fixed: { head: 0xa0, below: 32 }, sized: [0xd9, 0xda, 0xdb] };
const BYTES: Heads = { sized: [0xc4, 0xc5, 0xc6] };
const ARRAY: Heads = { fixed: { head: 0x90, below: 16 }, sized: [undefined, 0xdc, 0xdd] };
const MAP: Heads = { fixed: { head: 0x80, below: 16 }, sized: [undefined, 0xde, 0xdf] };
const EXTENSION: Heads = { sized: [0xc7, 0xc8, 0xc9] };
const NUMBER: Heads = { sized: [0xcc, 0xcd, 0xce] };

const TWO_32 = 0x1_0000_0000;

/**
 * Writes MessagePack, each item in its shortest form: null, booleans, text, bytes, whole numbers from 0 to 2^53−1,
 * arrays, {@link Extension}s, records, and `Map`s, whose keys may be numbers.
 */
export function writeMsgpack(item: unknown): Uint8Array {
  const writer = new Writer();
  writer.item(item);
  return writer.written();
}

class Writer {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  item(item: unknown): void {
    if (item === null) this.#uint(0xc0, 1);
    else if (typeof item === 'string') this.#text(item);
    else if (typeof item === 'boolean') this.#uint(item ? 0xc3 : 0xc2, 1);
    else if (typeof item === 'number') this.#number(item);
    else if (item instanceof Uint8Array) this.#sized(BYTES, item);
    else if (item instanceof Extension) this.#extension(item);
    else if (Array.isArray(item)) {
      this.#head(ARRAY, item.length);
      for (const one of item) this.item(one);
    } else {
      const map = item instanceof Map ? item : undefined;
      const members = item as Readonly<Record<string, unknown>>;
      const keys = map ? [...map.keys()] : Object.keys(members);
      this.#head(MAP, keys.length);
      for (const key of keys) {
        this.item(key);
        this.item(map ? map.get(key) : members[key as string]);
      }
    }
  }

  #text(text: string): void {
    const size = Buffer.byteLength(text);
    this.#head(TEXT, size);
    this.#reserve(size);
    this.#length += this.#bytes.write(text, this.#length);
  }

  #number(number: number): void {
    if (number < 0x80) return this.#uint(number, 1);
    if (number < TWO_32) return this.#head(NUMBER, number);
    this.#uint(0xcf, 1);
    this.#uint(Math.floor(number / TWO_32), 4);
    this.#uint(number % TWO_32, 4);
  }

  #extension({ type, payload }: Extension): void {
    const at = [1, 2, 4, 8, 16].indexOf(payload.length);
    if (at < 0) this.#head(EXTENSION, payload.length);
    else this.#uint(0xd4 + at, 1);
    this.#uint(type & 0xff, 1);
    this.#raw(payload);
  }

  #sized(heads: Heads, bytes: Uint8Array): void {
    this.#head(heads, bytes.length);
    this.#raw(bytes);
  }

  #head({ fixed, sized: [one, two, four] }: Heads, size: number): void {
    if (fixed && size < fixed.below) return this.#uint(fixed.head | size, 1);
    if (one !== undefined && size < 0x100) this.#uint(one, 1);
    else this.#uint(size < 0x1_0000 ? two : four, 1);
    this.#uint(size, one !== undefined && size < 0x100 ? 1 : size < 0x1_0000 ? 2 : 4);
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #uint(value: number, width: number): void {
    this.#reserve(width);
    this.#length = this.#bytes.writeUIntBE(value, this.#length, width);
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
