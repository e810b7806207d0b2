const TWO_32 = 0x1_0000_0000;

/** Bytes that an integer takes: negative ones are sign-extended to 64 bits, which is always ten bytes. */
export function varintSize(value: number): number {
  if (value < 0) return 10;
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}

/** Writes a safe integer at `position` and returns the position after it. */
export function writeVarint(target: Uint8Array, position: number, value: number): number {
  if (value < 0) return writeNegative(target, position, value);
  let rest = value;
  while (rest >= 0x80) {
    target[position++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  target[position++] = rest;
  return position;
}

function writeNegative(target: Uint8Array, position: number, value: number): number {
  let rest = BigInt.asUintN(64, BigInt(value));
  for (let index = 0; index < 9; index++) {
    target[position++] = Number(rest & 0x7fn) | 0x80;
    rest >>= 7n;
  }
  target[position++] = Number(rest);
  return position;
}

/**
 * Reads varints one after the other. The value of the last one stays in two 32-bit halves, so that 64-bit
 * values need no BigInt.
 */
export class VarintReader {
  low = 0;
  high = 0;

  constructor(
    private readonly bytes: Uint8Array,
    public position: number,
  ) {}

  /** Reads the next varint, which must end before `end`. */
  read(end: number): void {
    const start = this.position;
    let low = 0;
    let high = 0;
    for (let index = 0; ; index++) {
      if (this.position >= end) throw new WireError(`the number at byte ${start} is cut off`);
      const byte = this.bytes[this.position++] as number;
      // The tenth byte holds the 64th bit alone.
      if (index === 9 && byte > 1) throw new WireError(`the number at byte ${start} is longer than 64 bits`);
      const bits = byte & 0x7f;
      if (index < 4) low |= bits << (7 * index);
      else if (index === 4) {
        low |= bits << 28;
        high = bits >>> 4;
      } else high |= bits << (7 * index - 32);
      if (byte < 0x80) break;
    }
    this.low = low >>> 0;
    this.high = high >>> 0;
  }

  /** The last value as a signed 64-bit integer, or undefined when a JavaScript number cannot hold it. */
  int64(): number | undefined {
    const value = (this.high | 0) * TWO_32 + this.low;
    return Number.isSafeInteger(value) ? value : undefined;
  }
}

/** Bytes that are not the message they should be, or a value that its field cannot hold. */
export class WireError extends Error {
  override readonly name = 'WireError';
}
