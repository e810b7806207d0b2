import { TerraformOutput, TerraformVariable } from 'cdktf';
import { LogDestination } from '../../lib';
import { parseDestination } from '../../schema';
import { SECRET, zoneStack } from './logpush-stack';
import { synthPart } from './synth';

const KEYS = { accessKeyId: 'k', secretAccessKey: 's/+ =' } as const;

const MORE = { sourceType: 'json', insecureSkipVerify: true };

describe('a LogDestination', () => {
  const built: Readonly<Record<string, readonly [LogDestination, string, boolean, boolean]>> = {
    s3: [
      LogDestination.s3({ bucket: 'b', path: '/http/{DATE}', region: 'eu-west-1', encryption: 'AES256' }),
      's3://b/http/{DATE}?region=eu-west-1&sse=AES256',
      true,
      false,
    ],
    s3Compatible: [
      LogDestination.s3Compatible({ bucket: 'b', region: 'r', endpoint: 'store.example.com', ...KEYS }),
      's3://b?endpoint=store.example.com&region=r&access-key-id=k&secret-access-key=s%2F%2B%20%3D',
      false,
      true,
    ],
    r2: [
      LogDestination.r2({ bucket: 'b', accountId: 'a', ...KEYS }),
      'r2://b?account-id=a&access-key-id=k&secret-access-key=s%2F%2B%20%3D',
      false,
      true,
    ],
    gcs: [LogDestination.gcs({ bucket: 'b', path: 'p' }), 'gs://b/p', true, false],
    azure: [
      LogDestination.azure({ container: 'c', path: 'p', sasToken: '?sv=1&sig=a%2Bb' }),
      'azure://c/p?sv=1&sig=a%2Bb',
      true,
      true,
    ],
    https: [
      LogDestination.https({
        host: 'logs.example.com:8443',
        path: 'in',
        headers: { Authorization: 'Bearer a&b', 'X-Team': 'é' },
      }),
      'https://logs.example.com:8443/in?header_Authorization=Bearer%20a%26b&header_X-Team=%C3%A9',
      false,
      true,
    ],
    splunk: [
      LogDestination.splunk({ host: 'h:8088', channel: 'c', token: 't', ...MORE }),
      'splunk://h:8088/services/collector/raw?channel=c&insecure-skip-verify=true&sourcetype=json&header_Authorization=Splunk%20t',
      false,
      true,
    ],
    datadog: [
      LogDestination.datadog({ host: 'h', apiKey: 'k', tags: { service: 'web', env: 'prod' } }),
      'datadog://h/api/v2/logs?header_DD-API-KEY=k&ddtags=service%3Aweb%2Cenv%3Aprod',
      false,
      true,
    ],
    sumo: [LogDestination.sumo({ host: 'h', path: 'receiver/t' }), 'sumo://h/receiver/t', true, true],
  };
  test.each(Object.entries(built))(
    'of %s builds the text for the service, and knows whether it needs a challenge',
    (_, [made, conf, needs, holds]) => {
      expect({ ...made }).toEqual({ conf, needsChallenge: needs, holdsSecrets: holds, problems: [] });
      expect(parseDestination(conf)).toBeDefined();
    },
  );

  const given: readonly (readonly [string, boolean | undefined, boolean])[] = [
    ['s3://b?region=r', true, false],
    ['s3://b?region=r&access-key-id=k&secret-access-key=s', false, true],
    ['gs://b', true, false],
    ['gs://user:word@b', true, true],
    ['gs://${var.b}', true, true],
    ['s3://${var.b}', undefined, true],
    ['other://h', undefined, true],
    ['${var.destination}', undefined, true],
  ];
  test.each(given)(
    'from text, %s, knows whether its scheme needs a challenge',
    (conf, needsChallenge, holdsSecrets) => {
      expect({ ...LogDestination.of(conf) }).toEqual({ conf, needsChallenge, holdsSecrets, problems: [] });
    },
  );

  test('from text can be told whether it needs a challenge', () => {
    const facts = { needsChallenge: true, holdsSecrets: false };
    expect(LogDestination.of('https://h', facts)).toMatchObject(facts);
  });
});

test('a token in a LogDestination is encoded by the engine and otherwise unchanged', () => {
  const stack = zoneStack();
  const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, { sensitive: true });
  const [secret, bucket] = [variable('secret').stringValue, variable('bucket').stringValue];
  const header = (Authorization: string): LogDestination =>
    LogDestination.https({ host: 'h', headers: { Authorization } });
  const keys = { accessKeyId: 'k', secretAccessKey: secret };
  const made = {
    whole: LogDestination.r2({ bucket, path: bucket, accountId: 'a', ...keys }),
    within: header(`a "b" ${secret} \\ ${bucket}`),
    expression: header('x ${var.m["k"]}'),
    both: header(`\${var.user}:${secret}`),
    splunk: LogDestination.splunk({ host: 'h', channel: 'c', token: secret }),
    azure: LogDestination.azure({ container: 'c', sasToken: secret }),
  };
  for (const [id, { conf, problems }] of Object.entries(made)) {
    expect(problems).toEqual([]);
    new TerraformOutput(stack, `of_${id}`, { value: conf });
  }
  const encoded = (argument: string): string => `\${replace(urlencode(${argument}), "+", "%20")}`;
  expect(synthPart(stack, 'output')).toEqual({
    of_whole: {
      value:
        'r2://${var.bucket}/${var.bucket}?account-id=a&access-key-id=k&secret-access-key=' +
        encoded('var.secret'),
    },
    of_within: {
      value: `https://h?header_Authorization=a%20%22b%22%20${encoded('var.secret')}%20%5C%20${encoded('var.bucket')}`,
    },
    of_expression: { value: `https://h?header_Authorization=${encoded('"x ${var.m["k"]}"')}` },
    of_both: {
      value: `https://h?header_Authorization=${encoded('"${var.user}:"')}${encoded('var.secret')}`,
    },
    of_splunk: {
      value:
        'splunk://h/services/collector/raw?channel=c&insecure-skip-verify=false&header_Authorization=Splunk%20' +
        encoded('var.secret'),
    },
    of_azure: { value: 'azure://c?${var.secret}' },
  });
});

const missing = undefined as unknown as string;
const NO_VALUE = 'Give one. A value from the environment is undefined when its variable is not set.';
const APART = (signs: string): string =>
  `Write it without ${signs}: the scheme, the path and parameters are separate.`;
const BUCKET_SIGNS = '"/", "?", "#", "@" and spaces';
const bad: Readonly<Record<string, readonly [LogDestination, readonly string[]]>> = {
  'is missing': [
    LogDestination.r2({ bucket: missing, accountId: missing, accessKeyId: 'k', secretAccessKey: '' }),
    [
      `LogDestination.r2 has no value for bucket. ${NO_VALUE}`,
      `LogDestination.r2 has no value for accountId. ${NO_VALUE}`,
      `LogDestination.r2 has no value for secretAccessKey. ${NO_VALUE}`,
    ],
  ],
  'is a header without a value': [
    LogDestination.https({ host: 'h', headers: { Authorization: missing } }),
    [`LogDestination.https has no value for headers["Authorization"]. ${NO_VALUE}`],
  ],
  'is a host with user information': [
    LogDestination.https({ host: `me:${SECRET}@h` }),
    [`host of LogDestination.https has a character that is not allowed there. ${APART(BUCKET_SIGNS)}`],
  ],
  'is a path with parameters': [
    LogDestination.gcs({ bucket: 'b', path: 'p?x=1' }),
    [`path of LogDestination.gcs has a character that is not allowed there. ${APART('"?", "#" and spaces')}`],
  ],
  'is a missing signature': [
    LogDestination.azure({ container: 'c', sasToken: missing }),
    [`LogDestination.azure has no value for sasToken. ${NO_VALUE}`],
  ],
};
test.each(Object.entries(bad))(
  'a malformed prop of a LogDestination builder %s is reported without its value',
  (_, [{ problems }, expected]) => {
    expect(problems.map(({ message, hint }) => `${message} ${hint}`)).toEqual(expected);
  },
);
