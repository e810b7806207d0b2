import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerCertificate } from '../../../emulator/http/create-server-certificate';

const NOW = Date.now();
const DAY = 86_400_000;
const made = createServerCertificate(NOW);
const authority = new X509Certificate(made.authority);
const server = new X509Certificate(made.certificate);

describe('the certificate of an emulator (RFC 5280)', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    writeFileSync(join(folder, 'ca.pem'), made.authority);
    writeFileSync(join(folder, 'server.pem'), made.certificate);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['localhost', ['-verify_hostname', 'localhost']],
    ['127.0.0.1', ['-verify_ip', '127.0.0.1']],
    ['::1', ['-verify_ip', '::1']],
  ])('is valid for %s by the strict rules of OpenSSL', (_name, check) => {
    const args = [
      'verify',
      '-x509_strict',
      '-purpose',
      'sslserver',
      ...check,
      '-CAfile',
      'ca.pem',
      'server.pem',
    ];
    const { stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'server.pem: OK\n', stderr: '' });
  });

  it('is for nothing else', () => {
    expect(server.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  });

  it('is signed by an authority that is not the server, and that may sign for loopback only', () => {
    expect(authority.ca).toBe(true);
    expect(server.ca).toBe(false);
    expect(server.checkIssued(authority)).toBe(true);
    expect(server.verify(authority.publicKey)).toBe(true);
    const args = ['x509', '-in', 'ca.pem', '-noout', '-ext', 'nameConstraints'];
    expect(spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' }).stdout).toMatch(
      /critical\s+Permitted:\s+DNS:localhost\s+IP:127\.0\.0\.1\/255\.255\.255\.255\s+IP:0:0:0:0:0:0:0:1\/FFFF(:FFFF){7}\s*$/,
    );
  });

  it('is valid from yesterday, for less than the 825 days that macOS allows', () => {
    const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY;
    for (const { validFrom, validTo } of [authority, server]) {
      expect(Date.parse(validFrom)).toBeLessThanOrEqual(NOW - DAY);
      expect(days(validFrom, validTo)).toBe(824);
    }
  });
});
