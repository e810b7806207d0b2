import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  boolean,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  set,
  time,
  utf8String,
} from './der';

/** A self-signed certificate and its key, both for this process alone and never on disk. */
export interface Certificate {
  readonly der: Buffer;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const Oid = {
  COMMON_NAME: '2.5.4.3',
  ECDSA_WITH_SHA256: '1.2.840.10045.4.3.2',
  KEY_USAGE: '2.5.29.15',
  SUBJECT_ALT_NAME: '2.5.29.17',
  BASIC_CONSTRAINTS: '2.5.29.19',
  EXTENDED_KEY_USAGE: '2.5.29.37',
  SERVER_AUTH: '1.3.6.1.5.5.7.3.1',
} as const;

/** The name that the engine expects for any address (go-plugin: `ServerName`). */
const NAME = 'localhost';

const HOUR = 3_600_000;
/** For the other side's clock. */
const BACKDATED = HOUR;
/** Longer than any process lives. */
const LIFETIME = 10 * 365 * 24 * HOUR;

/** GeneralName: dNSName is number 2 (RFC 5280 section 4.2.1.6). */
const DNS_NAME = 2;
/** KeyUsage: digitalSignature is bit 0 and keyCertSign bit 5, counted from the left (section 4.2.1.3). */
const SIGNATURE_AND_CERT_SIGN = 0b1000_0100;

/**
 * A fresh P-256 certificate, valid for `localhost`, RFC 5280. P-256 because it is the cheapest that
 * every engine takes: the key and the signature together cost about 2 ms.
 */
export function createCertificate(now: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(Oid.ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(oid(Oid.COMMON_NAME), utf8String(NAME))));
  const body = sequence(
    explicit(0, integer(Buffer.of(2))), // X.509 version 3
    integer(randomBytes(16)),
    algorithm,
    name,
    sequence(time(new Date(now - BACKDATED)), time(new Date(now + LIFETIME))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions()),
  );
  const der = sequence(body, algorithm, bitString(sign('sha256', body, privateKey)));
  return {
    der,
    certificatePem: pem('CERTIFICATE', der),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** A certificate that signs itself is a trust anchor too, so it says that it may sign. */
function extensions(): Buffer {
  return sequence(
    extension(Oid.KEY_USAGE, true, bitString(Buffer.of(SIGNATURE_AND_CERT_SIGN), 2)),
    extension(Oid.EXTENDED_KEY_USAGE, false, sequence(oid(Oid.SERVER_AUTH))),
    extension(Oid.BASIC_CONSTRAINTS, true, sequence(boolean(true))),
    extension(Oid.SUBJECT_ALT_NAME, false, sequence(implicit(DNS_NAME, Buffer.from(NAME)))),
  );
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value));
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
