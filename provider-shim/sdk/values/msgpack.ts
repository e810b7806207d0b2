import { isUtf8 } from 'node:buffer';
import { byName, isUnknown, unknown } from '../../../schema/description';
import { KEEPS_DIGITS } from './canonical';
import { refuseOthers, seen } from './fit';
import { InexactNumber, isFaithful, numberFromText } from './number';
import { misfit, noSuchAttribute, type ObjectType, type Type } from './type';
import { isMembers, type Members, type Value } from './value';
import { deeper, ValueError, within } from './value-error';

/*
 * MessagePack, read and written along a type in one pass, so that nothing lies between the engine's bytes and the value.
 * The heads are those of the MessagePack specification, "Formats"; every extension means unknown.
 */

/**
 * Decodes a value of a type from the engine's MessagePack form (`DynamicValue.msgpack`).
 * @throws {ValueError} the bytes are malformed or do not fit the type
 */
export function decodeMsgpack(type: Type, bytes: Uint8Array): Value {
  const reader = new Reader(bytes);
  try {
    const value = reader.value(type, 0);
    const left = bytes.length - reader.position;
    if (left > 0) throw new Malformed(`${left} bytes follow the value`);
    return value;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new ValueError(`malformed MessagePack of ${bytes.length} bytes: ${error.message}`);
  }
}

/** The bytes are not MessagePack, wherever in the value that is. */
class Malformed extends Error {}

const NIL = 0xc0;

/** It allocates no more than a small multiple of the input's size, whatever sizes the bytes claim. */
class Reader {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  value(type: Type, depth: number): Value {
    const start = this.position;
    const head = this.#head();
    if (head === NIL) return null;
    if (this.#isExtension(head)) return unknown;
    const value = this.#known(type, head, depth);
    if (value !== undefined) return value;
    throw misfit(type, this.#seen(type, head, start));
  }

  #known(type: Type, head: number, depth: number): Value | undefined {
    switch (type.kind) {
      case 'string':
        return this.#text(head);
      case 'number':
        return this.#number(head);
      case 'bool':
        return head === 0xc3 ? true : head === 0xc2 ? false : undefined;
      case 'list':
      case 'set':
        return this.#list(type.element, this.#arraySize(head), deeper(depth));
      case 'map':
        return this.#map(type.element, this.#mapSize(head), deeper(depth));
      case 'object':
        return this.#object(type, this.#mapSize(head), deeper(depth));
    }
  }

  #list(element: Type, size: number | undefined, depth: number): readonly Value[] | undefined {
    if (size === undefined) return undefined;
    this.#enter(size);
    const items: Value[] = [];
    try {
      while (items.length < size) items.push(this.value(element, depth));
    } catch (error) {
      throw within({ index: items.length }, error);
    }
    return items;
  }

  #map(element: Type, size: number | undefined, depth: number): Members | undefined {
    if (size === undefined) return undefined;
    this.#enter(2 * size);
    const made = byName<Value>();
    for (let left = size; left > 0; left -= 1) {
      const key = this.#key();
      if (key === undefined) return undefined;
      try {
        made[key] = this.value(element, depth);
      } catch (error) {
        throw within({ key }, error);
      }
    }
    return made;
  }

  #object(type: ObjectType, size: number | undefined, depth: number): Members | undefined {
    if (size === undefined) return undefined;
    this.#enter(2 * size);
    const { attributes, sorted } = type;
    const made: Record<string, Value> = { ...type.empty };
    let left: Set<string> | undefined;
    let attribute = '';
    try {
      for (let at = 0; at < size; at += 1) {
        const key = this.#key();
        if (key === undefined) return undefined;
        attribute = key;
        // What is not in the engine's order is counted.
        if (key !== sorted[at]) left ??= new Set(sorted.slice(at));
        left?.delete(key);
        const member = Object.hasOwn(attributes, key) ? attributes[key] : undefined;
        if (member === undefined) throw noSuchAttribute(type);
        made[key] = this.value(member, depth);
      }
      const missing = left === undefined ? sorted[size] : [...left][0];
      if (missing === undefined) return made;
      attribute = missing;
      throw new ValueError('expected every attribute of the object; this one is missing');
    } catch (error) {
      throw within({ attribute }, error);
    }
  }

  /** The key of a map; undefined for a number, which no map of the engine has. */
  #key(): string | undefined {
    const head = this.#head();
    const key = this.#text(head);
    if (key !== undefined) return key;
    if (isText(head)) throw new Malformed('a map key is not UTF-8');
    if (isInteger(head)) return undefined;
    throw new Malformed('a map key is neither text nor a small integer');
  }

  /** Text, or bytes; undefined for another head, and for what is not UTF-8. */
  #text(head: number): string | undefined {
    if (!isText(head)) return undefined;
    const size = head < 0xc0 ? head & 0x1f : this.#uint(1 << (head - (head < 0xc7 ? 0xc4 : 0xd9)));
    const start = this.#skip(size);
    const text = this.#bytes.toString('utf8', start, this.position);
    // What is not UTF-8 becomes U+FFFD, which a text may also hold. Few do, so few need the check.
    return !text.includes('\ufffd') || isUtf8(this.#bytes.subarray(start, this.position)) ? text : undefined;
  }

  /**
   * A number, or the text of one; undefined for anything else, and for NaN and infinities.
   *
   * A whole float64 is exact. A fraction means its shortest decimal text, 0.1 one tenth, because the engine compares it
   * that way: it holds such a number at 53 bits (results of `pow` and `log`, attributes of other providers) and compares
   * shortest texts. A fraction with more digits that happens to fit a float64, such as 12345/2^30, looks the same on the
   * wire; the engine itself loses it between plan and apply, even for its built-in provider (Terraform 1.11.4: "Provider
   * produced inconsistent final plan").
   */
  #number(head: number): number | InexactNumber | undefined {
    if (head < 0x80) return head;
    if (head >= 0xe0) return head - 0x100;
    switch (head) {
      case 0xca:
        return ofFloat(this.#bytes.readFloatBE(this.#skip(4)));
      case 0xcb:
        return ofFloat(this.#bytes.readDoubleBE(this.#skip(8)));
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#uint(1 << (head - 0xcc));
      case 0xcf:
        return numberFromText(String(this.#bytes.readBigUInt64BE(this.#skip(8))));
      case 0xd0:
      case 0xd1:
      case 0xd2: {
        const width = 1 << (head - 0xd0);
        return this.#bytes.readIntBE(this.#skip(width), width);
      }
      case 0xd3:
        return numberFromText(String(this.#bytes.readBigInt64BE(this.#skip(8))));
    }
    const text = this.#text(head);
    return text === undefined ? undefined : numberFromText(text);
  }

  #arraySize(head: number): number | undefined {
    if (head >= 0x90 && head < 0xa0) return head & 0x0f;
    return head === 0xdc || head === 0xdd ? this.#uint(2 << (head - 0xdc)) : undefined;
  }

  #mapSize(head: number): number | undefined {
    if (head >= 0x80 && head < 0x90) return head & 0x0f;
    return head === 0xde || head === 0xdf ? this.#uint(2 << (head - 0xde)) : undefined;
  }

  /** Whether a head begins an extension, which is then skipped. */
  #isExtension(head: number): boolean {
    const isSized = head >= 0xc7 && head < 0xca;
    if (!isSized && (head < 0xd4 || head > 0xd8)) return false;
    this.#skip(1 + (isSized ? this.#uint(1 << (head - 0xc7)) : 1 << (head - 0xd4)));
    return true;
  }

  /** Every item takes at least a byte, so more items than bytes are refused before anything is allocated. */
  #enter(items: number): void {
    if (items > this.#bytes.length - this.position)
      throw new Malformed(`byte ${this.position} starts more items than there are bytes`);
  }

  #head(): number {
    return this.#bytes[this.#skip(1)] as number;
  }

  #uint(width: number): number {
    return this.#bytes.readUIntBE(this.#skip(width), width);
  }

  /** Consumes this many bytes. @returns where they begin */
  #skip(size: number): number {
    const start = this.position;
    if (start + size > this.#bytes.length) throw new Malformed('they end in the middle of a value');
    this.position = start + size;
    return start;
  }

  /** The kind of an item that does not fit its type, for messages: never its content. */
  #seen({ kind }: Type, head: number, start: number): string {
    this.position = start + 1;
    if (this.#mapSize(head) !== undefined)
      return kind === 'map' || kind === 'object' ? 'a map with keys that are not text' : 'a map';
    const size = this.#arraySize(head);
    if (size !== undefined) return `an array of ${size}`;
    if (isText(head)) return this.#text(head) === undefined ? 'bytes that are not UTF-8' : 'a string';
    if (head === 0xc2 || head === 0xc3) return 'a bool';
    return head === 0xc1 ? 'the byte 0xc1, which MessagePack never uses' : 'a number';
  }
}

/** Whether a head begins text or bytes, which are read alike. */
function isText(head: number): boolean {
  return (head >= 0xa0 && head < 0xc0) || (head >= 0xd9 && head < 0xdc) || (head >= 0xc4 && head < 0xc7);
}

function isInteger(head: number): boolean {
  return head < 0x80 || head >= 0xe0 || (head >= 0xcc && head < 0xd4);
}

function ofFloat(value: number): number | InexactNumber | undefined {
  if (!Number.isFinite(value)) return undefined;
  return isFaithful(value) ? value + 0 : new InexactNumber(String(BigInt(value)));
}

/**
 * Encodes a value of a type in the engine's MessagePack form. A missing attribute is null.
 * @throws {ValueError} the value does not fit the type
 */
export function encodeMsgpack(type: Type, value: Value): Uint8Array {
  const writer = new Writer();
  writer.value(type, value, 0);
  return writer.written();
}

/** The initial size in bytes, enough for nearly every object of a resource. */
const FIRST_SIZE = 4096;

/** Where values are written before they are copied: one after the other, since writing waits for nothing. */
let scratch = Buffer.allocUnsafeSlow(FIRST_SIZE);

/** Writes each item in its shortest form. */
class Writer {
  #length = 0;

  written(): Uint8Array {
    return Buffer.from(scratch.subarray(0, this.#length));
  }

  value(type: Type, value: Value | undefined, depth: number): void {
    if (value === null) return this.#byte(NIL);
    // What the engine itself writes for an unknown value; the type and the payload have no meaning.
    if (isUnknown(value)) return this.#bytes(0xd4, 0, 0);
    switch (type.kind) {
      case 'string':
        if (typeof value === 'string') return this.#text(value);
        break;
      case 'number':
        if (typeof value === 'number') return this.#text(numberText(value));
        if (value instanceof InexactNumber) return this.#text(value.text);
        break;
      case 'bool':
        if (typeof value === 'boolean') return this.#byte(value ? 0xc3 : 0xc2);
        break;
      case 'list':
      case 'set':
        if (Array.isArray(value)) return this.#items(type.element, value as readonly Value[], deeper(depth));
        break;
      case 'map':
        if (isMembers(value)) return this.#map(type.element, value, deeper(depth));
        break;
      case 'object':
        if (isMembers(value)) return this.#object(type, value, deeper(depth));
    }
    throw misfit(type, seen(value));
  }

  #items(element: Type, items: readonly Value[], depth: number): void {
    this.#size(items.length, 0x90, 0xdc);
    items.forEach((item, index) => {
      try {
        this.value(element, item, depth);
      } catch (error) {
        throw within({ index }, error);
      }
    });
  }

  #map(element: Type, members: Members, depth: number): void {
    const keys = Object.keys(members);
    this.#size(keys.length, 0x80, 0xde);
    for (const key of keys) {
      this.#text(key);
      try {
        this.value(element, members[key], depth);
      } catch (error) {
        throw within({ key }, error);
      }
    }
  }

  #object(type: ObjectType, object: Members, depth: number): void {
    refuseOthers(type, object);
    this.#size(type.sorted.length, 0x80, 0xde);
    const keys = keysOf(type);
    let at = 0;
    let attribute = '';
    try {
      for (attribute in type.attributes) {
        this.#raw(keys[at++] as Uint8Array);
        const value = Object.hasOwn(object, attribute) ? (object[attribute] ?? null) : null;
        this.value(type.attributes[attribute] as Type, value, depth);
      }
    } catch (error) {
      throw within({ attribute }, error);
    }
  }

  /** MessagePack is UTF-8, which cannot carry half a surrogate pair. */
  #text(text: string): void {
    if (!text.isWellFormed()) throw new ValueError('expected Unicode text; saw half of a surrogate pair');
    const size = Buffer.byteLength(text);
    if (size < 0x20) this.#byte(0xa0 | size);
    else this.#bytes(...textHead(size));
    this.#reserve(size);
    this.#length += scratch.write(text, this.#length);
  }

  /** The head of an array or a map. */
  #size(size: number, fixed: number, sized: number): void {
    if (size < 0x10) this.#byte(fixed | size);
    else this.#bytes(...wide(size, sized));
  }

  #bytes(...bytes: readonly number[]): void {
    for (const byte of bytes) this.#byte(byte);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    scratch[this.#length++] = byte;
  }

  #raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    scratch.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= scratch.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * scratch.length));
    scratch.copy(larger, 0, 0, this.#length);
    scratch = larger;
  }
}

function textHead(size: number): readonly number[] {
  if (size < 0x20) return [0xa0 | size];
  return size < 0x100 ? [0xd9, size] : wide(size, 0xda);
}

/** A size of two bytes behind this head, or of four behind the next one. */
function wide(size: number, head: number): readonly number[] {
  return size < 0x1_0000
    ? [head, size >> 8, size & 0xff]
    : [head + 1, ...[24, 16, 8, 0].map((shift) => (size >>> shift) & 0xff)];
}

const written = new WeakMap<ObjectType, readonly Uint8Array[]>();

/** The names of an object's attributes as they are written in each of its objects. */
function keysOf(type: ObjectType): readonly Uint8Array[] {
  const known = written.get(type);
  if (known !== undefined) return known;
  const keys = Object.keys(type.attributes).map((name) => {
    const bytes = Buffer.from(name);
    return Buffer.from([...textHead(bytes.length), ...bytes]);
  });
  written.set(type, keys);
  return keys;
}

/**
 * A number in the form to write: always decimal text, which the engine parses without loss, with the same precision of
 * 512 bits as the numbers of its own state file.
 *
 * A MessagePack integer or float64 is the same number, but held at 64 or 53 bits. To Terraform that is a different
 * state: `plan -refresh-only -detailed-exitcode` exits with 2 and shows no change (1.11.4; `ManagedResourcesEqual`
 * compares the decoded values bit by bit). And 1/3 at 53 bits is not the 1/3 of a configuration ("Provider produced
 * invalid plan").
 */
function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new ValueError('expected a finite number; saw NaN or Infinity');
  if (!isFaithful(value)) throw new ValueError(KEEPS_DIGITS);
  return String(value);
}
