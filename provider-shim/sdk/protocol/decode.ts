import { isUtf8 } from 'node:buffer';
import { WireType, type FieldPlan, type MessagePlan } from './message-plan';
import { VarintReader, WireError } from './varint';

type Fields = Record<string, unknown>;

/** As other parsers have it; the protocol itself nests far less. */
const MAX_DEPTH = 100;

/** What is absent is the same for all: most messages have several such fields. */
const NO_BYTES = new Uint8Array(0);

/** Decoded byte strings are views of `bytes`: nothing is copied. */
export function decodeMessage(plan: MessagePlan, bytes: Uint8Array): Fields {
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
  switch (field.kind) {
    case 'string':
      return '';
    case 'bytes':
      return NO_BYTES;
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'enum':
      return 0;
    case 'message':
      return emptyMessage(field.message());
  }
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
