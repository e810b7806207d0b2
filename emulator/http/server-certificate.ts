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
