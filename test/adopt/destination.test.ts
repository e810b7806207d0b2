import fc from 'fast-check';
import { secretsIn, splitDestination, urlencoded, type Piece } from '../../cli/adopt/destination';
import { blockText, resourceBlock } from '../../cli/adopt/hcl/language';
import { destinationCode } from '../../cli/adopt/typescript/destination-code';
import { forEngine, valueText } from '../../cli/text/typescript-code';
import { LogDestination } from '../../lib';
import { needsOwnershipChallenge } from '../../schema';
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
      'r2://b/p?account-id=a&access-key-id=x%2Fy',
      'r2://b/p?account-id=a&access-key-id=${encode(job_access_key_id)}',
    ],
    ['r2://b?account-id=a&access-key-id=x/y', 'r2://b?account-id=a&access-key-id=${job_access_key_id}'],
    [
      'https://h/in?header_A=Bearer%20a&header_B=basic+a&header_C=Token%20&header_D=ApiKey%20a',
      'https://h/in?header_A=Bearer%20${encode(job_a)}&header_B=basic+${encode(job_b)}&header_C=${encode(job_c)}&header_D=ApiKey%20${encode(job_d)}',
    ],
    ['https://h/v12/a-b-cde/abcdefghijkl/', 'https://h/v12/a-b-cde/abcdefghijkl/'],
    ...['v123', 'abcdefghijklm', 'a-b2'].map((path) => [`https://h/${path}`, 'https://h/${job_path}']),
    ['https://a-3456789012345.abcdefghijklmnop.h/', 'https://a-3456789012345.abcdefghijklmnop.h/'],
    ['https://A-34567890123456.h/', '${job_destination}'],
    [
      `https://h/?a.${'b'.repeat(38)}=c`,
      `https://h/?a.${'b'.repeat(38)}=\${encode(job_a_${'b'.repeat(38)})}`,
    ],
    ...[`a${'b'.repeat(40)}=c`, 'a=b&S3CR3T'].map((query) => [`https://h/?${query}`, '${job_destination}']),
    ['s3://b?region=%zz&sse=a', 's3://b?region=${job_region}&sse=a'],
    [
      "https://h/?header_A=%27%28&header_B='&header_C=%2a",
      'https://h/?header_A=${encode(job_a)}&header_B=${job_b}&header_C=${job_c}',
    ],
    ['https://h/v1?x_header_y=z', 'https://h/v1?x_header_y=${encode(job_x_header_y)}'],
    ['https://h/v1/input', 'https://h/v1/input'],
    ['https://h/T0/B0/abcXYZ', 'https://h/${job_path}'],
    ['https://user:pass@h/', '${job_destination}'],
    ['s3://b?endpoint=https://user:pass@store.example', 's3://b?endpoint=${job_endpoint}'],
    ['s3://b?endpoint=store.example:9000', 's3://b?endpoint=store.example:9000'],
    ['https://h/?region=a&sse=b', 'https://h/?region=${encode(job_region)}&sse=${encode(job_sse)}'],
    ['splunk://h/?channel=1&sourcetype=json', 'splunk://h/?channel=1&sourcetype=json'],
    ['https://d3adb33f0123456789abcdef.collect.example/', '${job_destination}'],
    ['https://h/?2a=c', '${job_destination}'],
    ['s3://b?region', '${job_destination}'],
    ['s3://bucket-0123456789abcdef?region=r', 's3://bucket-0123456789abcdef?region=r'],
    ['https://h/v1?', 'https://h/v1?'],
    ['https://h/?token=Bearer%20a', 'https://h/?token=${encode(job_token)}'],
    ['https://h/?header_=a', 'https://h/?header_=${encode(job_secret)}'],
    ['https://h/?S3CR3T', '${job_destination}'],
    ['https://h/?S3CR3T=', '${job_destination}'],
    ['s3://b/d?region=&sse=', 's3://b/d?region=&sse='],
    ['azure://c/p?sv=1&sig=abc', 'azure://c/p?${job_sas_token}'],
    ['sumo://h/receiver/v1/http/ZaVn', 'sumo://h/${job_path}'],
    [
      'https://h/?header_A=x&header_a=y&a=z',
      'https://h/?header_A=${encode(job_a)}&header_a=${encode(job_a_2)}&a=${encode(job_a_3)}',
    ],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('a variable has what is in the text, unless the service does not show it, and says so', () => {
    const { pieces } = splitDestination('https://h/abcXYZ?header_A=b%20c&header_B=***', 'job', new Set());
    const [of, hidden] = [
      'A secret of the destination of zone_logpush_job.job',
      'The service did not show its value.',
    ];
    expect(secretsIn(pieces)).toEqual([
      {
        variable: 'job_path',
        description: `${of}, as it stands in its URL.`,
        value: 'abcXYZ',
        encoded: false,
      },
      { variable: 'job_a', description: `${of}.`, value: 'b c', encoded: true },
      { variable: 'job_b', description: `${of}. ${hidden}`, value: undefined, encoded: true },
    ]);
    const texts = ['a***b', 'xxxx', '[redacted]', '<HIDDEN>', '(masked)', 'a**', 'xxx', 'unmasked'];
    const valueOf = (text: string) =>
      secretsIn(splitDestination(`https://h/?a=${text}`, 'job', new Set()).pieces)[0]?.value;
    expect(texts.filter((text) => valueOf(text) !== undefined)).toEqual(['a**', 'xxx', 'unmasked']);
  });
});

const ENCODED = '${replace(urlencode(var.job_x_key), "+", "%20")}';
test.each([
  ['https://h/?header_X-Key=a&header_B=c/d', `"https://h/?header_X-Key=${ENCODED}&header_B=\${var.job_b}"`],
  ['https://h/?header_X-Key=***', `"https://h/?header_X-Key=${ENCODED}"`],
  ['https://user:a@h/', 'var.job_destination'],
  ['https://h/x_Y', '"https://h/${var.job_path}"'],
  ['gs://b/${x}/%{y}', ''],
])('a destination in HCL, with its secrets as they are in the text: %s', (text, secret) => {
  const block = resourceBlock('z', {
    ...{
      type: 'zone_logpush_job',
      label: 'job',
      importId: '',
      destination: splitDestination(text, 'job', new Set()),
    },
    attributes: { filter: '{"a":12345678901234567890}', name: '{"a":1}', sample: undefined },
  });
  const lines = secret
    ? [`destination_conf_wo = ${secret}`, 'destination_conf_wo_version = 1']
    : ['destination_conf = "gs://b/$${x}/%%{y}"'];
  expect(blockText(block).replace(/ += /g, ' = ').split('\n  ')).toEqual([
    ...['resource "zone_logpush_job" "job" {', 'zone_id = "z"', 'name = "{\\"a\\":1}"', ...lines],
    'filter = "{\\"a\\":12345678901234567890}"\n}',
  ]);
});

/** The code of a destination, and what it makes where the value of each secret is the name of its variable and a sign. */
function made(text: string) {
  const { pieces } = splitDestination(text, 'job', new Set());
  const { code, secrets } = destinationCode(splitDestination(text, 'job', new Set()));
  expect(secrets).toEqual(secretsIn(pieces));
  const written = valueText(code, '');
  expect(written).not.toMatch(/\{\}|`\$\{[^}]*\}`|path: "(?:services|api)\//);
  const variable = (_stack: unknown, name: string): string => `${name}+`;
  const variableInUrl = (_stack: unknown, name: string): string => `${name}%2B`;
  const run = new Function('LogDestination', 'Secret', 'stack', `return ${written}`) as (
    ...given: unknown[]
  ) => LogDestination;
  const { ...found } = run(LogDestination, { variable, variableInUrl }, undefined);
  expect(found).toEqual({
    conf: pieces
      .map((piece) =>
        typeof piece === 'string' ? forEngine(piece) : `${piece.variable}${piece.encoded ? '%2B' : '+'}`,
      )
      .join(''),
    needsChallenge: found.needsChallenge,
    holdsSecrets: secrets.length > 0,
    problems: [],
  });
  // The service had its proof when the job was created.
  expect([needsOwnershipChallenge(text) === true ? false : undefined, false]).toContain(found.needsChallenge);
  return written;
}

const KEYS = 'access-key-id=A&secret-access-key=B';
const AUTHORIZED = 'header_Authorization=Splunk%20t';
test.each(
  Object.entries({
    s3: [`s3://b?region=r&sse=AES256&${KEYS}`, `s3://b/p?region=r&${KEYS}`],
    s3Compatible: [`s3://b/p?endpoint=e&region=r&${KEYS}`],
    r2: [`r2://b/?account-id=a&${KEYS}`],
    https: [
      ...['https://h?header_A=b', 'https://h/?header_A=b&header_B=Bearer%20c', 'https://h/x_Y?header_A=b'],
      'https://h/v1?header_=b',
    ],
    splunk: [
      `splunk://h/services/collector/raw?channel=c&insecure-skip-verify=true&sourcetype=s&${AUTHORIZED}`,
      `splunk://h/in?channel=c&insecure-skip-verify=false&${AUTHORIZED}`,
    ],
    datadog: [
      'datadog://h/api/v2/logs?header_DD-API-KEY=k&ddtags=a%3Ab%2Cc%3Ad%3Ae',
      'datadog://h/in?header_DD-API-KEY=k',
    ],
    of: [
      ...[`s3://b/p?region=r&${KEYS}&endpoint=e`, `s3://b//p?region=r&${KEYS}`, `s3://b?region=&${KEYS}`],
      ...[
        's3://b/p?region=r',
        's3://b?region=r&access-key-id=A',
        'gs://b',
        'gs://user:a@b',
        'azure://c/p?sig=a',
      ],
      ...['https://h/collect', 'https://h/x_Y', 'https://h/${x}', 'other://h/?a=b'],
      ...['b&header_A=c', 'b&tags=c', '%zz', 'b/c', 'Bearer+b'].map(
        (value) => `https://h/v1?header_A=${value}`,
      ),
      `splunk://h?channel=c&insecure-skip-verify=true&${AUTHORIZED}`,
      `splunk://h/in?channel=c&insecure-skip-verify=maybe&${AUTHORIZED}`,
      `splunk://h/in?${AUTHORIZED}&channel=c&insecure-skip-verify=true`,
      ...['t', 'Bearer%20t', 'Splunk%20t/'].map(
        (value) => `splunk://h/in?channel=c&insecure-skip-verify=true&header_Authorization=${value}`,
      ),
      'datadog://h?header_DD-API-KEY=k',
      ...['', 'a', '%3Ab', 'a%3A', 'a:b', '%zz', 'a%3Ab%2Ca%3Ac', '2%3Ab%2C1%3Ac'].map(
        (tags) => `datadog://h/in?header_DD-API-KEY=k&ddtags=${tags}`,
      ),
    ],
  }).flatMap(([builder, texts]) => texts.map((text) => [builder, text] as const)),
)('LogDestination.%s makes %s', (builder, text) => {
  expect(made(text)).toMatch(new RegExp(`^LogDestination\\.${builder}\\(`));
});

test('no text but that of the secrets has them, and with their values it is exactly the text of the service', () => {
  fc.assert(
    fc.property(anyDestination, (text) => {
      const { pieces } = splitDestination(text, 'job', new Set());
      expect(pieces.filter((piece) => typeof piece === 'string').join('')).not.toContain(SECRET_MARK);
      expect(withValues(pieces)).toBe(text);
      made(text);
    }),
    { numRuns: 300 },
  );
});
