import { createHash } from 'node:crypto';
import { openSync, readSync, writeSync } from 'node:fs';
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
  /** Whether a process that loads it has loaded all others. @default false */
  readonly isLast?: boolean;
}

type Require = (id: string) => unknown;
type ModuleFunction = (require: Require, module: { exports: unknown }, exports: unknown) => void;

/** The file that the engine starts; its last line passes it on. */
const [, , OWN_FILE = ''] = process.argv;

/** Open for as long as the process lives, which so keeps its own build when another one replaces the file. */
let program: number | undefined;

const cache = new CodeCache(process.env);
let isWhole = false;

/** Unpacks bytes of the provider's file. */
export function unpack(packed: PackedBytes): Buffer {
  // Lazy: the handshake needs nothing that is compressed.
  const { brotliDecompressSync } = require('node:zlib') as typeof import('node:zlib');
  return brotliDecompressSync(read(packed));
}

function read({ from, length }: PackedBytes): Buffer {
  program ??= openSync(OWN_FILE, 'r');
  const bytes = Buffer.alloc(length);
  readSync(program, bytes, 0, length, from);
  return bytes;
}

/** Runs a packed module and returns its exports. */
export function runPacked(packed: PackedModule, require: Require): unknown {
  return run(packed, () => unpack(packed), require);
}

/**
 * Runs the plugin host, which is not compressed. When the program cannot be read, or is of another build than the file that
 * Node.js loaded, says so on stdout, where the engine reads, and ends the process with 1.
 */
export function runHost(packed: PackedModule, require: Require): void {
  let source: Buffer;
  try {
    source = read(packed);
  } catch (error) {
    return refuse(`its program cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (digestOf(source) !== packed.id)
    return refuse('its program and zone-provider.cjs are of different builds');
  run(packed, () => source, require);
}

function run({ name, id, isLast = false }: PackedModule, text: () => Buffer, require: Require): unknown {
  isWhole ||= isLast;
  const source = (): string => `(function(require,module,exports){${text().toString('latin1')}\n})`;
  const start = cache.compile({ name, id, source }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  start(require, module, module.exports);
  return module.exports;
}

function refuse(reason: string): void {
  writeSync(
    1,
    `The provider zonewright/zone is incomplete: ${reason}. Install both files of its folder, and let terraform or tofu start it.\n`,
  );
  process.exit(1);
}

/** As in scripts/packed-modules.mjs. */
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
