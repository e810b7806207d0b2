import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Creation from './create-server-certificate';
import type { ServerCertificate } from './server-certificate';

/** The file that clients must trust cannot be written. */
export class CertificateFileError extends Error {
  constructor(file: string, reason: string) {
    super(`The certificate file ${file} cannot be written:\n  ${reason}`);
    this.name = 'CertificateFileError';
  }
}

/** The certificate of a server, and the file that its clients must trust. */
export interface OpenCertificate {
  readonly server: ServerCertificate;
  /** Has the certificate of the authority, and nothing secret. */
  readonly authorityFile: string;
  /** Removes the file. */
  readonly release: () => Promise<void>;
}

/**
 * A new certificate, whose key is only in memory; what clients trust is in a temporary folder.
 *
 * @param now milliseconds since the Unix epoch
 * @throws CertificateFileError
 */
export async function openTemporaryCertificate(now: number): Promise<OpenCertificate> {
  // Only those who need a certificate load what makes one.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() cannot be used inside of jest
  const creation = require('./create-server-certificate') as typeof Creation;
  const server = creation.createServerCertificate(now);
  const prefix = join(tmpdir(), 'zonewright-emulator-');
  try {
    const folder = await mkdtemp(prefix);
    const authorityFile = join(folder, 'ca.pem');
    await writeFile(authorityFile, server.authority);
    return { server, authorityFile, release: () => rm(folder, { recursive: true, force: true }) };
  } catch (error) {
    throw new CertificateFileError(prefix, (error as Error).message);
  }
}
