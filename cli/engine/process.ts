import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { cleanUp } from './clean-up';

/** How a program ended and what it wrote. */
export interface RunResult {
  /** 0 to 255; 128 plus the signal's number if a signal ended it. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment of the program; nothing is added. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called with each line as it is written, without its line end. */
  readonly onLine?: (line: string, stream: 'stdout' | 'stderr') => void;
  /** Called with the process before the program begins in it. If this process is killed meanwhile, it never begins. */
  readonly onStart?: (pid: number) => void;
  /** Whether the program ends with this process, however that ends. @default not after a `kill -9` */
  readonly cleansUp?: boolean | undefined;
  /** Asks the program to end (SIGINT); after a grace of {@link RunOptions.graceMs} it is killed with all it started. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds from the request to end until the kill. Default 10 s. */
  readonly graceMs?: number;
}

/** A shell that becomes the program of its arguments when it is told to, and ends when whoever would tell it has ended. */
const HELD = ['/bin/sh', '-c', 'read -r go && exec "$@" < /dev/null', 'sh'] as const;

/**
 * Runs a program to its end without blocking the event loop, so that an emulator in the same process can
 * answer it.
 *
 * It runs in a process group of its own: a Ctrl-C in the terminal reaches it once, through `signal`, and not twice, which
 * would make the engine stop without saving.
 *
 * @throws the system's error (`ENOENT`, `EACCES`, …) if the program cannot be started
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const { onStart, cleansUp, cwd, env } = options;
    const isHeld = cleansUp === true || onStart !== undefined;
    const [file, ...rest] = [...(isHeld ? HELD : []), program, ...args] as const;
    const child = spawn(file, rest, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    // A program that ended without reading.
    child.stdin.on('error', () => undefined);
    const stdout = collect(child.stdout, (line) => options.onLine?.(line, 'stdout'));
    const stderr = collect(child.stderr, (line) => options.onLine?.(line, 'stderr'));
    let killer: NodeJS.Timeout | undefined;
    // With all that it started.
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It ended in the meantime.
      }
    };
    const interrupt = (): void => {
      child.kill('SIGINT');
      killer = setTimeout(kill, options.graceMs ?? 10_000);
    };
    // Nothing that we started outlives us, even if we end in the middle.
    process.once('exit', kill);
    const settle = (): void => {
      clearTimeout(killer);
      process.off('exit', kill);
      if (cleansUp && child.pid !== undefined) cleanUp().processEnded(child.pid);
      options.signal?.removeEventListener('abort', interrupt);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, signal) => {
      settle();
      resolve({
        exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0),
        stdout: stdout(),
        stderr: stderr(),
      });
    });
    child.once('spawn', () => {
      const { pid } = child;
      if (cleansUp && pid !== undefined) cleanUp().addProcess(pid);
      if (pid !== undefined) onStart?.(pid);
      child.stdin.end(isHeld ? '\n' : '');
      if (options.signal?.aborted) interrupt();
      else options.signal?.addEventListener('abort', interrupt, { once: true });
    });
  });
}

function collect(stream: NodeJS.ReadableStream, onLine: (line: string) => void): () => string {
  let text = '';
  let printed = 0;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n', printed); end !== -1; end = text.indexOf('\n', printed)) {
      onLine(text.slice(printed, end).replace(/\r$/, ''));
      printed = end + 1;
    }
  });
  stream.on('end', () => {
    if (printed < text.length) onLine(text.slice(printed));
  });
  return () => text;
}
