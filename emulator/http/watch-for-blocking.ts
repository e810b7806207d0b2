import { clearInterval, setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';

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

/** The settings of the watchdog. */
interface Watched {
  /** Shared with the watched thread, which increments the first number while it is not blocked. */
  readonly beats: SharedArrayBuffer;
  readonly port: number;
  /** The text for standard error, written once each time the thread is blocked. */
  readonly message: string;
  /** How long it may be blocked while requests wait, in milliseconds. */
  readonly limitMs: number;
  /** The same, if it is not known whether requests wait. */
  readonly blindLimitMs: number;
}

/**
 * Runs in a thread of its own, from its source text, so it must not use anything outside it. It writes to standard
 * error directly, because the stream of a thread depends on the blocked main thread.
 */
function watchdog({ beats, port, message, limitMs, blindLimitMs }: Watched): void {
  const { existsSync, readFileSync, writeSync } = process.getBuiltinModule('node:fs');
  const counter = new Int32Array(beats);
  const tables = ['/proc/self/net/tcp', '/proc/self/net/tcp6'].filter((path) => existsSync(path));
  let seen = -1;
  let since = Date.now();
  let isTold = false;

  /** Whether there are unread bytes of a client; undefined if that is not known. Columns: proc_net_tcp(5). */
  const requestWaits = (): boolean | undefined => {
    if (tables.length === 0) return undefined;
    const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
    return tables
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .some(
        ([, address, , state, queues]) =>
          address?.endsWith(local) && state === '01' && !queues?.endsWith(':00000000'),
      );
  };

  setInterval(() => {
    const now = Atomics.load(counter, 0);
    if (now !== seen) {
      seen = now;
      since = Date.now();
      isTold = false;
      return;
    }
    const blockedMs = Date.now() - since;
    if (isTold || blockedMs < limitMs) return;
    const waits = requestWaits();
    if (waits === false || (waits === undefined && blockedMs < blindLimitMs)) return;
    isTold = true;
    writeSync(2, message);
  }, 250);
}
