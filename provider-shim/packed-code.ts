import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Script } from 'node:vm';
import { restoreFlags, setFlagsForRequests } from './api/http/v8-flags';
import { unpack, type PackedBytes } from './program';
import { cacheFolder, homeFolder, isOwnFolder, makeOwnFolder } from './records/cache-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds after which a file of another build or another Node.js is removed. */
const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** Bytes of SHA-256 at the start of a file, over the rest. */
const DIGEST_BYTES = 32;

/** A module whose source is packed, as the function that makes its exports. */
export interface PackedModule extends PackedBytes {
  /** For stack traces. */
  readonly name: string;
  /** Bytes of its source. */
  readonly size: number;
  /** Whether a process that loads it has loaded all others. */
  readonly isLast: boolean;
}

/**
 * What V8 has compiled of this program's code, kept for the next process with the source, which takes longer to unpack than
 * to read. A file that is missing, damaged or made by another V8 is passed over, and replaced.
 */
class CodeCache {
  readonly #folder: string | undefined;
  readonly #compiledHere = new Map<PackedModule, Script>();

  constructor(environment: Environment) {
    const folder = join(cacheFolder(environment, process.platform, homeFolder(environment)), 'code');
    // The variable with which Node.js switches off its own cache of this kind.
    if (isAbsolute(folder) && !environment['NODE_DISABLE_COMPILE_CACHE']) this.#folder = folder;
  }

  /** Compiles the function of a module, or takes what an earlier process compiled of it. */
  compile(packed: PackedModule): Script {
    const kept = this.#read(packed);
    const source = (kept?.source ?? unpack(packed)).toString('latin1');
    const script = new Script(source, { filename: packed.name, cachedData: kept?.compiled });
    if (kept === undefined || script.cachedDataRejected) this.#compiledHere.set(packed, script);
    return script;
  }

  /** Stores what was compiled here, with the functions that have run since: call it at the end of the process. */
  store(): void {
    if (this.#folder === undefined || this.#compiledHere.size === 0) return;
    // V8 takes only what has the flags that the next process starts with.
    restoreFlags();
    try {
      makeOwnFolder(this.#folder);
      for (const [packed, script] of this.#compiledHere) this.#write(this.#folder, packed, script);
      removeOld(this.#folder);
    } catch {
      // The next process compiles for itself, too.
    }
  }

  #write(folder: string, packed: PackedModule, script: Script): void {
    const content = Buffer.concat([script.createCachedData(), unpack(packed)]);
    const file = join(folder, fileOf(packed));
    const unfinished = `${file}.${process.pid}.tmp`;
    try {
      writeFileSync(unfinished, Buffer.concat([digest(content), content]), { mode: 0o600 });
      renameSync(unfinished, file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  #read(packed: PackedModule): { readonly compiled: Buffer; readonly source: Buffer } | undefined {
    try {
      if (this.#folder === undefined || !isOwnFolder(this.#folder)) return undefined;
      const file = readFileSync(join(this.#folder, fileOf(packed)));
      const content = file.subarray(DIGEST_BYTES);
      if (!digest(content).equals(file.subarray(0, DIGEST_BYTES))) return undefined;
      return { compiled: content.subarray(0, -packed.size), source: content.subarray(-packed.size) };
    } catch {
      return undefined;
    }
  }
}

/** V8 itself compares no more of a source than its length. */
const fileOf = ({ id }: PackedModule): string => `${id}-${process.version}-${process.arch}`;

function digest(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE) rmSync(path, { force: true });
  }
}

type Require = (id: string) => unknown;
type ModuleFunction = (require: Require, module: { exports: unknown }, exports: unknown) => void;

const cache = new CodeCache(process.env);
let isWhole = false;

/** Runs a packed module and returns its exports. */
export function runPacked(packed: PackedModule, require: Require): unknown {
  isWhole ||= packed.isLast;
  restoreFlags();
  const run = cache.compile(packed).runInThisContext() as ModuleFunction;
  const module = { exports: {} };
  run(require, module, module.exports);
  setFlagsForRequests();
  return module.exports;
}

/** Keeps for the next process what this one had to compile; not of one that has only validated, and run little of it. */
export function storeCompiled(): void {
  if (isWhole) cache.store();
}
