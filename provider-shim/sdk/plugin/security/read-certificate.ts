import { X509Certificate } from 'node:crypto';

/** The certificate of the engine is malformed. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/**
 * The DER of the engine's certificate, with which every connection is compared.
 *
 * @param text PEM
 * @throws CertificateError
 */
export function readCertificate(text: string): Uint8Array {
  try {
    return new X509Certificate(text).raw;
  } catch (error) {
    throw new CertificateError(
      `PLUGIN_CLIENT_CERT is not a certificate in PEM form (${(error as Error).message})`,
    );
  }
}
