import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, reasonOf } from './failure';

/** Begins and ends the time in which something could be left behind. */
type CleanUpLine = readonly ['add' | 'done', 'folder' | 'process', string | number];

let running: ReturnType<typeof start> | undefined;

/**
 * Ends processes and removes folders that must not outlive this process, however it ends: Ctrl-C, a crash, `kill -9`. It is
 * a small program that waits for the end of its input, which is the end of this process.
 */
export function cleanUp(): ReturnType<typeof start> {
  return (running ??= start());
}

function start() {
  // In a session of its own, so that a signal to the terminal's whole group does not reach it first.
  const child = spawn(process.execPath, ['-e', `(${program.toString()})()`], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  child.unref();
  const input = child.stdin as Socket;
  // Bun has no such method.
  input.unref?.();
  // Without it nothing is cleaned up after a crash, but everything else works.
  input.on('error', () => (running = undefined));
  const tell = (...line: CleanUpLine): void => void input.write(`${JSON.stringify(line)}\n`);
  return {
    /**
     * A new temporary folder, by its real name, which the engine shows too: that of macOS is a symbolic link. It is told
     * before it is there, so that a kill in between leaves nothing.
     *
     * @throws Failure if it cannot be made
     */
    makeFolder: (prefix: string): string => {
      let path: string | undefined;
      try {
        path = join(realpathSync(tmpdir()), `${prefix}${randomBytes(6).toString('hex')}`);
        tell('add', 'folder', path);
        mkdirSync(path, { mode: 0o700 });
        return path;
      } catch (error) {
        if (path !== undefined) tell('done', 'folder', path);
        throw new Failure({
          message: 'no temporary folder can be made',
          seen: [reasonOf(error)],
          hints: ['set TMPDIR to a folder that exists and can be written'],
        });
      }
    },
    /** Removes one now. */
    removeFolder: (path: string): void => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      tell('done', 'folder', path);
    },
    /** A process to end with everything that it started. It leads a process group. */
    addProcess: (pid: number) => tell('add', 'process', pid),
    /** It has ended. */
    processEnded: (pid: number) => tell('done', 'process', pid),
  };
}

/**
 * Each line of its input is a JSON list of what to end and to remove; when the input ends, it does so and ends. It runs
 * from its own text, so it refers to nothing outside of it.
 */
function program(): void {
  const { rmSync: remove } = process.getBuiltinModule('node:fs');
  const { createInterface } = process.getBuiltinModule('node:readline');
  const { setTimeout: sleep } = process.getBuiltinModule('node:timers/promises');
  const folders = new Set<string>();
  const processes = new Set<number>();
  /** Signals a process and everything that it started. @returns whether there was one */
  const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, name);
    } catch {
      return false;
    }
  };
  const end = async (): Promise<void> => {
    for (const pid of processes) signal(pid, 'SIGKILL');
    // They end at once; but without an init process nobody collects them, and their numbers answer for ever.
    for (let left = 100; left > 0 && [...processes].some((pid) => signal(pid, 0)); left -= 1) await sleep(20);
    for (const folder of folders) remove(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const [verb, kind, what] = JSON.parse(line) as CleanUpLine;
      const known: Set<unknown> = kind === 'folder' ? folders : processes;
      if (verb === 'add') known.add(what);
      else known.delete(what);
    })
    .once('close', () => void end());
}
