import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { placeProvider } from '../../lib/provider/provider-package';
import { REGISTRY_HOSTS } from './engine';

/** The built provider as a process that runs before the engine does and that the engine reattaches to. */
export interface RunningProvider {
  /** What leads an engine to it. */
  readonly env: { readonly TF_REATTACH_PROVIDERS: string };
  readonly pid: number;
  /** The path of its Unix socket. */
  readonly socket: string;
  /** Whether it still runs. */
  isAlive(): boolean;
  /** Ends it at once: nobody speaks to it any more. */
  kill(): void;
}

/** Every one of this test file: none stays when the file is done. */
const started: RunningProvider[] = [];
if (typeof afterAll === 'function') afterAll(() => started.splice(0).forEach((provider) => provider.kill()));

/** Keeps a copy of the built provider, which reads its own file while it runs: another build may replace that. */
export function copyProvider(folder: string): string {
  const { folder: copy, version } = placeProvider(folder);
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  return join(copy, `${process.platform}_${arch}`, `terraform-provider-zone_v${version}`);
}

/** Starts such a copy as for a debugger; its environment and folder are those that the engine would pass on. */
export async function runProvider(
  program: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<RunningProvider> {
  const child = spawn(program, ['--debug'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (seen.stderr += text));
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const line = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.stdout += text;
      if (seen.stdout.includes('\n')) resolve();
    });
  });
  await Promise.race([line, ended]);
  const [, config] = /^TF_REATTACH_PROVIDERS='(.*)'\n$/.exec(seen.stdout) ?? [];
  if (config === undefined) throw new Error(`the provider did not start:\n${seen.stdout}\n${seen.stderr}`);
  const addresses = JSON.parse(config) as Reattach;
  const running: RunningProvider = {
    env: { TF_REATTACH_PROVIDERS: JSON.stringify(underBothAddresses(addresses)) },
    pid: child.pid ?? 0,
    socket: Object.values(addresses)[0]?.Addr.String ?? '',
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill: () => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
  started.push(running);
  return running;
}

/** What the provider says to be reattached to, by its source address. */
type Reattach = Readonly<Record<string, { readonly Addr: { readonly String: string } }>>;

/** The provider tells how to reattach under its whole address; a short source address is another one to OpenTofu. */
function underBothAddresses(addresses: Reattach): Reattach {
  const [[address = '', reattach] = []] = Object.entries(addresses);
  if (reattach === undefined) return {};
  const source = address.slice(address.indexOf('/') + 1);
  return Object.fromEntries(Object.values(REGISTRY_HOSTS).map((host) => [`${host}/${source}`, reattach]));
}

/** Running providers of one program in one environment, each used by one command at a time. */
export interface ProviderPool {
  /** Runs a command with a provider that is free, or a new one. */
  use<T>(command: (env: RunningProvider['env']) => Promise<T>): Promise<T>;
  kill(): void;
}

export function providerPool(program: string, cwd: string, env: NodeJS.ProcessEnv): ProviderPool {
  const all: RunningProvider[] = [];
  const free: RunningProvider[] = [];
  const take = async (): Promise<RunningProvider> => {
    const idle = free.pop();
    if (idle?.isAlive()) return idle;
    if (idle) return take();
    const started = await runProvider(program, cwd, env);
    all.push(started);
    return started;
  };
  return {
    use: async (command) => {
      const provider = await take();
      try {
        return await command(provider.env);
      } finally {
        free.push(provider);
      }
    },
    kill: () => all.forEach((provider) => provider.kill()),
  };
}
