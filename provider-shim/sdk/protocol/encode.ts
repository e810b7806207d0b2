import { WireType, type FieldPlan, type Kind, type MessagePlan } from './message-plan';
import { varintSize, writeVarint, WireError } from './varint';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Two passes over the message: the first finds the sizes, the second fills one buffer of just that size.
 * So every byte string is copied once. `sizes` carries the lengths from the first pass to the second, in
 * the order in which both meet them.
 */
export function encodeMessage(plan: MessagePlan, message: Fields): Uint8Array {
  const sizes: number[] = [];
  const total = measureMessage(plan, message, sizes);
  const target = Buffer.allocUnsafeSlow(total);
  new Writer(target, sizes).message(plan, message);
  return new Uint8Array(target.buffer, target.byteOffset, total);
}

function measureMessage(plan: MessagePlan, message: Fields, sizes: number[]): number {
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
      for (const [key, item] of Object.entries(value as Fields)) {
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
      const size = measureMessage(field.message(), value as Fields, sizes);
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
function isSent(field: FieldPlan, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return field.label !== undefined || !isZero(field.kind, value);
}

function isZero(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'message':
      return false;
    case 'bytes':
      return (value as Uint8Array).byteLength === 0;
    case 'string':
      return value === '';
    case 'bool':
      return value === false;
    case 'int32':
    case 'int64':
    case 'enum':
      return value === 0;
  }
}

class Writer {
  private position = 0;
  private nextSize = 0;

  constructor(
    private readonly target: Buffer,
    private readonly sizes: readonly number[],
  ) {}

  message(plan: MessagePlan, message: Fields): void {
    for (const field of plan.fields) {
      const value = message[field.name];
      if (!isSent(field, value)) continue;
      if (field.label === 'repeated') {
        for (const item of value as readonly unknown[]) this.tagged(field, field.number, item);
      } else if (field.label === 'map') {
        for (const [key, item] of Object.entries(value as Fields)) this.entry(field, key, item);
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
        return this.message(field.message(), value as Fields);
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
