import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Turns the signals that end a program into an AbortSignal, so that the command first ends and removes what it started. A
 * second signal has its usual effect.
 *
 * @returns the signal, aborted with the name of what ends the program as its reason; and how to stop listening
 */
export function listenForInterruption(source: NodeJS.EventEmitter = process): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      release();
      controller.abort(name);
    };
    source.on(name, listener);
    return { name, listener };
  });
  const release = (): void => {
    for (const { name, listener } of listeners) source.off(name, listener);
  };
  return { signal: controller.signal, release };
}

/** The exit code of an interrupted run: 130 for Ctrl-C. Undefined if it was not interrupted. */
export function interruptedExitCode(signal: AbortSignal): number | undefined {
  if (!signal.aborted) return undefined;
  const number = constants.signals[signal.reason as NodeJS.Signals] ?? constants.signals.SIGTERM;
  return 128 + number;
}

/**
 * Runs until its end, or until it is interrupted; then a failure is not told.
 *
 * @returns the exit code
 */
export async function untilInterrupted(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const { signal, release } = listenForInterruption();
  try {
    return await run(signal);
  } catch (thrown) {
    const interrupted = interruptedExitCode(signal);
    if (interrupted === undefined) throw thrown;
    return interrupted;
  } finally {
    release();
  }
}
