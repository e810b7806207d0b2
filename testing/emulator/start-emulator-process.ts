import { type EmulatorProcessOptions, type StartReport } from './emulator-program';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EmulatorCredentials } from '../../emulator';
import { packageRoot } from '../../lib/provider/package-root';
import { remoteControl, type RemoteControl } from './remote-control';

/** The environment by which the provider finds an emulator. */
export interface EmulatorEnvironment {
  /** The url of the service, with `/client/v4`. */
  readonly ZONEWRIGHT_BASE_URL: string;
  /** The first token of the seed. */
  readonly ZONEWRIGHT_API_TOKEN: string;
  /** For tests that call the control API; the provider has no use for it. */
  readonly ZONEWRIGHT_CONTROL_TOKEN: string;
  /** So high that the provider only waits if the emulator says that it has a limit. */
  readonly ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: string;
}

/** An emulator in a process of its own. */
export interface EmulatorProcess {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** The url with `/client/v4`, for the provider. */
  readonly baseUrl: string;
  /** The credentials of its seed. */
  readonly credentials: EmulatorCredentials;
  /** The environment for the provider. */
  readonly env: EmulatorEnvironment;
  /** The control API of the emulator: reset, zones, faults, journal, clock and so on. */
  readonly control: RemoteControl;
  /** The process. */
  readonly pid: number;
  /** Ends it and waits until it is gone. A second call does nothing. */
  close(): Promise<void>;
}

/** Milliseconds that the process has to end on its own. */
const GRACE_MS = 30_000;

/**
 * Starts the emulator in a process of its own. Programs that this process waits for with `spawnSync` or `execSync`, as
 * cdktf's `toPlanSuccessfully` does with the engine, can use it, which an emulator in this process cannot serve.
 *
 * It ends with `close()`, and by itself as soon as this process is gone, however that ends. It does not keep this
 * process running.
 *
 * @throws Error if the emulator cannot start: the seed cannot be used, or the port is in use
 * @example
 * const emulator = await startEmulatorProcess();
 * Object.assign(process.env, emulator.env);
 */
export async function startEmulatorProcess(options: EmulatorProcessOptions = {}): Promise<EmulatorProcess> {
  const program = join(packageRoot().folder, 'dist', 'testing', 'emulator', 'emulator-program.js');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const report = await reportOf(child, options);
  if ('error' in report) {
    await ended;
    throw new Error(`The emulator could not be started: ${report.error}`);
  }
  letGo(child);
  const { url, baseUrl, controlToken, credentials } = report;
  return {
    url,
    baseUrl,
    credentials,
    env: {
      ZONEWRIGHT_BASE_URL: baseUrl,
      ZONEWRIGHT_API_TOKEN: credentials.token,
      ZONEWRIGHT_CONTROL_TOKEN: controlToken,
      ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
    },
    control: remoteControl(url, controlToken),
    pid: Number(child.pid),
    close: async () => {
      child.ref();
      child.stdin?.end();
      const killer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(killer);
    },
  };
}

/** Sends the options and waits for the one line that the program answers. */
async function reportOf(child: ChildProcess, options: EmulatorProcessOptions): Promise<StartReport> {
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('a pipe to the emulator could not be created');
  // Writing fails if the program is already gone, which is reported below.
  stdin.on('error', () => undefined);
  stdin.write(`${JSON.stringify(options)}\n`);
  const lines = createInterface({ input: stdout });
  const reported = new Promise<StartReport>((resolve) =>
    // What a preload of NODE_OPTIONS prints, which Yarn needs, is not for us.
    lines.on('line', (line) => /^\{"(?:url|error)":/.test(line) && resolve(JSON.parse(line) as StartReport)),
  );
  const failed = once(child, 'close').then(([code]): StartReport => ({
    error: `it exited with ${String(code)}`,
  }));
  return Promise.race([reported, failed]);
}

/** A running emulator does not keep its parent process from ending. */
function letGo(child: ChildProcess): void {
  child.unref();
  (child.stdin as Partial<Socket> | null)?.unref?.(); // Bun has no such method.
  child.stdout?.destroy();
}
