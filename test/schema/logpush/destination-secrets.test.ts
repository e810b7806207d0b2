import { destinationSecrets, sameDestination, storedCredentials } from '../../../schema';

test.each(
  Object.entries<readonly [string, readonly string[]]>({
    'the whole of a bucket alone': ['s3://bucket/logs?region=us-east-1', []],
    'keys, as written and decoded': [
      's3://bucket/logs?region=us-east-1&access-key-id=PLANTEDID&secret-access-key=pla%2Fnted%2Bkey',
      ['PLANTEDID', 'pla%2Fnted%2Bkey', 'pla/nted+key'],
    ],
    'a header, and what stands behind its scheme': [
      'splunk://splunk.example.com/raw?header_Authorization=Splunk%20planted-token',
      ['Splunk%20planted-token', 'Splunk planted-token', 'planted-token'],
    ],
    'a token in a path on the web': [
      'sumo://endpoint.example.com/receiver/v1/http/PLANTED-0123456789==',
      ['PLANTED-0123456789=='],
    ],
    'user information': [
      'https://planted:password@example.com/collect',
      ['planted:password', 'planted', 'password'],
    ],
    'a long part of a path': ['sumo://a.example/planted-01234567/planted-0123456', ['planted-01234567']],
    'a long value': ['https://a.example/?x=planted&y=secret&z=short', ['planted', 'secret']],
    'no account': ['r2://logs?account-id=account', []],
    'no tag': ['datadog://a.example/?ddsource=source&ddtags=team:shop&host=some.host&service=service', []],
    'no role': ['kinesis://stream?region=eu-central-1&sts-assume-role-arn=arn:aws:iam::1:role/r', []],
    'a signature without a name': ['azure://logs/x?plantedsignature', ['plantedsignature']],
    'a name without a value': ['https://logs.example/x?planted-name=', ['planted-name']],
    'user information in the address of a store': [
      's3://bucket?region=eu&endpoint=https://planted:password@store.example.com',
      ['https://planted:password@store.example.com', 'planted:password', 'planted', 'password'],
    ],
    'a key behind its encoding': [
      'bq://projects/p/datasets/d/tables/t?credentials=base64:cGxhbnRlZA==',
      ['base64:cGxhbnRlZA==', 'cGxhbnRlZA=='],
    ],
    'what another scheme calls a place': ['https://a.example/?region=planted', ['planted']],
    'what a form decodes in another way': [
      'https://a.example/?x=pla+nted%2B',
      ['pla+nted%2B', 'pla+nted+', 'pla nted+'],
    ],
    'what cannot be decoded': ['https://a.example/?x=%E0planted', ['%E0planted']],
  }),
)('the secret part of a destination is %s', (_case, [text, parts]) => {
  expect(destinationSecrets(text)).toEqual([text, ...parts]);
});

test.each<readonly [string, string]>([
  ['s3://b/p?region=x&access-key-id=PLANTED&secret-access-key=PLANTED', 'access-key-id, secret-access-key'],
  ['r2://b?account-id=1&access-key-id=PLANTED&secret-access-key=PLANTED', 'access-key-id, secret-access-key'],
  ['https://a.example/x?header_Authorization=PLANTED', 'header_Authorization'],
  ['splunk://a.example/x?channel=1&header_Authorization=PLANTED&sourcetype=json', 'header_Authorization'],
  ['datadog://a.example/x?header_DD-API-KEY=PLANTED&ddsource=x', 'header_DD-API-KEY'],
  ['azure://c/p?sv=2020&se=2030&sig=PLANTED', 'sig'],
  ['other://h/p?ibm_api_key=PLANTED&credentials=PLANTED', 'ibm_api_key, credentials'],
  ['bq://projects/p/datasets/d/tables/t?credentials=base64:PLANTED', 'credentials'],
  [
    'kinesis://s?region=x&access-key-id=PLANTED&secret-access-key=PLANTED',
    'access-key-id, secret-access-key',
  ],
  ['sentinelone://h/raw?sourcetype=x&header_Authorization=PLANTED', 'header_Authorization'],
  ['ibmcl://h/logs/v1/singles?ibm_api_key=PLANTED', 'ibm_api_key'],
  ['other://h/p?header_X-Proof=PLANTED&header_Content-Type=text/plain', 'header_X-Proof'],
  ['s3://b?region=x&endpoint=https://me:PLANTED@store.example.com', 'endpoint'],
  ['https://PLANTED:PLANTED@a.example/x', 'user information'],
  ['https://a.example/x?token%20PLANTED=PLANTED', 'a parameter'],
  ['sumo://a.example/receiver/v1/http/PLANTEDd0123456789==', 'a token in the path'],
  ['https://a.example/services/0123456789abcdef0123456789abcdef', 'a token in the path'],
  ['https://a.example/services/0123456789ABCDEF01234567', 'a token in the path'],
])('a stored destination with credentials brings a warning that does not show them: %s', (text, names) => {
  const found = storedCredentials(text);
  expect(found?.message).toBe(
    `The destination holds credentials (${names}), and is stored in the state and in saved plans.`,
  );
  expect(JSON.stringify(found)).not.toContain('PLANTED');
});

test.each([
  's3://bucket/logs/{DATE}?region=us-east-1&sse=AES256',
  'gs://bucket/AbCdEfGhIj0123456789KlMn',
  'bq://projects/AbCdEfGhIj0123456789KlMn/datasets/d/tables/t',
  'kinesis://stream?region=x&sts-assume-role-arn=arn:aws:iam::123456789012:role/r',
  'https://logs.example.com/services/collector/raw?channel=1&sourcetype=json&insecure-skip-verify=false',
  'https://logs.example.com/?header_Authorization=',
  'no destination?secret=x',
])('a destination without credentials brings no warning: %s', (text) => {
  expect(storedCredentials(text)).toBeUndefined();
});

test.each([
  ['https://a.example/?x=a+b&y', 'https://a.example/?y&x=a%20b', true],
  ['https://a.example/?x=a+b', 'https://a.example/?x=a%2Bb', false],
  ['https://a.example/?x=1&x=2', 'https://a.example/?x=2', false],
  ['https://me:a@a.example/', 'https://me:b@a.example/', false],
  ['https://a.example/?x=1&x=2', 'https://a.example/?x=2&x=1', false],
])('whether %s is the same destination as %s: %j', (one, other, same) => {
  expect(sameDestination(one, other)).toBe(same);
});
