import fc from 'fast-check';
import { splitDestination, urlencoded, type Piece } from '../../cli/adopt/destination';
import { blockText, resourceBlock } from '../../cli/adopt/hcl/language';
import { destinationCode } from '../../cli/adopt/typescript/destination-code';
import { valueText } from '../../cli/text/typescript-code';
import { anyDestination, SECRET_MARK } from './random-destinations';

/** The text of a destination, with `${name}` for each secret, `${encode(name)}` where it is encoded. */
function shown(text: string): string {
  return splitDestination(text, 'job', new Set())
    .pieces.map((piece) =>
      typeof piece === 'string'
        ? piece
        : piece.encoded
          ? `\${encode(${piece.variable})}`
          : `\${${piece.variable}}`,
    )
    .join('');
}

const withValues = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) =>
      typeof piece === 'string' ? piece : piece.encoded ? urlencoded(piece.value ?? '') : piece.value,
    )
    .join('');

describe('the secrets of a destination become variables', () => {
  test.each([
    ['s3://bucket/a/{DATE}?region=us-east-1', 's3://bucket/a/{DATE}?region=us-east-1'],
    ['gs://bucket/', 'gs://bucket/'],
    [
      'r2://b/p?account-id=a&access-key-id=AK&secret-access-key=x%2Fy',
      'r2://b/p?account-id=a&access-key-id=${encode(job_access_key_id)}&secret-access-key=${encode(job_secret_access_key)}',
    ],
    [
      'r2://b?account-id=a&access-key-id=A&secret-access-key=x/y',
      'r2://b?account-id=a&access-key-id=${encode(job_access_key_id)}&secret-access-key=${job_secret_access_key}',
    ],
    [
      'https://h/collect?header_Authorization=Bearer%20abc',
      'https://h/collect?header_Authorization=Bearer%20${encode(job_authorization)}',
    ],
    ['https://h/v1?x_header_y=z', 'https://h/v1?x_header_y=${encode(job_x_header_y)}'],
    ['https://h/v1/input', 'https://h/v1/input'],
    ['https://h/T0/B0/abcXYZ', 'https://h/${job_path}'],
    ['https://user:pass@h/', '${job_destination}'],
    [
      's3://b?region=eu&endpoint=https://user:pass@store.example.com',
      's3://b?region=eu&endpoint=${job_endpoint}',
    ],
    ['s3://b?region=eu&endpoint=store.example.com:9000', 's3://b?region=eu&endpoint=store.example.com:9000'],
    [
      'https://h/?region=a&sse=b&endpoint=c&account-id=d',
      'https://h/?region=${encode(job_region)}&sse=${encode(job_sse)}&endpoint=${encode(job_endpoint)}&account-id=${encode(job_account_id)}',
    ],
    ['splunk://h/?channel=1&sourcetype=json', 'splunk://h/?channel=1&sourcetype=json'],
    ['https://d3adb33f0123456789abcdef.collect.example/', '${job_destination}'],
    ['https://h/?a b=c', '${job_destination}'],
    ['https://h/?S3CR3T', '${job_destination}'],
    ['https://h/?S3CR3T=', '${job_destination}'],
    ['s3://b/d?region=&sse=', 's3://b/d?region=&sse='],
    ['azure://c/p?sv=1&sig=abc', 'azure://c/p?${job_sas_token}'],
    ['sumo://h/receiver/v1/http/ZaVn', 'sumo://h/${job_path}'],
    ['https://h/?header_A=x&header_a=y', 'https://h/?header_A=${encode(job_a)}&header_a=${encode(job_a_2)}'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('what the service does not show is a variable without a value', () => {
    const { pieces } = splitDestination(
      'r2://b?account-id=a&access-key-id=AK&secret-access-key=***',
      'job',
      new Set(),
    );
    expect(pieces.at(-1)).toEqual({
      variable: 'job_secret_access_key',
      description: 'A secret of the destination of zone_logpush_job.job. The service did not show its value.',
      value: undefined,
      encoded: true,
    });
  });

  test('no text but that of the secrets has them, and with their values it is exactly the text of the service', () => {
    fc.assert(
      fc.property(anyDestination, (text) => {
        const { pieces } = splitDestination(text, 'job', new Set());
        const literal = pieces.filter((piece) => typeof piece === 'string').join('');
        expect(literal).not.toContain(SECRET_MARK);
        expect(withValues(pieces)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});

const written = (destination: string): string => {
  const declaration = { type: 'zone_logpush_job', label: 'job', importId: '', attributes: {} };
  return blockText(
    resourceBlock('z', { ...declaration, destination: splitDestination(destination, 'job', new Set()) }),
  );
};

test.each([
  ['a value without a space, which a later one may have', 'abc'],
  ['a value that the service does not show', '***'],
  ['a value with a space', 'Bearer2%20abc'],
])('a destination in HCL encodes a space as %%20: %s', (_name, value) => {
  expect(written(`https://h/?header_X-Key=${value}`)).toContain(
    'destination_conf_wo         = "https://h/?header_X-Key=${replace(urlencode(var.job_x_key), "+", "%20")}"',
  );
});

const code = (text: string): string =>
  valueText(destinationCode(splitDestination(text, 'job', new Set())).code, '');

test.each([
  [
    's3://b?region=r&sse=AES256&access-key-id=A&secret-access-key=B',
    /^LogDestination\.s3\(\{\n {2}bucket: "b",\n {2}region: "r",\n {2}encryption: "AES256",/,
  ],
  ['s3://b/p?endpoint=e&region=r&access-key-id=A&secret-access-key=B', /^LogDestination\.s3Compatible\(/],
  ['s3://b/p?region=r&access-key-id=A&secret-access-key=B&endpoint=e', /^LogDestination\.of\(/],
  ['r2://b/p?account-id=a&access-key-id=A&secret-access-key=B', /^LogDestination\.r2\(/],
  ['s3://b/p?region=r', 'LogDestination.of("s3://b/p?region=r", {\n  needsChallenge: false,\n})'],
  ['https://h/collect', 'LogDestination.of("https://h/collect", {\n  holdsSecrets: false,\n})'],
  // A rotated secret is encoded in the text as well, as in HCL.
  [
    'https://h/?header_A=Bearer%20b&tags=c',
    /^LogDestination\.of\(\n? *`https:\/\/h\/\?header_A=Bearer%20\$\{Secret\.variableInUrl\(stack, "job_a", "[^"]+"\)\}&tags=/,
  ],
  [
    'https://h/?header_A=b',
    /headers: \{\n {4}A: Secret\.variable\(\s+stack,\s+"job_a",\s+"A secret of the destination of [^"]+",\s+\),/,
  ],
  [
    'splunk://h/services/collector/raw?channel=c&insecure-skip-verify=true&header_Authorization=Splunk%20t',
    /^LogDestination\.splunk\([^]*insecureSkipVerify: true/,
  ],
  [
    'splunk://h/services/collector/raw?channel=c&insecure-skip-verify=maybe&header_Authorization=Splunk%20t',
    /^LogDestination\.of\(/,
  ],
  [
    'datadog://h/api/v2/logs?header_DD-API-KEY=k&ddtags=a%3Ab',
    /^LogDestination\.datadog\([^]*tags: \{\n {4}a: "b",/,
  ],
])('a destination in TypeScript %s', (text, expected) => {
  if (typeof expected === 'string') expect(code(text)).toBe(expected);
  else expect(code(text)).toMatch(expected);
});
