import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from './processes.mjs';

/** Milliseconds after which a started program has loaded everything that it loads unasked. */
const SETTLED_MS = 150;

/** A Node program that prints a line and waits: the floor of every other start. */
export const BARE_NODE = {
  name: 'bare node',
  program: process.execPath,
  args: ['-e', 'console.log("1|6|"); setTimeout(() => {}, 60_000)'],
};

/** Milliseconds from the start of a program to its first line on stdout; the program is then killed. */
export function timeToLine(start) {
  return withFirstLine(start, (_child, elapsed) => elapsed);
}

/** Megabytes of memory of a started, idle program; undefined where the system does not report it. */
export function residentMegabytes(start) {
  return withFirstLine(start, async ({ pid }) => {
    await sleep(SETTLED_MS);
    return residentMb(pid);
  });
}

/** `begins`: how the first line has to begin; by default, as a handshake. */
async function withFirstLine({ program, args = [], env, begins = '1|' }, measure) {
  const begun = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const line = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.stdout.once('data', resolve);
      child.once('close', () => reject(new Error(`${program} ended without a line`)));
    });
    const elapsed = performance.now() - begun;
    if (!line.toString().startsWith(begins))
      throw new Error(`${program} printed ${JSON.stringify(line.toString())}`);
    return await measure(child, elapsed);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
