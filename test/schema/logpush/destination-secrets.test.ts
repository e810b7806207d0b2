import { destinationSecrets } from '../../../schema';

describe('the secret part of a destination', () => {
  test.each<readonly [string, string, readonly string[]]>([
    ['the whole of a bucket alone', 's3://bucket/logs?region=us-east-1', []],
    [
      'keys, as written and decoded',
      's3://bucket/logs?region=us-east-1&access-key-id=PLANTEDID&secret-access-key=pla%2Fnted%2Bkey',
      ['PLANTEDID', 'pla%2Fnted%2Bkey', 'pla/nted+key'],
    ],
    [
      'a header, and what stands behind its scheme',
      'splunk://splunk.example.com/raw?header_Authorization=Splunk%20planted-token',
      ['Splunk%20planted-token', 'Splunk planted-token', 'planted-token'],
    ],
    [
      'a token in a path on the web',
      'sumo://endpoint.example.com/receiver/v1/http/PLANTED-0123456789==',
      ['PLANTED-0123456789=='],
    ],
    [
      'user information',
      'https://planted:password@example.com/collect',
      ['planted:password', 'planted', 'password'],
    ],
    ['a signature without a name', 'azure://logs/x?plantedsignature', ['plantedsignature']],
    ['what cannot be decoded', 'https://a.example/?x=%E0planted', ['%E0planted']],
  ])('is %s', (_case, text, parts) => {
    expect(destinationSecrets(text)).toEqual([text, ...parts]);
  });
});
