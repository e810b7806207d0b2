import { openSync, readSync } from 'node:fs';

/** The shell lines at its head pass it on. */
const [, , path = ''] = process.argv;

/**
 * The file that the engine starts, and in which the packed modules are. It stays open from the start on, so that the process
 * keeps its own build when another one replaces the file. Undefined when this process was started without it; only what
 * is packed needs it.
 */
const descriptor = opened();

function opened(): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}

/** Where compressed bytes are in the file. */
export interface PackedBytes {
  readonly from: number;
  readonly length: number;
  /** A hash of what is in them, in hexadecimal digits, and the bytes that they begin with. */
  readonly id: string;
}

/** Unpacks bytes of the file. @throws Error when it is of another build than this code */
export function unpack({ from, length, id }: PackedBytes): Buffer {
  const packed = Buffer.alloc(length);
  readSync(descriptor ?? openSync(path, 'r'), packed, 0, length, from);
  if (packed.toString('hex', 0, id.length / 2) !== id)
    throw new Error(
      `${path} and zone-provider.cjs are of different builds: install both files of its folder`,
    );
  // Lazy: the handshake does not wait for it.
  const { brotliDecompressSync } = require('node:zlib') as typeof import('node:zlib');
  return brotliDecompressSync(packed.subarray(id.length / 2));
}
