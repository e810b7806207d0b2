import { isUtf8 } from 'node:buffer';
import { planner, WireType, type FieldPlan, type MessagePlan } from './message-plan';
import type { InitOf, MessageOf, MessageTable, Scalar } from './message-types';
import { varintSize, VarintReader, WireError, writeVarint } from './varint';

export { WireError } from './varint';

/** Protobuf (proto3) for the messages of one table. */
export interface Codec<T extends MessageTable> {
  /** Throws `WireError` when a value does not fit its field, e.g. an integer that is not safe. */
  encode<N extends keyof T & string>(name: N, message: InitOf<T, N>): Uint8Array;
  /** Byte strings of the result are views of `bytes`. Throws `WireError` when the bytes are malformed. */
  decode<N extends keyof T & string>(name: N, bytes: Uint8Array): MessageOf<T, N>;
}

/**
 * A codec that is driven by a table, as laid down in protobuf.dev "Encoding". Unknown fields are skipped,
 * messages that come twice are merged, packed and unpacked repeated numbers are both read.
 */
export function createCodec<const T extends MessageTable>(table: T): Codec<T> {
  const planOf = planner(table);
  return {
    encode: (name, message) => encodeMessage(planOf(name), message as Fields),
    decode: <N extends keyof T & string>(name: N, bytes: Uint8Array) =>
      decodeMessage(planOf(name), bytes) as MessageOf<T, N>,
  };
}

type Fields = Record<string, unknown>;

/** What is absent, and the same for all: most messages have several such fields. */
const ZERO: Readonly<Record<Scalar, unknown>> = {
  string: '',
  bytes: new Uint8Array(0),
  bool: false,
  int32: 0,
  int64: 0,
  enum: 0,
};

/**
 * Two passes over the message: the first finds the sizes, the second fills one buffer of just that size.
 * So every byte string is copied once. `sizes` carries the lengths from the first pass to the second, in
 * the order in which both meet them.
 */
function encodeMessage(plan: MessagePlan, message: Readonly<Fields>): Uint8Array {
  const sizes: number[] = [];
  const total = measureMessage(plan, message, sizes);
  const target = Buffer.allocUnsafeSlow(total);
  new Writer(target, sizes).message(plan, message);
  return new Uint8Array(target.buffer, target.byteOffset, total);
}

function measureMessage(plan: MessagePlan, message: Readonly<Fields>, sizes: number[]): number {
  let total = 0;
  for (const field of plan.fields) {
    const value = message[field.name];
    if (!isSent(field, value)) continue;
    if (field.rivals.some((rival) => message[rival] !== undefined)) {
      throw new WireError(`${field.path} excludes ${field.rivals.join(' and ')}: set only one of them`);
    }
    const tag = varintSize(field.number * 8);
    if (field.label === 'repeated') {
      for (const item of value as readonly unknown[]) total += tag + measureValue(field, item, sizes);
    } else if (field.label === 'map') {
      for (const [key, item] of Object.entries(value as Readonly<Fields>)) {
        total += tag + measureEntry(field, key, item, sizes);
      }
    } else {
      total += tag + measureValue(field, value, sizes);
    }
  }
  return total;
}

/** A map entry is a message of its own: number 1 is the key, number 2 the value, both always sent. */
function measureEntry(field: FieldPlan, key: string, item: unknown, sizes: number[]): number {
  const slot = sizes.push(0) - 1;
  const keySize = Buffer.byteLength(key);
  sizes.push(keySize);
  const size = 1 + varintSize(keySize) + keySize + 1 + measureValue(field, item, sizes);
  sizes[slot] = size;
  return varintSize(size) + size;
}

function measureValue(field: FieldPlan, value: unknown, sizes: number[]): number {
  switch (field.kind) {
    case 'bool':
      return 1;
    case 'int32':
    case 'int64':
    case 'enum':
      return varintSize(checkedInteger(field, value as number));
    case 'bytes': {
      const size = (value as Uint8Array).byteLength;
      return varintSize(size) + size;
    }
    case 'string': {
      const size = Buffer.byteLength(value as string);
      sizes.push(size);
      return varintSize(size) + size;
    }
    case 'message': {
      const slot = sizes.push(0) - 1;
      const size = measureMessage(field.message(), value as Readonly<Fields>, sizes);
      sizes[slot] = size;
      return varintSize(size) + size;
    }
  }
}

function checkedInteger(field: FieldPlan, value: number): number {
  const fits = field.kind === 'int64' ? Number.isSafeInteger(value) : (value | 0) === value;
  if (fits) return value;
  throw new WireError(`${field.path} is ${field.kind} and cannot hold ${String(value)}`);
}

/** proto3: a zero scalar without a label is not sent. */
function isSent({ label, kind }: FieldPlan, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (label !== undefined || kind === 'message') return true;
  return kind === 'bytes' ? (value as Uint8Array).byteLength > 0 : value !== ZERO[kind];
}

class Writer {
  private position = 0;
  private nextSize = 0;

  constructor(
    private readonly target: Buffer,
    private readonly sizes: readonly number[],
  ) {}

  message(plan: MessagePlan, message: Readonly<Fields>): void {
    for (const field of plan.fields) {
      const value = message[field.name];
      if (!isSent(field, value)) continue;
      if (field.label === 'repeated') {
        for (const item of value as readonly unknown[]) this.tagged(field, field.number, item);
      } else if (field.label === 'map') {
        for (const [key, item] of Object.entries(value as Readonly<Fields>)) this.entry(field, key, item);
      } else {
        this.tagged(field, field.number, value);
      }
    }
  }

  private entry(field: FieldPlan, key: string, item: unknown): void {
    this.varint(field.number * 8 + WireType.LEN);
    this.takeSize();
    this.varint(1 * 8 + WireType.LEN);
    this.text(key);
    this.tagged(field, 2, item);
  }

  private tagged(field: FieldPlan, number: number, value: unknown): void {
    this.varint(number * 8 + field.wireType);
    switch (field.kind) {
      case 'bool':
        return this.varint(value === true ? 1 : 0);
      case 'int32':
      case 'int64':
      case 'enum':
        return this.varint(value as number);
      case 'bytes':
        return this.blob(value as Uint8Array);
      case 'string':
        return this.text(value as string);
      case 'message':
        this.takeSize();
        return this.message(field.message(), value as Readonly<Fields>);
    }
  }

  private takeSize(): number {
    const size = this.sizes[this.nextSize++] as number;
    this.varint(size);
    return size;
  }

  private text(value: string): void {
    const size = this.takeSize();
    this.target.write(value, this.position, size, 'utf8');
    this.position += size;
  }

  private blob(value: Uint8Array): void {
    this.varint(value.byteLength);
    this.target.set(value, this.position);
    this.position += value.byteLength;
  }

  private varint(value: number): void {
    this.position = writeVarint(this.target, this.position, value);
  }
}

/** As other parsers have it; the protocol itself nests far less. */
const MAX_DEPTH = 100;

/** Decoded byte strings are views of `bytes`: nothing is copied. */
function decodeMessage(plan: MessagePlan, bytes: Uint8Array): Fields {
  try {
    const target = emptyMessage(plan);
    new Decoder(bytes).message(plan, target, bytes.byteLength, 0);
    return target;
  } catch (error) {
    if (error instanceof WireError) throw new WireError(`cannot read ${plan.name}: ${error.message}`);
    throw error;
  }
}

/** All fields in one order, absent ones too, so that every message of a kind has one shape for the engine. */
function emptyMessage(plan: MessagePlan): Fields {
  const target: Fields = {};
  for (const field of plan.fields) target[field.name] = absentValue(field);
  return target;
}

function absentValue(field: FieldPlan): unknown {
  switch (field.label) {
    case 'repeated':
      return [];
    case 'map':
      return Object.create(null) as Fields;
    case 'optional':
    case 'choice':
      return undefined;
    case undefined:
      return field.kind === 'message' ? undefined : zeroValue(field);
  }
}

function zeroValue(field: FieldPlan): unknown {
  return field.kind === 'message' ? emptyMessage(field.message()) : ZERO[field.kind];
}

class Decoder {
  private readonly buffer: Buffer;
  private readonly numbers: VarintReader;

  constructor(private readonly bytes: Uint8Array) {
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.numbers = new VarintReader(bytes, 0);
  }

  message(plan: MessagePlan, target: Fields, end: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new WireError(`messages are nested deeper than ${MAX_DEPTH}`);
    while (this.numbers.position < end) {
      const tag = this.tag(end);
      const wireType = tag & 7;
      const field = plan.byNumber[tag >>> 3];
      if (field === undefined) this.skip(tag, end, depth);
      else if (wireType === field.wireType) this.field(field, target, end, depth);
      else if (wireType === WireType.LEN && field.label === 'repeated') this.packed(field, target, end);
      // A known number with another wire type counts as an unknown field, as in Go's parser.
      else this.skip(tag, end, depth);
    }
  }

  private field(field: FieldPlan, target: Fields, end: number, depth: number): void {
    if (field.label === 'map') return this.entry(field, target[field.name] as Fields, end, depth);
    if (field.label === 'repeated') {
      (target[field.name] as unknown[]).push(this.value(field, undefined, end, depth));
      return;
    }
    target[field.name] = this.value(field, target[field.name], end, depth);
    for (const rival of field.rivals) target[rival] = undefined;
  }

  private packed(field: FieldPlan, target: Fields, end: number): void {
    const packedEnd = this.lengthEnd(end);
    const items = target[field.name] as unknown[];
    while (this.numbers.position < packedEnd) items.push(this.value(field, undefined, packedEnd, 0));
  }

  private entry(field: FieldPlan, target: Fields, end: number, depth: number): void {
    const entryEnd = this.lengthEnd(end);
    let key = '';
    let value: unknown;
    while (this.numbers.position < entryEnd) {
      const tag = this.tag(entryEnd);
      if (tag === 1 * 8 + WireType.LEN) key = this.text(entryEnd);
      else if (tag === 2 * 8 + field.wireType) value = this.value(field, value, entryEnd, depth);
      else this.skip(tag, entryEnd, depth);
    }
    target[key] = value ?? zeroValue(field);
  }

  /** `before` is the message met earlier for the same field: proto3 merges the two. */
  private value(field: FieldPlan, before: unknown, end: number, depth: number): unknown {
    switch (field.kind) {
      case 'string':
        return this.text(end);
      case 'bytes':
        return this.blob(end);
      case 'bool':
        this.numbers.read(end);
        return this.numbers.low !== 0 || this.numbers.high !== 0;
      case 'int32':
      case 'enum':
        this.numbers.read(end);
        return this.numbers.low | 0;
      case 'int64':
        return this.int64(field, end);
      case 'message': {
        const plan = field.message();
        const target = (before as Fields | undefined) ?? emptyMessage(plan);
        const messageEnd = this.lengthEnd(end);
        this.message(plan, target, messageEnd, depth + 1);
        return target;
      }
    }
  }

  private int64(field: FieldPlan, end: number): number {
    this.numbers.read(end);
    const value = this.numbers.int64();
    if (value === undefined) throw new WireError(`${field.path} is not a safe integer (beyond ±(2^53 - 1))`);
    return value;
  }

  private blob(end: number): Uint8Array {
    const stop = this.lengthEnd(end);
    const start = this.numbers.position;
    this.numbers.position = stop;
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + start, stop - start);
  }

  private text(end: number): string {
    const stop = this.lengthEnd(end);
    const start = this.numbers.position;
    this.numbers.position = stop;
    const text = this.buffer.toString('utf8', start, stop);
    // A wrong byte becomes U+FFFD, which may also have been sent as such: only then the bytes are checked.
    if (text.includes('\ufffd') && !isUtf8(this.buffer.subarray(start, stop))) {
      throw new WireError(`the text at byte ${start} is not UTF-8`);
    }
    return text;
  }

  /** Reads a length and returns where the thing of that length ends. */
  private lengthEnd(end: number): number {
    const start = this.numbers.position;
    this.numbers.read(end);
    const stop = this.numbers.position + this.numbers.low;
    if (this.numbers.high === 0 && stop <= end) return stop;
    throw new WireError(`the length at byte ${start} goes past the end`);
  }

  private tag(end: number): number {
    const start = this.numbers.position;
    this.numbers.read(end);
    const { low, high } = this.numbers;
    if (high !== 0 || low >>> 3 === 0) throw new WireError(`the field number at byte ${start} is invalid`);
    return low;
  }

  private skip(tag: number, end: number, depth: number): void {
    const start = this.numbers.position;
    switch (tag & 7) {
      case WireType.VARINT:
        return this.numbers.read(end);
      case WireType.I64:
        return this.advance(8, end);
      case WireType.I32:
        return this.advance(4, end);
      case WireType.LEN:
        this.numbers.position = this.lengthEnd(end);
        return;
      case WireType.START_GROUP:
        return this.skipGroup(tag >>> 3, end, depth + 1);
      default:
        throw new WireError(
          `the field before byte ${start} has wire type ${tag & 7}, which no field starts with`,
        );
    }
  }

  private skipGroup(number: number, end: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new WireError(`groups are nested deeper than ${MAX_DEPTH}`);
    for (;;) {
      const tag = this.tag(end);
      if (tag === number * 8 + WireType.END_GROUP) return;
      this.skip(tag, end, depth);
    }
  }

  private advance(count: number, end: number): void {
    const stop = this.numbers.position + count;
    if (stop > end) throw new WireError(`the number at byte ${this.numbers.position} is cut off`);
    this.numbers.position = stop;
  }
}
