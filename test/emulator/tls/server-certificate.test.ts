import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerCertificate } from '../../../emulator/http/create-server-certificate';
import {
  isValidDuring,
  readServerCertificate,
  writeServerCertificate,
} from '../../../emulator/http/server-certificate';

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

describe('the text that keeps a certificate', () => {
  it('gives back what was written', () => {
    expect(readServerCertificate(writeServerCertificate(made))).toEqual(made);
  });

  const other = createServerCertificate(NOW);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  it.each<[string, string, RegExp]>([
    ['nothing', '', /does not have a private key/],
    ['no authority', made.key + made.certificate, /does not have a private key/],
    ['no key', made.certificate + made.authority, /does not have a private key/],
    [
      "another server's key",
      writeServerCertificate({
        ...made,
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }),
      /key is not that of its certificate/,
    ],
    [
      "another server's authority",
      writeServerCertificate({ ...made, authority: other.authority }),
      /not signed by/,
    ],
    ['a certificate for fewer names', forLocalhostOnly(), /is not for 127\.0\.0\.1, ::1$/],
    ['damaged PEM', writeServerCertificate(made).replace(/MII/g, 'MIA'), /its PEM is damaged: /],
  ])('with %s is refused', (_case, text, problem) => {
    expect(readServerCertificate(text)).toMatch(problem);
  });

  it('is never a reason to throw, wherever it is damaged', () => {
    const text = writeServerCertificate(made);
    for (let at = 0; at < text.length; at += 97) {
      const changed = `${text.slice(0, at)}\u0000${text.slice(at + 1)}`;
      for (const damaged of [text.slice(0, at), changed, text.slice(at)])
        expect(['string', 'object']).toContain(typeof readServerCertificate(damaged));
    }
  });

  it.each([
    ['now', 0, 1, true],
    ['before it was made', -2, 1, false],
    ['in 800 days', 0, 800, true],
    ['in 824 days', 0, 824, false],
  ])('is valid %s or not', (_case, from, until, expected) => {
    expect(isValidDuring(made, NOW + from * DAY, NOW + until * DAY)).toBe(expected);
  });
});

/** Somebody's own certificate, which is its own authority. */
function forLocalhostOnly(): string {
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=x',
  ];
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', '-', '-out', '-'];
  const { stdout } = spawnSync('openssl', [...args, ...names], { encoding: 'utf8' });
  return stdout + stdout;
}
