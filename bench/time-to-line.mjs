import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** By then a program that was started has loaded all that it loads by itself. */
const SETTLED_MS = 150;

/** Milliseconds from the start of a program to its first line on stdout; the program is then killed. */
export function timeToLine(start) {
  return withFirstLine(start, (_child, elapsed) => elapsed);
}

/** Megabytes that a program holds in memory when it has started and waits; undefined where the system does not say. */
export function residentMegabytes(start) {
  return withFirstLine(start, async ({ pid }) => {
    await sleep(SETTLED_MS);
    const file = `/proc/${pid}/status`;
    const [, kilobytes] = (existsSync(file) && /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))) || [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  });
}

/** `begins`: what the first line has to begin with; by default, a handshake. */
async function withFirstLine({ program, args = [], env, begins = '1|6|' }, measure) {
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
