import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '../../lib/provider/package-root';
import type { CleanUpLine } from './clean-up-program';

/** Folders and processes that must not outlive the test runner, however it ends: Ctrl-C, a crash, `kill -9`. */
export interface CleanUp {
  /** A folder to remove. */
  addFolder(path: string): void;
  /** Removes it now. */
  removeFolder(path: string): void;
  /** A process to end with everything that it started. It leads a process group. */
  addProcess(pid: number): void;
  /** It has ended. */
  processEnded(pid: number): void;
}

let running: CleanUp | undefined;

/**
 * The clean-up of this process: a small program that waits for the end of its input, which is the end of this
 * process.
 */
export function cleanUp(): CleanUp {
  return (running ??= start());
}

function start(): CleanUp {
  const program = join(packageRoot().folder, 'dist', 'testing', 'workspace', 'clean-up-program.js');
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  child.unref();
  const input = child.stdin as Socket;
  input.unref();
  // Without it nothing is cleaned up after a crash, but everything else works.
  input.on('error', () => (running = undefined));
  const tell = (...line: CleanUpLine): void => void input.write(`${JSON.stringify(line)}\n`);
  return {
    addFolder: (path) => tell('add', 'folder', path),
    removeFolder: (path) => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      tell('done', 'folder', path);
    },
    addProcess: (pid) => tell('add', 'process', pid),
    processEnded: (pid) => tell('done', 'process', pid),
  };
}
