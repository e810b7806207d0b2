import {
  destinationForm,
  destinationScheme,
  DESTINATION_SCHEMES,
  needsOwnershipChallenge,
  parseDestination,
  challengeToken,
} from '../../../schema';

test('a destination is parsed into its parts', () => {
  expect(parseDestination('s3://bucket/a/{DATE}/?region=eu-west-1&sse=AES%32%35%36&flag')).toEqual({
    scheme: 's3',
    host: 'bucket',
    path: 'a/{DATE}',
    parameters: new Map([
      ['region', 'eu-west-1'],
      ['sse', 'AES256'],
      ['flag', ''],
    ]),
  });
  expect(parseDestination('https://user:secret@logs.example.com:8443')).toEqual({
    scheme: 'https',
    host: 'logs.example.com:8443',
    path: '',
    parameters: new Map(),
  });
});

const MALFORMED = [
  ...['', 's3://bucket/a b', 's3://bucket?region=a b', ' s3://bucket', 's3://bucket\n'],
  ...'s3 s3: s3:/bucket s3:// s3:///path ://bucket S3://bucket 3s://bucket bucket/path'.split(' '),
  ...'s3://bucket#part s3://bucket?region=% s3://bucket?%E0%A4%A=x https://a@b@logs.example.com'.split(' '),
];

test.each(MALFORMED)('the malformed destination %j is refused without repeating it', (text) => {
  expect(parseDestination(text)).toBeUndefined();
  expect(needsOwnershipChallenge(text)).toBeUndefined();
  const [problem, ...more] = destinationForm(text);
  expect([problem?.code, more]).toEqual(['destination_malformed', []]);
  if (text.includes('@')) expect(JSON.stringify(problem)).not.toContain(text);
});

const REMOVE = 'remove it, or percent-encode it.';

test.each([
  ['s3://bucket/logs?region=us-east-1\n', `Character 34 of 34 is a line break: ${REMOVE}`],
  [' s3://bucket', `Character 1 of 12 is a blank: ${REMOVE}`],
  ['s3://buc\rket', `Character 9 of 12 is a carriage return: ${REMOVE}`],
  ['s3://bucket/\t', `Character 13 of 13 is a control character: ${REMOVE}`],
  ['S3://bucket#part', 'Write the scheme in lower case: s3://….'],
  ['s3://bucket#part', 'Remove the "#" and what follows it, or write it as %23.'],
])('what is wrong in %j is told', (text, hint) => {
  expect(destinationForm(text)[0]?.hint).toBe(`${hint} For example: s3://bucket/logs?region=us-east-1`);
});

test.each<readonly [string, string]>([
  ['http://logs.example.com/', 'destination_insecure'],
  ['http://127.0.0.1.example.com/', 'destination_insecure'],
  [`gs://bucket/${'x'.repeat(4096)}`, 'destination_too_long'],
  ['s3://bucket?region=a&region=b&region=c', 'destination_parameter_repeated'],
  ['azure://container?sig=a&sig=b', 'destination_parameter_repeated'],
  ['https://host/in?header_Accept=a&header_accept=b', 'destination_parameter_repeated'],
])('the destination %.40j is refused: %s', (text, code) => {
  expect(destinationForm(text).map((problem) => problem.code)).toEqual([code]);
});

test.each([
  's3://bucket?region=us-east-1',
  'http://127.0.0.2:8080/collect',
  'http://localhost/collect',
  'http://[::1]:1/',
  'newscheme://host',
  'splunk://host?header_authorization=x',
  'bq://projects/p/datasets/d/tables/t',
  'https://host/in?tag=a&tag=b',
  'gs://bucket/'.padEnd(4096, 'x'),
  ...DESTINATION_SCHEMES.map((scheme) => (destinationScheme(scheme)?.example ?? '').replaceAll('…', 'x')),
])('the destination %j is accepted', (text) => {
  expect(destinationForm(text)).toEqual([]);
});

test.each<readonly [text: string, names: string, more: string]>([
  [
    's3://b?region=x&endpoint=planted.example&access-key-id=planted',
    'secret-access-key',
    '&secret-access-key=…',
  ],
  ['r2://bucket?secret-access-key=planted&access-key-id=', 'account-id, access-key-id', ''],
  ['kinesis://stream?region=eu&secret-access-key=planted', 'access-key-id', '&access-key-id=…'],
  ['kinesis://stream?region=eu', 'sts-assume-role-arn', ''],
  ['s3://bucket?Region=eu', 'region', ''],
  ['splunk://host?channel=planted', 'header_Authorization', ''],
])('the destination %j is refused with the missing parameters: %s', (text, names, more) => {
  const [scheme = ''] = text.split(':');
  expect(destinationForm(text)).toEqual([
    {
      code: 'destination_parameter_missing',
      path: [],
      message: `The ${scheme} destination has no value for ${names}.`,
      hint: `Add ${names.replaceAll(', ', '=…&')}=… to its parameters. For example: ${destinationScheme(scheme)?.example}${more}`,
    },
  ]);
});

test.each<readonly [string, boolean | undefined]>([
  ['s3://bucket?region=x', true],
  ['s3://bucket?region=x&access-key-id=a', true],
  ['s3://bucket?region=x&access-key-id=a&secret-access-key=b', false],
  ['s3://bucket?region=x&endpoint=store.example.com', false],
  ['gs://bucket', true],
  ['azure://container?sig=x', true],
  ['sumo://host/x', true],
  ...['r2', 'https', 'splunk', 'datadog', 'bq', 'kinesis', 'sentinelone', 'ibmcl'].map(
    (scheme) => [`${scheme}://place`, false] as const,
  ),
  ['newscheme://host', undefined],
  ['constructor://host', undefined],
])('whether the destination %j needs a challenge: %j', (text, needs) => {
  expect(needsOwnershipChallenge(text)).toBe(needs);
});

test.each<readonly [token: string, found: readonly string[], remedy: string]>([
  ['', [], ''],
  ['eyJ.a-b_c/d+e', [], ''],
  ['x'.repeat(4096), [], ''],
  ['x'.repeat(4097), ['challenge_malformed'], 'at most 4096'],
  ['token-in-a-file\n', ['challenge_malformed'], 'trimspace'],
  [' planted secret ', ['challenge_malformed'], 'not the file name'],
])('the token %.20j: %j', (token, found, remedy) => {
  const problems = challengeToken(token);
  expect([problems.map(({ code }) => code), problems[0]?.hint ?? '']).toEqual([
    found,
    expect.stringContaining(remedy),
  ]);
  expect(JSON.stringify(problems)).not.toContain('planted');
});
