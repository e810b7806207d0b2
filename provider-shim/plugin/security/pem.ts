/**
 * RFC 7468 text of DER. The last line must not be empty: OpenSSL refuses a blank line before the end, which
 * wrapping by replacement leaves whenever the base64 fills its last line.
 */
export function pem(label: 'CERTIFICATE', der: Uint8Array): string {
  const base64 = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
