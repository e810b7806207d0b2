import {
  NO_DESTINATION,
  shownDestination,
  withoutSecrets,
} from '../../../emulator/destinations/redact-destination';

describe('a destination as shown', () => {
  it.each<[string, string, string]>([
    ['a bucket', 's3://logs/zone/{DATE}?region=eu-west-1', 's3://logs/zone/{DATE}'],
    ['keys in the query', 's3://b/p?access-key-id=AK&secret-access-key=SECRET', 's3://b/p'],
    ['R2', 'r2://b/p?account-id=A&secret-access-key=SECRET', 'r2://b/p'],
    ['a shared access signature', 'azure://a.blob.example/c?sv=1&sig=SECRET', 'azure://a.blob.example/c'],
    [
      'a header in the query',
      'datadog://intake.example/v1?header_DD-API-KEY=SECRET',
      'datadog://intake.example',
    ],
    ['an unknown scheme', 'ftp://host.example/SECRET', 'ftp://host.example'],
    ['user information', 's3://user:SECRET@bucket/p', 's3://bucket/p'],
    ['two of them', 'https://a@b:SECRET@host.example/', 'https://host.example'],
    ['the path of a receiver', 'https://logs.example:8443/hook/SECRET?x=1', 'https://logs.example:8443'],
    ['the path of a loopback receiver', 'http://127.0.0.1:9/SECRET', 'http://127.0.0.1:9'],
    ['a collector', 'sumo://collectors.example/receiver/SECRET', 'sumo://collectors.example'],
    [
      'an endpoint for events',
      'splunk://splunk.example/SECRET?header_Authorization=S',
      'splunk://splunk.example',
    ],
    [
      'the credentials of a table',
      'bq://projects/p/datasets/d/tables/t?credentials=base64:SECRET',
      'bq://projects/p/datasets/d/tables/t',
    ],
    ['a stream', 'kinesis://stream?region=x&sts-external-id=SECRET', 'kinesis://stream'],
    [
      'a collector of events',
      'sentinelone://ingest.example/SECRET?header_Authorization=SECRET',
      'sentinelone://ingest.example',
    ],
    ['IBM Cloud Logs', 'ibmcl://i.logs.example/SECRET?ibm_api_key=SECRET', 'ibmcl://i.logs.example'],
    ['a scheme in upper case', 'HTTPS://user:SECRET@host.example/SECRET', 'HTTPS://host.example'],
    ['a fragment', 'gs://bucket/p#SECRET', 'gs://bucket/p'],
    ['backslashes', 'https:\\\\user:SECRET@host', NO_DESTINATION],
    ['no address', 'SECRET', NO_DESTINATION],
    ['nothing', '', NO_DESTINATION],
  ])('has no secrets: %s', (_name, destination, shown) => {
    expect(shownDestination(destination)).toBe(shown);
    expect(shown).not.toContain('SECRET');
  });

  it('has no secrets in the middle of a text', () => {
    const text = 'cannot write to "https://u:p@host.example/a?token=T": connection to s3://b/c?key=K refused';
    expect(withoutSecrets(text)).toBe(
      'cannot write to "https://host.example": connection to s3://b/c refused',
    );
  });
});
