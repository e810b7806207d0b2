import { openSync, readSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { restoreFlags } from './api/v8-flags';
import { CodeCache } from './code-cache';
import { PROGRAM } from './program';

/** Where compressed bytes are in the file that the engine starts. */
export interface PackedBytes {
  readonly from: number;
  readonly length: number;
  /** The bytes that they begin with, in hexadecimal digits. */
  readonly id: string;
}

/** A module whose source is packed. */
export interface PackedModule extends PackedBytes {
  readonly name: string;
  /** Of its source. */
  readonly hash: string;
  /** Whether a process that loads it has loaded all others. */
  readonly isLast: boolean;
}

type Require = (id: string) => unknown;
type ModuleFunction = (require: Require, module: { exports: unknown }, exports: unknown) => void;

const cache = new CodeCache(process.env);
let isWhole = false;

/** Unpacks bytes of the provider's program. @throws Error when the program is of another build than this code */
export function unpack({ from, length, id }: PackedBytes): Buffer {
  const packed = Buffer.alloc(length);
  readSync(PROGRAM.descriptor ?? openSync(PROGRAM.path, 'r'), packed, 0, length, from);
  if (packed.toString('hex', 0, id.length / 2) !== id)
    throw new Error(
      `${PROGRAM.path} and zone-provider.cjs are of different builds: install both files of its folder`,
    );
  return brotliDecompressSync(packed.subarray(id.length / 2));
}

/** Runs a packed module and returns its exports. */
export function runPacked(packed: PackedModule, require: Require): unknown {
  const { name, hash, isLast } = packed;
  isWhole ||= isLast;
  const source = (): string => `(function(require,module,exports){${unpack(packed).toString('latin1')}\n})`;
  const run = cache.compile({ name, id: hash, source }).runInThisContext() as ModuleFunction;
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
