import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { endsWithTests, temporaryFolder } from '../support/temporary-folder';

/** The release that the set-up made, and its version. */
export const RELEASES = process.env['ZONEWRIGHT_RELEASES'] ?? '';
export const RELEASE = join(RELEASES, 'first');

let unpacked: string | undefined;

/** A busybox that needs no library, from the package of Debian. */
export function busybox(): string {
  if (unpacked === undefined) {
    unpacked = temporaryFolder();
    const options = ['-o', 'APT::Sandbox::User=root'];
    execFileSync('apt-get', ['download', ...options, 'busybox-static'], { cwd: unpacked });
    const [file = ''] = readdirSync(unpacked);
    execFileSync('dpkg-deb', ['-x', file, '.'], { cwd: unpacked });
  }
  return join(unpacked, 'bin', 'busybox');
}

/** Where a program of this machine is. */
const which = (program: string): string =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim());

/** A network that has only loopback, with the emulator on it. */
export interface Network {
  /** A process in it. */
  readonly pid: number;
  /** The variables with which a provider reaches the emulator. */
  readonly env: Readonly<Record<string, string>>;
}

export async function startNetwork(seed: string): Promise<Network> {
  const main = join(__dirname, '..', '..', 'dist', 'cli', 'main.js');
  const emulator = [process.execPath, main, 'emulator', '--port', '0', '--quiet', '--seed', seed];
  const script = '"$0" ip link set lo up && exec "$@"';
  const child = spawn('unshare', ['--net', 'sh', '-c', script, busybox(), ...emulator], { stdio: 'pipe' });
  endsWithTests(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`no emulator: ${output}`)));
  while (!output.includes('Ctrl-C ends it.')) await Promise.race([once(child.stdout, 'data'), ended]);
  const variables = output.matchAll(/export (ZONEWRIGHT_(?:BASE_URL|API_TOKEN))=(\S+)/g);
  return {
    pid: child.pid ?? 0,
    env: Object.fromEntries([...variables].map(([, name, value]) => [name, value])),
  };
}

/** The root of a container: programs see nothing else, run as root, and have only the variables that are given. */
export class Root {
  readonly #folder = temporaryFolder();

  constructor(private readonly network: Network) {
    this.write('tmp/.keep', '');
    mkdirSync(join(this.#folder, 'dev'));
    for (const [name, minor] of [
      ['null', '3'],
      ['urandom', '9'],
    ] as const)
      execFileSync('mknod', ['-m', '666', join(this.#folder, 'dev', name), 'c', '1', minor]);
    this.put('bin/terraform', which('terraform'));
  }

  /** As in images that are built on Alpine. */
  withBusybox(): this {
    this.put('bin/busybox', busybox());
    for (const name of ['sh', 'tr']) symlinkSync('busybox', join(this.#folder, 'bin', name));
    return this;
  }

  /** As in images that are built on Debian, or another system with glibc: a program of this machine, and its libraries. */
  withProgram(path: string, program = path.replace(/.*\//, '')): this {
    const file = which(program);
    this.put(path, file);
    const libraries = execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/[^ )]+/g) ?? [];
    for (const library of libraries) this.put(library, library);
    return this;
  }

  put(path: string, from: string): this {
    cpSync(from, this.#made(path), { recursive: true, dereference: true });
    return this;
  }

  write(path: string, text: string): this {
    writeFileSync(this.#made(path), text);
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.#folder, path), 'utf8');
  }

  /** Runs a line of the shell there, in `/module`. @returns its exit code, and all that it printed */
  run(line: string, env: Readonly<Record<string, string>> = {}): readonly [number | null, string] {
    const args = [`--net=/proc/${this.network.pid}/ns/net`, 'chroot', this.#folder, '/bin/sh', '-c'];
    const { status, stdout, stderr } = spawnSync('nsenter', [...args, `cd /module && { ${line}; } 2>&1`], {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        ...this.network.env,
        CHECKPOINT_DISABLE: '1',
        HOME: '/root',
        ...env,
      },
      encoding: 'utf8',
    });
    return [status, stdout + stderr];
  }

  #made(path: string): string {
    const target = join(this.#folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  }
}
