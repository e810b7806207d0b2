import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as Creation from '../http/create-server-certificate';
import type { ServerCertificate } from '../http/server-certificate';
import { isValidDuring, readServerCertificate, writeServerCertificate } from '../http/server-certificate';
import { OWNER_ONLY, READABLE_BY_ALL, replaceFile } from './replace-file';

/** A file of the server's certificate cannot be read, used or written. */
export class CertificateFileError extends Error {
  constructor(
    /** The file. */
    readonly file: string,
    /** What could not be done with it. */
    readonly what: 'read' | 'used' | 'written',
    /** Why, in words. */
    readonly reason: string,
  ) {
    super(`The certificate file ${file} cannot be ${what}:\n  ${reason}`);
    this.name = 'CertificateFileError';
  }
}

/** The certificate of a server, and the file that its clients must trust. */
export interface OpenCertificate {
  readonly server: ServerCertificate;
  /** Has the certificate of the authority, and nothing secret. */
  readonly authorityFile: string;
  /** Removes the file, unless the next emulator uses it too. */
  readonly release: () => Promise<void>;
}

/** A certificate that expires this soon is replaced, because nothing replaces it while the emulator runs. */
const REMAINING_MS = 30 * 86_400_000;

/**
 * The certificate for an emulator with this state file: the one that is beside it, or a new one, which is written
 * there. `<file>.tls.pem` has everything, and its key is only for the owner; `<file>.ca.pem` has what clients trust.
 *
 * @param now milliseconds since the Unix epoch
 * @throws CertificateFileError
 */
export async function openKeptCertificate(stateFile: string, now: number): Promise<OpenCertificate> {
  const file = `${resolve(stateFile)}.tls.pem`;
  const authorityFile = `${resolve(stateFile)}.ca.pem`;
  const found = await readIfThere(file);
  const read = found === undefined ? undefined : readServerCertificate(found);
  // It may be somebody's own file, so it is not overwritten.
  if (typeof read === 'string') throw new CertificateFileError(file, 'used', read);
  const isKept = read !== undefined && isValidDuring(read, now, now + REMAINING_MS);
  const server = isKept ? read : create(now);
  if (isKept) await restrict(file);
  else await write(file, writeServerCertificate(server), OWNER_ONLY);
  if ((await readIfThere(authorityFile)) !== server.authority)
    await write(authorityFile, server.authority, READABLE_BY_ALL);
  return { server, authorityFile, release: async () => undefined };
}

/**
 * A new certificate, whose key is only in memory; what clients trust is in a temporary folder.
 *
 * @param now milliseconds since the Unix epoch
 * @throws CertificateFileError
 */
export async function openTemporaryCertificate(now: number): Promise<OpenCertificate> {
  const server = create(now);
  const prefix = join(tmpdir(), 'zonewright-emulator-');
  const folder = await mkdtemp(prefix).catch((error: Error) => {
    throw new CertificateFileError(prefix, 'written', error.message);
  });
  const authorityFile = join(folder, 'ca.pem');
  await write(authorityFile, server.authority, READABLE_BY_ALL);
  return { server, authorityFile, release: () => rm(folder, { recursive: true, force: true }) };
}

function create(now: number): ServerCertificate {
  // Only those who need a certificate load what makes one.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() cannot be used inside of jest
  const creation = require('../http/create-server-certificate') as typeof Creation;
  return creation.createServerCertificate(now);
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new CertificateFileError(file, 'read', error.message);
  });
}

async function write(file: string, text: string, mode: number): Promise<void> {
  await replaceFile(file, text, mode).catch((error: Error) => {
    throw new CertificateFileError(file, 'written', error.message);
  });
}

/** A copy, such as a downloaded artifact of a CI run, may have lost its mode. */
async function restrict(file: string): Promise<void> {
  await chmod(file, OWNER_ONLY).catch((error: Error) => {
    throw new CertificateFileError(file, 'written', error.message);
  });
}
