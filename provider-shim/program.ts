import { fstatSync, openSync, readSync, statSync } from 'node:fs';

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
  /** A hash of them, in hexadecimal digits. */
  readonly id: string;
}

/** The file is not, or no longer, what belongs to this code. */
class UnusableProgram extends Error {
  constructor(private readonly isReplaced = wasReplaced()) {
    const [what, todo] = isReplaced
      ? ['was replaced during this run', 'plan again']
      : ['is damaged, or of another build than zone-provider.cjs beside it', 'install the provider again'];
    super(`${path} ${what}: ${todo}`);
  }

  toProblem(): { readonly message: string; readonly hint: string } {
    const how = 'Run `npx zonewright install`, or unpack its archive again.';
    return { message: `${this.message}.`, hint: this.isReplaced ? 'No request was sent.' : how };
  }
}

/** Whether one of the two files has been written, put in place or taken away since this process began. */
function wasReplaced(): boolean {
  try {
    const now = statSync(path);
    const isOther = descriptor !== undefined && fstatSync(descriptor).ino !== now.ino;
    return isOther || [now, statSync(__filename)].some(({ ctimeMs }) => ctimeMs > performance.timeOrigin);
  } catch {
    return true;
  }
}

/** Unpacks bytes of the file. @throws UnusableProgram when they are not those that the build packed */
export function unpack({ from, length, id }: PackedBytes): Buffer {
  const packed = Buffer.alloc(length);
  readSync(descriptor ?? openSync(path, 'r'), packed, 0, length, from);
  // Lazy: the handshake does not wait for it.
  const { createHash } = require('node:crypto') as typeof import('node:crypto');
  if (!createHash('sha256').update(packed).digest('hex').startsWith(id)) throw new UnusableProgram();
  const { brotliDecompressSync } = require('node:zlib') as typeof import('node:zlib');
  return brotliDecompressSync(packed);
}
