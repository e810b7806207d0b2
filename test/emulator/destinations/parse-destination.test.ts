import {
  needsChallenge,
  parseDestination,
  publicDestination,
  redactedDestination,
  shownDestination,
  withoutSecrets,
} from '../../../emulator/destinations/destination';

const R2 = 'r2://logs?account-id=a&access-key-id=k&secret-access-key=s';
const STORE = 's3://bucket?endpoint=store.example&access-key-id=k&secret-access-key=s';

describe('destinations by their scheme (docs/internals/service.md 5.6)', () => {
  it.each([
    [R2, false],
    ['gs://bucket/logs/{DATE}', true],
    ['s3://bucket/logs?region=us-west-2', true],
    ['s3://bucket/logs?region=us-west-2&access-key-id=k&secret-access-key=s', false],
    [STORE, false],
    ['azure://account.blob.example/container?sv=1&sig=s', true],
    ['sumo://collector.example/receiver', true],
    ['https://receiver.example/logs?header_Authorization=t', false],
    ['https://user:pass@receiver.example:8443', false],
    ['http://localhost:8080/logs', false],
    ['http://127.0.0.2/', false],
    ['http://[::1]:80/', false],
    ['http://logs.localhost/', false],
    ['splunk://splunk.example:8088/raw?header_authorization=t', false],
    ['datadog://intake.example/v1/input?header_DD-API-KEY=k', false],
    ['bq://projects/p/datasets/d/tables/t?credentials=base64:e30=', false],
    ['bq://projects/p/datasets/d/tables/t?credentials=url:%7B%7D', false],
    ['bq://projects/p/datasets/d/tables/t', false],
    ['kinesis://stream?region=x&sts-assume-role-arn=arn:aws:iam::1:role/r&sts-external-id=e', false],
    ['kinesis://stream?region=x&access-key-id=k&secret-access-key=s', false],
    [
      'sentinelone://ingest.example/services/collector/raw?sourcetype=t&header_Authorization=Bearer%20a',
      false,
    ],
    ['ibmcl://i.ingress.eu-de.logs.example/logs/v1/singles?ibm_api_key=k', false],
  ])('accepts %s; a token is needed: %s', (text, needed) => {
    const parsed = parseDestination(text);
    expect(parsed.ok && needsChallenge(parsed.destination)).toBe(needed);
    expect(parsed.ok).toBe(true);
  });

  it.each([
    ['', 'it must be of the form'],
    ['bucket/logs', 'it must be of the form'],
    ['s3:/bucket', 'it must be of the form'],
    ['gs://bucket/a b', 'it must be of the form'],
    ['gs://bucket/ä', 'it must be of the form'],
    ['gs://bucket/\n', 'it must be of the form'],
    ['https://receiver.example/#part', 'it must be of the form'],
    ['ftp://bucket', 'its scheme must be one of'],
    ['constructor://bucket', 'its scheme must be one of'],
    ['gs://', 'gs:// must be followed by a bucket'],
    ['gs:///logs', 'gs:// must be followed by a bucket'],
    ['gs://../logs', 'its bucket must be'],
    ['gs://user@bucket', 'its bucket must be'],
    ['https://', 'https:// must be followed by a host'],
    ['https:///logs', 'https:// must be followed by a host'],
    ['https://receiver.example:99999/', 'https:// must be followed by a host'],
    ['s3://bucket', 's3 needs the parameter region'],
    ['s3://bucket?region=', 's3 needs the parameter region'],
    ['s3://bucket?region=x&access-key-id=k', 'access-key-id and secret-access-key go together'],
    ['s3://bucket?endpoint=store.example', 's3 with an endpoint needs access-key-id'],
    ['r2://bucket?account-id=a', 'r2 needs the parameters access-key-id, secret-access-key'],
    ['azure://account/container', 'azure needs the parameters sig'],
    ['splunk://splunk.example/raw', 'splunk needs the parameters header_Authorization'],
    ['datadog://intake.example?header_Authorization=k', 'datadog needs the parameters header_DD-API-KEY'],
    ['bq://projects/p/datasets/d?credentials=url:x', 'it must be of the form bq://projects/<project>'],
    ['bq://elsewhere/p/datasets/d/tables/t?credentials=url:x', 'it must be of the form bq://projects/'],
    ['bq://projects/p/datasets/d/tables/t?credentials=e30=', 'credentials must begin with base64: or url:'],
    ['kinesis://stream?sts-assume-role-arn=arn', 'kinesis needs the parameters region'],
    ['kinesis://stream?region=x', 'kinesis without sts-assume-role-arn needs access-key-id and'],
    ['kinesis://stream?region=x&access-key-id=k', 'access-key-id and secret-access-key go together'],
    [
      'sentinelone://ingest.example/raw?sourcetype=t',
      'sentinelone needs the parameters header_Authorization',
    ],
    ['ibmcl://i.example/logs/v1/singles', 'ibmcl needs the parameters ibm_api_key'],
    ['https://receiver.example/?header_=x', "header_ must be a header's name and value"],
    ['https://receiver.example/?header_a%20b=x', "header_a b must be a header's name and value"],
    ['https://receiver.example/?header_a=x%0D%0Ab:y', "header_a must be a header's name and value"],
    ['http://receiver.example/', 'http is only for receivers on this machine'],
    ['http://localhost.example/', 'http is only for receivers on this machine'],
    ['http://0.0.0.0/', 'http is only for receivers on this machine'],
    ['http://169.254.169.254/', 'http is only for receivers on this machine'],
  ])('refuses %j', (text, reason) => {
    expect(parseDestination(text)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('reads everything before the last @ as user info', () => {
    const parsed = parseDestination('https://user:p@ss@receiver.example/logs');
    expect(parsed.ok && publicDestination(parsed.destination)).toBe('https://receiver.example/logs');
  });

  /** In the journal, where the user's own parts stay, and where only the place matters. */
  it.each<[string, string, string]>([
    ['s3://logs/zone/{DATE}?region=eu', 's3://logs/zone/{DATE}?(redacted)', 's3://logs/zone/{DATE}'],
    ['S3://user:SECRET@bucket/p?sig=SECRET', 'S3://(redacted)@bucket/p?(redacted)', 'S3://bucket/p'],
    ['gs://bucket/p#SECRET', 'gs://bucket/p?(redacted)', 'gs://bucket/p'],
    ['azure://a.example/c?sig=SECRET', 'azure://a.example/c?(redacted)', 'azure://a.example/c'],
    [
      'bq://projects/p/tables/t?credentials=url:SECRET',
      'bq://projects/p/tables/t?(redacted)',
      'bq://projects/p/tables/t',
    ],
    ['kinesis://stream?sts-external-id=SECRET', 'kinesis://stream?(redacted)', 'kinesis://stream'],
    ['splunk://host:8088/SECRET?c=1', 'splunk://host:8088/(redacted)?(redacted)', 'splunk://host:8088'],
    [
      'datadog://x.example/v1?header_DD-API-KEY=S',
      'datadog://x.example/(redacted)?(redacted)',
      'datadog://x.example',
    ],
    ['sumo://x.example/SECRET', 'sumo://x.example/(redacted)', 'sumo://x.example'],
    ['sentinelone://x.example/SECRET', 'sentinelone://x.example/(redacted)', 'sentinelone://x.example'],
    [
      'ibmcl://x.example/v1?ibm_api_key=SECRET',
      'ibmcl://x.example/(redacted)?(redacted)',
      'ibmcl://x.example',
    ],
    ['https://x.example/', 'https://x.example/', 'https://x.example'],
    ['https://a@b:SECRET@x.example', 'https://(redacted)@x.example', 'https://x.example'],
    [
      'HTTPS://u:SECRET@x.example:84/SECRET?x',
      'HTTPS://(redacted)@x.example:84/(redacted)?(redacted)',
      'HTTPS://x.example:84',
    ],
    ['http://127.0.0.1:9/SECRET', 'http://127.0.0.1:9/(redacted)', 'http://127.0.0.1:9'],
    ['ftp://x.example/SECRET', 'ftp://x.example/(redacted)', 'ftp://x.example'],
    ['https://x.example\\SECRET', 'https://x.example/(redacted)', 'https://x.example'],
    ['https:\\\\user:SECRET@host', '(redacted)', '(not an address)'],
    ['SECRET', '(redacted)', '(not an address)'],
    ['', '(redacted)', '(not an address)'],
  ])('shows %s without its secrets', (text, redacted, shown) => {
    expect([redactedDestination(text), shownDestination(text)]).toEqual([redacted, shown]);
  });

  it('shows no secrets of destinations in the middle of a text', () => {
    const text = 'cannot write to "https://u:p@host.example/a?token=T": connection to s3://b/c?key=K refused';
    expect(withoutSecrets(text)).toBe(
      'cannot write to "https://host.example": connection to s3://b/c refused',
    );
  });
});
