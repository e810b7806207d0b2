import fc from 'fast-check';

/** Every secret begins with this. */
export const SECRET_MARK = 'S3CR3T';

/** Letters, digits and what has to be encoded; not three asterisks, by which a service says that it hides a value. */
const secret = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_.~/+=&%* ?#"\'(){}$!@:,;|<>'), minLength: 6, maxLength: 24 })
  .filter((text) => !text.includes('***'))
  .map((text) => `${SECRET_MARK}${text}`);

/** The ways in which people and programs encode a value. */
const encoded = fc.tuple(secret, fc.nat(2)).map(([text, way]) => {
  const standard = encodeURIComponent(text);
  if (way === 0)
    return standard.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  if (way === 1) return standard.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  return standard.replaceAll('%2F', '/').replaceAll('%3A', ':');
});

const path = fc.constantFrom(
  '',
  '/',
  '/logs',
  '/http/{DATE}',
  '/a/b_c/{DATE}/',
  '/${x}/%7Bdate%7D',
  '/v1/Input',
);
const secretPath = fc
  .string({ unit: fc.constantFrom(...'abcXYZ0123456789-_'), minLength: 8, maxLength: 40 })
  .map((text) => `/${SECRET_MARK}${text}`);
const host = fc.constantFrom('logs.example.com', 'logs.example.com:8443', 'in.logs.example.org');

/** A destination of any scheme, with its secrets encoded in any way. */
export const anyDestination: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(path).map(([at]) => `s3://bucket${at}?region=us-east-1`),
  fc
    .tuple(path, encoded, encoded, fc.boolean(), fc.boolean())
    .map(
      ([at, id, key, sse, last]) =>
        `s3://bucket${at}?${last ? '' : 'region=eu-west-1&'}${sse ? 'sse=AES256&' : ''}access-key-id=${id}&secret-access-key=${key}${last ? '&region=eu-west-1' : ''}`,
    ),
  fc
    .tuple(path, encoded, encoded)
    .map(
      ([at, id, key]) =>
        `s3://bucket${at}?endpoint=store.example.com&region=auto&access-key-id=${id}&secret-access-key=${key}`,
    ),
  fc
    .tuple(path, encoded, encoded)
    .map(([at, id, key]) => `r2://logs${at}?account-id=abc&access-key-id=${id}&secret-access-key=${key}`),
  fc.tuple(path).map(([at]) => `gs://bucket${at}`),
  fc.tuple(path, encoded).map(([at, sig]) => `azure://container${at}?sv=2022-11-02&se=2030-01-01&sig=${sig}`),
  fc.tuple(secretPath).map(([at]) => `sumo://endpoint.example.com/receiver/v1/http${at}`),
  fc
    .tuple(host, path, encoded, fc.constantFrom('', 'Bearer%20', 'Basic+'))
    .map(
      ([at, where, key, word]) =>
        `https://${at}${where}?header_Authorization=${word}${key}&header_X-Key=${key}`,
    ),
  fc.tuple(host, secretPath).map(([at, where]) => `https://${at}${where}`),
  fc.tuple(host).map(([at]) => `https://${at}/collect`),
  fc.tuple(host, encoded).map(([at, key]) => `https://user:${key.replace(/[/@?#]/g, '')}@${at}/`),
  fc
    .tuple(host, encoded, fc.boolean())
    .map(
      ([at, token, skips]) =>
        `splunk://${at}/services/collector/raw?channel=9c3b9a4e-5f0c-4c5c-8f0e-1f2a3b4c5d6e&insecure-skip-verify=${skips}&sourcetype=a%3Ab&header_Authorization=Splunk%20${token}`,
    ),
  fc
    .tuple(encoded, fc.boolean())
    .map(
      ([key, tags]) =>
        `datadog://in.example.com/api/v2/logs?header_DD-API-KEY=${key}${tags ? '&ddtags=env%3Aprod%2Cteam%3Aa' : ''}`,
    ),
);
