import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../package.json';
import { ENVIRONMENT, watch, type Exit } from '../provider-shim/sdk/plugin/engine';
import type { ClientCertificate } from './client-certificate';

/** The file that the engine starts. */
export const BUILT_PROVIDER = join(
  __dirname,
  '..',
  '..',
  'dist',
  'provider',
  `terraform-provider-zone_v${version}`,
);

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
  readonly ended: Promise<Exit>;
  /** Ends the process if it still runs, and takes its folder away. */
  readonly remove: () => Promise<void>;
}

/**
 * Starts a provider as the engine does and reads its handshake line. Rejects when there is none.
 *
 * @param program the file to start
 */
export async function startProvider(
  engine: ClientCertificate,
  environment: Readonly<Record<string, string>> = {},
  program: string = BUILT_PROVIDER,
): Promise<StartedProvider> {
  const temporary = mkdtempSync(join(tmpdir(), 'wire-'));
  const given = { TMPDIR: temporary, XDG_CACHE_HOME: temporary, PLUGIN_CLIENT_CERT: engine.certificate };
  const child = spawn(program, [], { env: { ...ENVIRONMENT, ...given, ...environment } });
  const { stdout, stderr, exited: ended, handshake } = watch(child, engine);
  const remove = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(temporary, { recursive: true, force: true });
  };
  const [coreVersion = '', appVersion = '', network = '', address = '', protocol = '', certificate] =
    await handshake();
  if (certificate === undefined) {
    await remove();
    throw new Error(
      `no handshake line: stdout ${JSON.stringify(stdout())}, stderr ${JSON.stringify(stderr())}`,
    );
  }
  return {
    handshake: { coreVersion, version: appVersion, network, address, protocol, certificate },
    ...{ temporary, stdout, stderr, ended, remove },
  };
}
