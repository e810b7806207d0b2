import { createPrivateKey, X509Certificate } from 'node:crypto';

/** What a server needs for TLS, and what its clients need to trust it, each as PEM. */
export interface ServerCertificate {
  /** The certificate of the authority that signed the server's, which clients must trust. */
  readonly authority: string;
  readonly certificate: string;
  /** The server's private key (PKCS #8). */
  readonly key: string;
}

/** The names of the server: every name of this machine's loopback. */
export const SERVER_NAME = 'localhost';
export const SERVER_ADDRESSES: readonly string[] = ['127.0.0.1', '::1'];

const TRUST_VARIABLES = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
] as const;

/**
 * A variable that names a file of authorities to trust: for Node.js, in addition to its own; for Go and whatever else
 * uses OpenSSL, for Python's `requests`, and for curl, in the place of their own.
 */
export type TrustVariable = (typeof TRUST_VARIABLES)[number];

/** The environment of clients that trust this file. */
export function trustVariables(authorityFile: string): Readonly<Record<TrustVariable, string>> {
  const entries = TRUST_VARIABLES.map((name) => [name, authorityFile] as const);
  return Object.fromEntries(entries) as Record<TrustVariable, string>;
}

/** The text of a file that keeps a server's certificate: key, certificate and authority, as PEM. */
export function writeServerCertificate({ key, certificate, authority }: ServerCertificate): string {
  return key + certificate + authority;
}

/** The certificate in such a text, or why the text has none that a server could use, in words. */
export function readServerCertificate(text: string): ServerCertificate | string {
  const [key] = blocks(text, 'PRIVATE KEY');
  const [certificate, authority] = blocks(text, 'CERTIFICATE');
  if (key === undefined || certificate === undefined || authority === undefined)
    return 'it does not have a private key, a certificate and the certificate of its authority as PEM';
  const read = { key, certificate, authority };
  try {
    return problemOf(read) ?? read;
  } catch (error) {
    return `its PEM is damaged: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function problemOf({ key, certificate, authority }: ServerCertificate): string | undefined {
  const server = new X509Certificate(certificate);
  if (!server.checkPrivateKey(createPrivateKey(key))) return 'its private key is not that of its certificate';
  if (!server.verify(new X509Certificate(authority).publicKey))
    return 'its certificate is not signed by its authority';
  const missing = [
    server.checkHost(SERVER_NAME) === undefined ? [SERVER_NAME] : [],
    SERVER_ADDRESSES.filter((address) => server.checkIP(address) === undefined),
  ].flat();
  return missing.length === 0 ? undefined : `its certificate is not for ${missing.join(', ')}`;
}

/** Whether both certificates are valid at these times, in milliseconds since the Unix epoch. */
export function isValidDuring(
  { certificate, authority }: ServerCertificate,
  from: number,
  until: number,
): boolean {
  return [certificate, authority].every((pem) => {
    const { validFrom, validTo } = new X509Certificate(pem);
    return Date.parse(validFrom) <= from && until <= Date.parse(validTo);
  });
}

function blocks(text: string, label: string): readonly string[] {
  const found = text.match(new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`, 'g')) ?? [];
  return found.map((block) => `${block}\n`);
}
