import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, in PEM form. */
export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** Makes the kind of certificate that the engine makes for itself at each start (go-plugin: P-521, CA, localhost). */
export function createClientCertificate(names = 'DNS:localhost'): ClientCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost/O=HashiCorp', '-addext', `subjectAltName=${names}`],
        ...['-keyout', paths.key, '-out', paths.certificate],
      ],
      { stdio: 'pipe' },
    );
    return { certificate: readFileSync(paths.certificate, 'utf8'), key: readFileSync(paths.key, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
