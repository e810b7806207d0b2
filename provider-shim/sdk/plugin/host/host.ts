import { closeSync, writeSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Calls off what `after` has put off. */
export type Cancel = () => void;

/** The process around the plugin; everything that a test replaces. */
export interface Host {
  readonly environment: Environment;
  readonly node: { readonly version: string; /** Of the program. */ readonly path: string };
  readonly pid: number;
  /** The process that started this one, and another number when that has ended. */
  readonly parent: () => number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly after: (milliseconds: number, run: () => void) => Cancel;
  /** One line for the engine, which reads exactly one. Answers whether there is anybody to read it. */
  readonly print: (line: string) => boolean;
  /** Lines for stderr. Never fails: the reader may be gone. */
  readonly complain: (text: string) => void;
  /** From here on, all output to stdout goes to stderr. */
  readonly closeStdout: () => void;
  readonly exit: (code: number) => void;
  /** Runs `clean` when the process ends, for any reason except a kill. */
  readonly onExit: (clean: () => void) => void;
  readonly onSignal: (signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGQUIT', run: () => void) => void;
  /** An uncaught exception or rejection. */
  readonly onCrash: (run: (error: unknown) => void) => void;
}

const STDOUT = 1;
const STDERR = 2;

/** The descriptor on which the start script of the plugin waits for its line: it tells the engine why the process ended without one. */
const ANSWERED = 'PLUGIN_ANSWERED_FD';

/** How often a write to a full pipe that does not block is tried again, one millisecond apart. */
const FULL_PIPE_ATTEMPTS = 2_000;

/** The real process. */
export function processHost(environment: Environment = process.env): Host {
  return {
    environment,
    node: { version: process.versions.node, path: process.execPath },
    pid: process.pid,
    parent: () => process.ppid,
    now: Date.now,
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    print: (line) => {
      const isRead = writeAll(STDOUT, `${line}\n`);
      tellAnswered(environment[ANSWERED]);
      return isRead;
    },
    complain: (text) => void writeAll(STDERR, text),
    // console.log and process.stdout both come here; the engine stops draining stdout after one long line.
    closeStdout: () =>
      void Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr }),
    exit: (code) => process.exit(code),
    onExit: (clean) => void process.on('exit', clean),
    onSignal: (signal, run) => void process.on(signal, run),
    onCrash: (run) => void process.on('uncaughtException', run).on('unhandledRejection', run),
  };
}

function tellAnswered(descriptor: string | undefined): void {
  if (!descriptor) return;
  writeAll(Number(descriptor), '\n');
  closeSync(Number(descriptor));
}

/** Writes to the descriptor itself: loading `process.stdout` costs time at start, and is lost on exit. Answers whether there is a reader. */
function writeAll(descriptor: number, text: string): boolean {
  let rest = Buffer.from(text);
  for (let attempt = 0; rest.byteLength > 0 && attempt < FULL_PIPE_ATTEMPTS;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // EPIPE and the like: the reader is gone.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
      attempt++;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return true;
}
