import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { createCertificate, pem, type Certificate } from '../../../provider-shim/plugin/security/certificate';
import { integer, oid, sequence, time } from '../../../provider-shim/plugin/security/der';

const NOW = Date.UTC(2026, 4, 6, 7, 8, 9);

const openssl = (certificate: Certificate, ...options: readonly string[]): string =>
  execFileSync('openssl', options, { input: certificate.certificatePem, encoding: 'utf8' });

describe('OpenSSL reads the certificate', () => {
  const certificate = createCertificate(NOW);
  const read = (...options: readonly string[]): string =>
    openssl(certificate, 'x509', '-noout', ...options).trim();

  test.each([
    ['subject', ['-subject', '-nameopt', 'RFC2253'], 'subject=CN=localhost'],
    ['issuer', ['-issuer', '-nameopt', 'RFC2253'], 'issuer=CN=localhost'],
    ['valid from one hour ago', ['-startdate'], 'notBefore=May  6 06:08:09 2026 GMT'],
    ['valid for ten years', ['-enddate'], 'notAfter=May  3 07:08:09 2036 GMT'],
    ['alternative name', ['-ext', 'subjectAltName'], /DNS:localhost$/],
    ['what the key is for', ['-ext', 'keyUsage'], /critical\s+Digital Signature, Certificate Sign$/],
    ['what the certificate is for', ['-ext', 'extendedKeyUsage'], /TLS Web Server Authentication$/],
    ['an authority for itself', ['-ext', 'basicConstraints'], /critical\s+CA:TRUE$/],
  ] as const)('%s', (_, options, expected) => {
    expect(read(...options)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('version 3, P-256, ECDSA with SHA-256', () => {
    const text = read('-text');
    expect(text).toContain('Version: 3 (0x2)');
    expect(text).toContain('ASN1 OID: prime256v1');
    expect(text).toContain('Signature Algorithm: ecdsa-with-SHA256');
  });

  test.each([
    ['localhost', 'Hostname localhost does match certificate'],
    ['example.com', 'Hostname example.com does NOT match certificate'],
  ])('as a valid certificate of %s or not', (host, answer) => {
    expect(read('-checkhost', host)).toContain(answer);
  });

  test('and verifies its own signature', () => {
    const copy = createCertificate(Date.now());
    const verified = execFileSync(
      'sh',
      [
        '-c',
        'c=$(mktemp); cat > $c; openssl verify -x509_strict -purpose sslserver -verify_hostname localhost -CAfile $c $c; rm $c',
      ],
      {
        input: copy.certificatePem,
        encoding: 'utf8',
      },
    );
    expect(verified).toMatch(/: OK\n$/);
  });
});

test('many generated certificates all load with their key and have distinct serial numbers', () => {
  const serials = new Set<string>();
  const lengths = new Set<number>();
  for (let index = 0; index < 600; index++) {
    const { certificatePem, keyPem, der } = createCertificate(NOW);
    createSecureContext({ cert: certificatePem, key: keyPem, ca: [] });
    const read = new X509Certificate(certificatePem);
    expect(read.raw.equals(der)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(keyPem))).toBe(true);
    serials.add(read.serialNumber);
    lengths.add(der.length);
  }
  expect(serials.size).toBe(600);
  expect(lengths.size).toBeGreaterThan(1);
});

describe('PEM', () => {
  test.each([0, 1, 47, 48, 49, 95, 96, 97, 384])('of %i bytes has no blank line', (size) => {
    const text = pem('CERTIFICATE', Buffer.alloc(size, 1));
    const lines = text.split('\n');
    expect(lines.slice(0, -1)).not.toContain('');
    expect(lines.at(-1)).toBe('');
    expect(Math.max(...lines.slice(1, -2).map((line) => line.length), 0)).toBeLessThanOrEqual(64);
    expect(Buffer.from(lines.slice(1, -2).join(''), 'base64')).toEqual(Buffer.alloc(size, 1));
  });
});

describe('DER', () => {
  test.each([
    ['a short element', sequence(Buffer.alloc(127)), '307f'],
    ['an element with one length byte', sequence(Buffer.alloc(128)), '308180'],
    ['an element with two length bytes', sequence(Buffer.alloc(256)), '30820100'],
    ['zero', integer(Buffer.of(0)), '020100'],
    ['127', integer(Buffer.of(127)), '02017f'],
    ['128, which must not look negative', integer(Buffer.of(128)), '02020080'],
    ['leading zeros, which must go', integer(Buffer.of(0, 0, 1)), '020101'],
    ['an object identifier with large arcs', oid('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
    [
      'the last second of UTCTime',
      time(new Date('2049-12-31T23:59:59.999Z')),
      hexOf('\x17\x0d491231235959Z'),
    ],
    [
      'the first of GeneralizedTime',
      time(new Date('2050-01-01T00:00:00Z')),
      hexOf('\x18\x0f20500101000000Z'),
    ],
  ])('%s', (_, bytes, start) => {
    expect(bytes.toString('hex').slice(0, start.length)).toBe(start);
  });

  test('OpenSSL reads a certificate that ends after 2050', () => {
    const certificate = createCertificate(Date.UTC(2045, 0, 1));
    expect(openssl(certificate, 'x509', '-noout', '-enddate').trim()).toBe(
      'notAfter=Dec 30 00:00:00 2054 GMT',
    );
  });
});

function hexOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}
