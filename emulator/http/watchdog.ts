/** The settings of the watchdog. */
export interface Watched {
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
 * Runs in a thread of its own, from its source text: it must not use anything outside it, so this file imports nothing.
 * It writes to standard error directly, because the stream of a thread depends on the blocked main thread.
 */
export function watchdog({ beats, port, message, limitMs, blindLimitMs }: Watched): void {
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
