/**
 * Removes what a test run left behind. Each line of its input is a JSON list of what to end and to remove; when the
 * input ends, because the test runner is gone, it does so and ends. It is started in a session of its own, so that a
 * signal to the terminal's whole group does not reach it first.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** Begins and ends the time in which something could be left behind. */
export type CleanUpLine = readonly ['add' | 'done', 'folder' | 'process', string | number];

const folders = new Set<string>();
const processes = new Set<number>();

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, kind, what] = JSON.parse(line) as CleanUpLine;
    const known: Set<unknown> = kind === 'folder' ? folders : processes;
    if (verb === 'add') known.add(what);
    else known.delete(what);
  })
  .once('close', () => void cleanUp());

async function cleanUp(): Promise<void> {
  for (const pid of processes) signal(pid, 'SIGKILL');
  for (const pid of processes) while (signal(pid, 0)) await sleep(20);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Signals a process and everything that it started. @returns whether there was one */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, name);
    return true;
  } catch {
    return false;
  }
}
