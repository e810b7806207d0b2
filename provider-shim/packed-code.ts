import {
  openSync,
  readSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { restoreFlags, setFlagsForRequests } from './api/http/v8-flags';
import { PROGRAM } from './program';
import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { cacheFolder, homeFolder, isOwnFolder, makeOwnFolder } from './records/cache-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds after which a file of another build or another Node.js is removed. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** Bytes of SHA-256 at the start of a file, over the rest. */
const DIGEST_BYTES = 32;

/** Code of this program. */
interface CodePart {
  /** For stack traces. */
  readonly name: string;
  /** A hash of the source. V8 itself compares no more of it than its length. */
  readonly id: string;
  readonly source: () => string;
}

/**
 * What V8 has compiled of this program's code, kept for the next process. The source always comes from the program; a file
 * that is missing, damaged or made by another V8 is passed over, and replaced.
 */
class CodeCache {
  readonly #folder: string | undefined;
  readonly #compiledHere = new Map<string, Script>();

  constructor(environment: Environment) {
    const folder = join(cacheFolder(environment, process.platform, homeFolder(environment)), 'code');
    // The variable with which Node.js switches off its own cache of this kind.
    if (isAbsolute(folder) && !environment['NODE_DISABLE_COMPILE_CACHE']) this.#folder = folder;
  }

  /** Compiles a function expression, or takes what an earlier process compiled of it. */
  compile({ name, id, source }: CodePart): Script {
    const file = `${id}-${process.version}-${process.arch}`;
    const cachedData = this.#read(file);
    const script = new Script(source(), { filename: name, ...(cachedData && { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected) this.#compiledHere.set(file, script);
    return script;
  }

  /** Whether there is anything to store, and a place for it. */
  hasNews(): boolean {
    return this.#folder !== undefined && this.#compiledHere.size > 0;
  }

  /**
   * Stores what was compiled here, with the functions that have run since: call it at the end of the process, with the flags
   * of V8 that the next one will start with.
   */
  store(): void {
    if (this.#folder === undefined) return;
    try {
      makeOwnFolder(this.#folder);
      for (const [file, script] of this.#compiledHere) this.#write(this.#folder, file, script);
      removeOld(this.#folder);
    } catch {
      // The next process compiles for itself, too.
    }
  }

  #write(folder: string, file: string, script: Script): void {
    const data = script.createCachedData();
    const unfinished = join(folder, `${file}.${process.pid}.tmp`);
    try {
      writeFileSync(unfinished, Buffer.concat([digest(data), data]), { mode: 0o600 });
      renameSync(unfinished, join(folder, file));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  #read(file: string): Buffer | undefined {
    try {
      if (this.#folder === undefined || !isOwnFolder(this.#folder)) return undefined;
      const content = readFileSync(join(this.#folder, file));
      const data = content.subarray(DIGEST_BYTES);
      return digest(data).equals(content.subarray(0, DIGEST_BYTES)) ? data : undefined;
    } catch {
      return undefined;
    }
  }
}

function digest(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE) rmSync(path, { force: true });
  }
}

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
  restoreFlags();
  const run = cache.compile({ name, id: hash, source }).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  run(require, module, module.exports);
  setFlagsForRequests();
  return module.exports;
}

/** Keeps for the next process what this one had to compile; not of one that has only validated, and run little of it. */
export function storeCompiled(): void {
  if (!isWhole || !cache.hasNews()) return;
  restoreFlags();
  cache.store();
}
