import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import { type ServerCertificate, SERVER_ADDRESSES, SERVER_NAME } from './server-certificate';

const DAY_MS = 86_400_000;

/** For clients whose clock is behind. */
const BACKDATED_MS = DAY_MS;

/** Less than 825 days, the limit of macOS for certificates of authorities that a user added. */
const VALID_MS = 824 * DAY_MS;

/**
 * A certificate for this machine's loopback addresses, signed by an authority of its own (RFC 5280). Nobody keeps the
 * authority's key, and it may only sign for these names, so whoever trusts it trusts nothing but this certificate.
 *
 * @param now milliseconds since the Unix epoch
 */
export function createServerCertificate(now: number): ServerCertificate {
  const authorityKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serverKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Authorities of different emulators have different names, so that a client can trust several.
  const issuer = nameOf(`Zonewright emulator ${randomBytes(4).toString('hex')}`);
  const signed = (subject: x509.Name, publicKey: KeyObject, extensions: readonly x509.Extension[]): string =>
    certificatePem(
      new x509.TBSCertificate({
        version: x509.Version.v3,
        serialNumber: arrayBuffer(serialNumber()),
        signature: ecdsaWithSha256(),
        issuer,
        validity: new x509.Validity({
          notBefore: new Date(now - BACKDATED_MS),
          notAfter: new Date(now - BACKDATED_MS + VALID_MS),
        }),
        subject,
        subjectPublicKeyInfo: publicKeyInfo(publicKey),
        extensions: new x509.Extensions([...extensions]),
      }),
      authorityKeys.privateKey,
    );
  return {
    authority: signed(issuer, authorityKeys.publicKey, authorityExtensions(authorityKeys.publicKey)),
    certificate: signed(
      nameOf(SERVER_NAME),
      serverKeys.publicKey,
      serverExtensions(serverKeys.publicKey, authorityKeys.publicKey),
    ),
    key: serverKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function authorityExtensions(own: KeyObject): readonly x509.Extension[] {
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
  const permitted = [
    new x509.GeneralName({ dNSName: SERVER_NAME }),
    // A constraint is a range: here, of one address (RFC 5280 section 4.2.1.10).
    ...SERVER_ADDRESSES.map(
      (iPAddress) =>
        new x509.GeneralName({ iPAddress: `${iPAddress}/${iPAddress.includes(':') ? 128 : 32}` }),
    ),
  ].map((base) => new x509.GeneralSubtree({ base }));
  return [
    critical(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    critical(x509.id_ce_keyUsage, new x509.KeyUsage(keyCertSign | cRLSign)),
    critical(
      x509.id_ce_nameConstraints,
      new x509.NameConstraints({ permittedSubtrees: new x509.GeneralSubtrees(permitted) }),
    ),
    extension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(keyIdentifier(own))),
  ];
}

function serverExtensions(own: KeyObject, issuer: KeyObject): readonly x509.Extension[] {
  const names = [
    new x509.GeneralName({ dNSName: SERVER_NAME }),
    ...SERVER_ADDRESSES.map((iPAddress) => new x509.GeneralName({ iPAddress })),
  ];
  return [
    critical(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: false })),
    critical(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature)),
    extension(x509.id_ce_extKeyUsage, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
    extension(x509.id_ce_subjectAltName, new x509.SubjectAlternativeName(names)),
    extension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(keyIdentifier(own))),
    extension(
      x509.id_ce_authorityKeyIdentifier,
      new x509.AuthorityKeyIdentifier({ keyIdentifier: new x509.KeyIdentifier(keyIdentifier(issuer)) }),
    ),
  ];
}

function certificatePem(tbsCertificate: x509.TBSCertificate, signer: KeyObject): string {
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(tbsCertificate)), signer);
  const certificate = new x509.Certificate({
    tbsCertificate,
    signatureAlgorithm: ecdsaWithSha256(),
    signatureValue: arrayBuffer(signature),
  });
  const base64 = Buffer.from(AsnConvert.serialize(certificate)).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function ecdsaWithSha256(): x509.AlgorithmIdentifier {
  // RFC 5758 section 3.2
  return new x509.AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
}

function nameOf(commonName: string): x509.Name {
  const value = new x509.AttributeValue({ utf8String: commonName });
  return new x509.Name([
    new x509.RelativeDistinguishedName([new x509.AttributeTypeAndValue({ type: '2.5.4.3', value })]),
  ]);
}

/** 16 bytes, positive and without a leading zero (RFC 5280 section 4.1.2.2). */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function publicKeyInfo(key: KeyObject): x509.SubjectPublicKeyInfo {
  return AsnConvert.parse(key.export({ type: 'spki', format: 'der' }), x509.SubjectPublicKeyInfo);
}

/** RFC 7093 section 2, method 1. */
function keyIdentifier(key: KeyObject): ArrayBuffer {
  const { subjectPublicKey } = publicKeyInfo(key);
  return arrayBuffer(createHash('sha256').update(new Uint8Array(subjectPublicKey)).digest().subarray(0, 20));
}

function critical(extnID: string, value: object): x509.Extension {
  return new x509.Extension({ ...extension(extnID, value), critical: true });
}

function extension(extnID: string, value: object): x509.Extension {
  return new x509.Extension({ extnID, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function arrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
