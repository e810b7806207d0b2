import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import {
  createCertificate,
  pem,
  type Certificate,
} from '../../../../provider-shim/sdk/plugin/security/certificate';

const openssl = (certificate: Certificate, ...options: readonly string[]): string =>
  execFileSync('openssl', options, { input: certificate.certificatePem, encoding: 'utf8' });

describe('OpenSSL reads the certificate', () => {
  const certificate = createCertificate();
  const read = (...options: readonly string[]): string =>
    openssl(certificate, 'x509', '-noout', ...options).trim();

  test.each([
    ['subject', ['-subject', '-nameopt', 'RFC2253'], 'subject=CN=localhost'],
    ['issuer', ['-issuer', '-nameopt', 'RFC2253'], 'issuer=CN=localhost'],
    ['valid from long ago', ['-startdate'], 'notBefore=Jan  1 00:00:00 2020 GMT'],
    ['valid without an end', ['-enddate'], 'notAfter=Dec 31 23:59:59 9999 GMT'],
    ['alternative name', ['-ext', 'subjectAltName'], /DNS:localhost$/],
    ['what the key is for', ['-ext', 'keyUsage'], /critical\s+Digital Signature, Certificate Sign$/],
    ['what the certificate is for', ['-ext', 'extendedKeyUsage'], /TLS Web Server Authentication$/],
    ['an authority for itself', ['-ext', 'basicConstraints'], /critical\s+CA:TRUE$/],
  ] as const)('%s', (_, options, expected) => {
    expect(read(...options)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });

  test('and verifies its own signature', () => {
    const verify = 'openssl verify -x509_strict -purpose sslserver -verify_hostname localhost -CAfile $c $c';
    const options = { input: createCertificate().certificatePem, encoding: 'utf8' } as const;
    expect(execFileSync('sh', ['-c', `c=$(mktemp); cat > $c; ${verify}; rm $c`], options)).toMatch(/: OK\n$/);
  });
});

test('many generated certificates all load with their key and have distinct serial numbers', () => {
  const serials = new Set<string>();
  const lengths = new Set<number>();
  for (let index = 0; index < 100; index++) {
    const { certificatePem, keyPem, der } = createCertificate();
    createSecureContext({ cert: certificatePem, key: keyPem, ca: [] });
    const read = new X509Certificate(certificatePem);
    expect(read.raw.equals(der)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(keyPem))).toBe(true);
    serials.add(read.serialNumber);
    lengths.add(der.length);
  }
  expect(serials.size).toBe(100);
  expect(lengths.size).toBeGreaterThan(1);
});

test.each([0, 1, 47, 48, 49, 95, 96, 97, 384])('PEM of %i bytes has no blank line', (size) => {
  const text = pem('CERTIFICATE', Buffer.alloc(size, 1));
  const lines = text.split('\n');
  expect(lines.slice(0, -1)).not.toContain('');
  expect(lines.at(-1)).toBe('');
  expect(Math.max(...lines.slice(1, -2).map((line) => line.length), 0)).toBeLessThanOrEqual(64);
  expect(Buffer.from(lines.slice(1, -2).join(''), 'base64')).toEqual(Buffer.alloc(size, 1));
});
