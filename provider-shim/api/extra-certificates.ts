import { readFile } from 'node:fs/promises';
import type { SecureContext } from 'node:tls';

/** The start script sets it instead of NODE_EXTRA_CA_CERTS, which slows the start of every Node.js process. */
export const EXTRA_CERTIFICATES_VARIABLE = 'ZONEWRIGHT_EXTRA_CA_CERTS';

/**
 * TLS settings that trust the certificates of a PEM file in addition to the default ones, or why the file cannot be
 * used, in words.
 */
export async function trustAlso(file: string): Promise<SecureContext | string> {
  const tls = require('node:tls') as typeof import('node:tls');
  const { X509Certificate } = require('node:crypto') as typeof import('node:crypto');
  const named = `the file of additional certificates ${JSON.stringify(file)}`;
  let pem: string;
  try {
    pem = await readFile(file, 'latin1');
  } catch (error) {
    return `${named} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) return `${named} has no PEM certificate`;
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch {
      return `${named} has a damaged certificate: number ${index + 1} of ${certificates.length}`;
    }
  }
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...certificates] });
}
