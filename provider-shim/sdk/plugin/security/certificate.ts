import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

/** A self-signed certificate and its key, both for this process alone and never on disk. */
export interface Certificate {
  readonly der: Buffer;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const hex = (...lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'hex');

/** ecdsa-with-SHA256. */
const ALGORITHM = '300a06082a8648ce3d040302';

/** CN=localhost, the name that the engine expects for any address (go-plugin: `ServerName`). */
const NAME = '3014311230100603550403' + '0c096c6f63616c686f7374';

/** The TBSCertificate of RFC 5280 section 4.1 in DER, up to the serial number. All of its lengths are fixed. */
const BEFORE_SERIAL = hex(
  '3082011c', // SEQUENCE of 284 bytes
  'a003020102', // version 3
  '0210', // serialNumber: an INTEGER of 16 bytes
);
/** From the serial number to the key. */
const BEFORE_KEY = hex(
  ALGORITHM, // signature
  NAME, // issuer
  '3020', // validity: the clock of the other side does not matter
  '170d3230303130313030303030305a', // notBefore: UTCTime 200101000000Z
  '180f39393939313233313233353935395a', // notAfter: GeneralizedTime 99991231235959Z, none (section 4.1.2.5)
  NAME, // subject
);
/** Its extensions. A certificate that signs itself is a trust anchor too, so it says that it may sign. */
const AFTER_KEY = hex(
  'a34e304c',
  '300e0603551d0f0101ff040403020284', // keyUsage, critical: digitalSignature, keyCertSign
  '30130603551d25040c300a06082b06010505070301', // extKeyUsage: serverAuth
  '300f0603551d130101ff040530030101ff', // basicConstraints, critical: cA
  '30140603551d11040d300b82096c6f63616c686f7374', // subjectAltName: DNS localhost
);

/**
 * A fresh P-256 certificate for `localhost`. P-256 because it is the cheapest that every engine takes: the key and the
 * signature together cost about 1 ms. The bytes stand here as they are, because code that encodes them costs another at each
 * start.
 */
export function createCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = Buffer.concat([BEFORE_SERIAL, serialNumber(), BEFORE_KEY, spki, AFTER_KEY]);
  const signature = sign('sha256', body, privateKey);
  // A BIT STRING of whole bytes; the signature has two integers, so its length varies.
  const signed = Buffer.concat([body, hex(ALGORITHM), Buffer.of(0x03, signature.length + 1, 0), signature]);
  const der = Buffer.concat([Buffer.of(0x30, 0x82, signed.length >> 8, signed.length & 0xff), signed]);
  return {
    der,
    certificatePem: pem('CERTIFICATE', der),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** 16 bytes of a positive number that needs all of them. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40;
  return bytes;
}

/**
 * RFC 7468 text of DER. The last line must not be empty: OpenSSL refuses a blank line before the end, which
 * wrapping by replacement leaves whenever the base64 fills its last line.
 */
export function pem(label: 'CERTIFICATE', der: Uint8Array): string {
  const base64 = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

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
