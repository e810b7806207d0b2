import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fakeProgram } from '../cli/engine/fake-program';

/** What a process keeps: what is left of its memory when all garbage is collected. */
export interface LiveMemory {
  /** Of JavaScript, with its functions. */
  readonly objects: number;
  /** Bytes. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly resident: number;
}

/** Asks a process of Node.js what it keeps; it must have been started with `environment`. */
export interface LiveMemoryProbe {
  readonly environment: Readonly<Record<string, string>>;
  readonly of: (process: { readonly pid: number; isAlive(): boolean }) => Promise<LiveMemory>;
}

const PROBE = join(__dirname, 'fixtures', 'live-memory.mjs');

/** @param folder of this probe alone */
export function liveMemoryProbe(folder: string): LiveMemoryProbe {
  const file = join(folder, 'live-memory.json');
  return {
    environment: {
      ZONEWRIGHT_NODE: fakeProgram(
        join(folder, 'node'),
        `exec '${process.execPath}' --import '${PROBE}' "$@"`,
      ),
      LIVE_MEMORY_FILE: file,
    },
    async of(asked) {
      rmSync(file, { force: true });
      process.kill(asked.pid, 'SIGUSR2');
      for (;;) {
        const text = textOf(file);
        if (text !== undefined) return JSON.parse(text) as LiveMemory;
        if (!asked.isAlive()) throw new Error('The process has ended.');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
