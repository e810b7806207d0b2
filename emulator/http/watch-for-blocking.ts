import { clearInterval, setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { watchdog, type Watched } from './watchdog';

/** How long the thread may be blocked while a request waits. Long enough for a slow compiler. */
const LIMIT_MS = 2_000;

/** The same, on systems where it is not known whether a request waits. */
const BLIND_LIMIT_MS = 6_000;

const BEAT_MS = 250;

/**
 * Watches for a deadlock between a test and an emulator in the same process: the test waits with `spawnSync` or
 * `execSync` for a program that waits for the emulator, which cannot answer meanwhile. Users only see a test that
 * hangs, so a separate thread says on standard error what happens and what to do.
 *
 * @returns a function that ends the watch
 */
export function watchForBlocking(url: string, port: number): () => void {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(beats);
  // Not the global timers, which a test may have replaced with fake ones.
  const timer = setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS).unref();
  const watched: Watched = {
    beats,
    port,
    message: `\n${deadLock(url)}\n\n`,
    limitMs: LIMIT_MS,
    blindLimitMs: BLIND_LIMIT_MS,
  };
  const worker = new Worker(`(${watchdog.toString()})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: watched,
    execArgv: [],
  });
  worker.unref();
  // The emulator also works without its watchdog.
  worker.on('error', () => undefined);
  return () => {
    clearInterval(timer);
    void worker.terminate();
  };
}

function deadLock(url: string): string {
  return [
    `The emulator at ${url} cannot answer: its process has been blocked for seconds while a request waits.`,
    'This happens if a test waits for a program with spawnSync or execSync, as toPlanSuccessfully and toBeValidTerraform',
    "of cdktf do, and the program waits for an emulator in the test's own process: both wait forever.",
    "Start the emulator in a process of its own: startEmulatorProcess() of 'zonewright/testing', or name",
    "'zonewright/testing/global-setup' as the globalSetup of jest or vitest.",
  ].join('\n');
}
