import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type * as V8Flags from './api/v8-flags';
import { CodeCache } from './code-cache';

/** Where bytes are in the file that the engine starts. */
export interface PackedBytes {
  readonly from: number;
  readonly length: number;
}

/** A module whose source is packed. */
export interface PackedModule extends PackedBytes {
  readonly name: string;
  /** The first 32 hexadecimal digits of the SHA-256 of its source. */
  readonly id: string;
  /** By Brotli. @default false */
  readonly isCompressed?: boolean;
  /** Whether a process that loads it has loaded all others. @default false */
  readonly isLast?: boolean;
}

type Require = (id: string) => unknown;
type ModuleFunction = (require: Require, module: { exports: unknown }, exports: unknown) => void;

/** The file that the engine starts; its last line passes it on. */
const [, , OWN_FILE = ''] = process.argv;

const cache = new CodeCache(process.env);
let isWhole = false;

/** Unpacks bytes of the provider's file. @throws Error when the file has been replaced by another build's */
export function unpack(packed: PackedBytes): Buffer {
  // Lazy: the handshake needs nothing that is compressed.
  const { brotliDecompressSync } = require('node:zlib') as typeof import('node:zlib');
  return brotliDecompressSync(read(packed));
}

function read({ from, length }: PackedBytes): Buffer {
  const file = openSync(OWN_FILE, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, from);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Runs a packed module and returns its exports. */
export function runPacked(packed: PackedModule, require: Require): unknown {
  const { name, id, isCompressed = false, isLast = false } = packed;
  isWhole ||= isLast;
  const text = (): Buffer => (isCompressed ? unpack(packed) : read(packed));
  const source = (): string => `(function(require,module,exports){${text().toString('latin1')}\n})`;
  const run = cache.compile({ name, id, source }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  run(require, module, module.exports);
  return module.exports;
}

/**
 * Runs the plugin host. When the program is of another build than the file that Node.js loaded, says so on stdout, where
 * the engine reads, and ends the process with 1.
 */
export function runHost(packed: PackedModule, require: Require): void {
  if (digestOf(read(packed)) === packed.id) return void runPacked(packed, require);
  writeSync(1, DIFFERENT_BUILDS);
  process.exit(1);
}

const DIFFERENT_BUILDS =
  'The provider zonewright/zone is incomplete: its program and zone-provider.cjs are of different builds. Install both files of its folder.\n';

/** As the build computes it. */
function digestOf(source: Uint8Array): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 32);
}

/** Keeps for the next process what this one had to compile; not of one that has only validated, and run little of it. */
export function storeCompiled(): void {
  if (!isWhole || !cache.hasNews()) return;
  // Lazy: only the last process of a first command stores anything.
  const { restoreFlags } = require('./api/v8-flags') as typeof V8Flags;
  restoreFlags();
  cache.store();
}
