import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';

/** The file that the engine starts. */
export const BUILT_PROVIDER = join(
  __dirname,
  '..',
  '..',
  'dist',
  'provider',
  `terraform-provider-zone_v${version}`,
);

/** go-plugin: how an engine says that it is one. */
const COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** What the one line on stdout says. */
export interface Handshake {
  readonly coreVersion: string;
  readonly version: string;
  readonly network: string;
  readonly address: string;
  readonly protocol: string;
  /** Base64 of DER, as it stands in the line. */
  readonly certificate: string;
}

export interface StartedProvider {
  readonly handshake: Handshake;
  /** Folder for temporary files that only this process uses. */
  readonly temporary: string;
  /** All that came on stdout so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** How the process ended; pending while it runs. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Ends the process if it still runs, and takes its folder away. */
  readonly remove: () => Promise<void>;
}

/**
 * Starts a provider as the engine does and reads its handshake line. Rejects when there is none.
 *
 * @param program the file to start
 */
export async function startProvider(
  clientCertificate: string,
  environment: Readonly<Record<string, string>> = {},
  program: string = BUILT_PROVIDER,
): Promise<StartedProvider> {
  const temporary = mkdtempSync(join(tmpdir(), 'wire-'));
  const child = spawn(program, [], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: temporary,
      XDG_CACHE_HOME: temporary,
      TF_PLUGIN_MAGIC_COOKIE: COOKIE,
      PLUGIN_PROTOCOL_VERSIONS: '5,6',
      PLUGIN_MIN_PORT: '10000',
      PLUGIN_MAX_PORT: '25000',
      PLUGIN_CLIENT_CERT: clientCertificate,
      ...environment,
    },
  });
  const seen = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (seen.stderr += text));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const remove = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(temporary, { recursive: true, force: true });
  };
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      seen.stdout += text;
      if (seen.stdout.includes('\n')) resolve(seen.stdout);
    });
  });
  const line = await Promise.race([firstLine, ended.then(() => seen.stdout)]);
  const fields = line.trimEnd().split('|');
  if (fields.length !== 6) {
    await remove();
    throw new Error(
      `no handshake line: stdout ${JSON.stringify(line)}, stderr ${JSON.stringify(seen.stderr)}`,
    );
  }
  const [coreVersion = '', appVersion = '', network = '', address = '', protocol = '', certificate = ''] =
    fields;
  return {
    handshake: { coreVersion, version: appVersion, network, address, protocol, certificate },
    temporary,
    stdout: () => seen.stdout,
    stderr: () => seen.stderr,
    ended,
    remove,
  };
}
