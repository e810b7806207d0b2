import { openSync, readSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { restoreFlags } from './api/v8-flags';
import { CodeCache } from './code-cache';
import { PROGRAM } from './program';

/** Where compressed bytes are in the file that the engine starts. */
export interface PackedBytes {
  readonly from: number;
  readonly length: number;
}

/** A module whose source is packed. */
export interface PackedModule extends PackedBytes {
  readonly name: string;
  /** A hash of its source. */
  readonly id: string;
  /** Whether a process that loads it has loaded all others. */
  readonly isLast: boolean;
}

type Require = (id: string) => unknown;
type ModuleFunction = (require: Require, module: { exports: unknown }, exports: unknown) => void;

const cache = new CodeCache(process.env);
let isWhole = false;

/** Unpacks bytes of the provider's program. @throws Error when the program is of another build than this code */
export function unpack({ from, length }: PackedBytes): Buffer {
  const packed = Buffer.alloc(length);
  readSync(PROGRAM.descriptor ?? openSync(PROGRAM.path, 'r'), packed, 0, length, from);
  try {
    return brotliDecompressSync(packed);
  } catch (cause) {
    const advice = 'install both files of its folder';
    throw new Error(`${PROGRAM.path} and zone-provider.cjs are of different builds: ${advice}`, { cause });
  }
}

/** Runs a packed module and returns its exports. */
export function runPacked(packed: PackedModule, require: Require): unknown {
  const { name, id, isLast } = packed;
  isWhole ||= isLast;
  const source = (): string => `(function(require,module,exports){${unpack(packed).toString('latin1')}\n})`;
  const run = cache.compile({ name, id, source }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  run(require, module, module.exports);
  return module.exports;
}

/** Keeps for the next process what this one had to compile; not of one that has only validated, and run little of it. */
export function storeCompiled(): void {
  if (!isWhole || !cache.hasNews()) return;
  restoreFlags();
  cache.store();
}
