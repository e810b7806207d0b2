import { openSync } from 'node:fs';

/** The shell lines at its head pass it on. */
const [, , path = ''] = process.argv;

/**
 * The file that the engine starts, and in which the packed modules are. It stays open from the start on, so that the process
 * keeps its own build when another one replaces the file.
 */
export const PROGRAM = { path, descriptor: opened() } as const;

/** Undefined when this process was started without it; only what is packed needs it. */
function opened(): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}
