import { TerraformVariable } from 'cdktf';
import { LogCustomFields, LogDestination, LogpushJob, type LogpushJobProps } from '../../lib';
import { OPEN, OTHER_ZONE, SECRET, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

const NO_VALUE = 'A value is required here.';

function errorsOf(props: object): readonly string[] {
  const stack = zoneStack();
  new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, ...props } as LogpushJobProps);
  return validationErrors(stack).map((line) => line.replace('[stack/job] ', ''));
}

describe('LogpushJob finds at synth:', () => {
  const cases: Readonly<Record<string, readonly [object, string]>> = {
    'no zone': [
      { zoneId: undefined },
      'zoneId: Neither zoneId nor customFields is set. Set customFields to log what a LogCustomFields configures, or set zoneId.',
    ],
    'no destination': [
      { destination: undefined },
      `destination: ${NO_VALUE} Give a LogDestination, e.g. LogDestination.gcs({ bucket: 'logs' }), or a string.`,
    ],
    'a destination that needs a challenge and has none': [
      { destination: LogDestination.s3({ bucket: 'b', region: 'us-east-1' }) },
      'ownershipChallenge: The destination needs a token that proves its ownership, but none is set. Declare a LogpushOwnershipChallenge for the same destination, and set ownershipChallenge to the content of the file that it names. An s3 destination with keys needs none.',
    ],
    'a version of a stored destination': [
      { destinationVersion: 2 },
      'destinationVersion: destinationVersion is set, but the destination is stored. Remove it: a change of a stored destination is detected without a version.',
    ],
    'attacks of a dataset that knows none': [
      { filterAttackTraffic: true, dataset: 'dns_logs' },
      'filterAttackTraffic: Jobs of the dataset "dns_logs" cannot leave out attack traffic. Those of http_requests, firewall_events, network_analytics_logs can. Remove filterAttackTraffic.',
    ],
    'a transformer of csv': [
      { transformerId: 7, outputOptions: { outputType: 'csv' } },
      'transformerId: The job has a transformer, but its output type is csv. Transformers change records in JSON. Set outputType = "ndjson", or remove transformerId.',
    ],
    'a filter that is none': [
      { filter: 'ClientIP eq 1' },
      'filter: The filter is not JSON text with "where" as its only member. A filter is JSON text: {"where": <node>}, where a node is {"key": "ClientRequestHost", "operator": "eq", "value": …} or {"and": [<nodes>]} or {"or": [<nodes>]}. In HCL, write it with jsonencode. In TypeScript, it is the node itself: { key: "ClientRequestHost", operator: "eq", value: … }, { and: [<nodes>] } or { or: [<nodes>] }.',
    ],
    'a batch that is too small for its destination': [
      { maxUploadBytes: 2_000_000 },
      'maxUploadBytes: 2000000 is out of range. Allowed: 0 (no limit), or 5000000 to 1000000000 bytes.',
    ],
    'output options beside other options': [
      { outputOptions: { fieldNames: ['RayID'] }, timestamps: 'unix', logpullOptions: { other: 'x=1' } },
      'timestamps: outputOptions and timestamps are both set. Set outputOptions.timestampFormat instead.\nlogpullOptions: outputOptions and logpullOptions are both set. Keep one of them: each defines what is logged.',
    ],
    'options as text': [
      { logpullOptions: 'fields=RayID,ClientIP&timestamps=rfc3339&CVE-2021-44228=true&x=1' },
      'logpullOptions: logpullOptions is the text "fields=RayID,ClientIP&timestamps=rfc3339&CVE-2021-44228=true&x=1", not an object. Set these props instead: {"fields":["RayID","ClientIP"],"timestamps":"rfc3339","logpullOptions":{"defuseLookups":true,"other":"x=1"}}.',
    ],
    'options as a token': [
      { logpullOptions: '${var.options}' },
      'logpullOptions: logpullOptions is a token or another value, not an object. Set fields, timestamps and sample, and logpullOptions: { defuseLookups, other }; each may be a token.',
    ],
    'a member of options that is a prop': [
      { fields: ['RayID'], logpullOptions: { fields: ['ClientIP'] } },
      'logpullOptions: logpullOptions has "fields". It has defuseLookups and other; fields, timestamps and sample are props of the job.',
    ],
    'fields beside output options that are a token': [
      { outputOptions: '${var.output}', fields: ['RayID'] },
      'fields: outputOptions and fields are both set. Keep one of them: each defines what is logged.',
    ],
  };
  test.each(Object.entries(cases))('%s', (_, [props, message]) => {
    expect(errorsOf(props).join('\n')).toBe(message);
  });

  test('nothing in a correct job', () => {
    expect(errorsOf({ destination: 'gs://b', ownershipChallenge: 'token' })).toEqual([]);
  });

  test('nothing in what is empty, which counts as unset', () => {
    const outputOptions = { fieldNames: ['RayID'] };
    expect(errorsOf({ filter: '', logpullOptions: { other: undefined }, outputOptions })).toEqual([]);
  });
});

describe('LogpushJob refuses', () => {
  test('a list of custom fields of another zone', () => {
    const stack = zoneStack();
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: OTHER_ZONE, cookies: ['a'] });
    new LogpushJob(stack, 'job', { zoneId: ZONE, customFields, destination: OPEN });
    expect(validationErrors(stack)).toEqual([
      `[stack/job] zoneId: The zone is ${ZONE}, but customFields is stack/fields of zone ${OTHER_ZONE}. If stack/fields is the right list, remove zoneId: customFields has the zone. Otherwise set customFields to the list of zone ${ZONE}.`,
    ]);
  });

  test('custom fields for a dataset without any', () => {
    const stack = zoneStack();
    const customFields = new LogCustomFields(stack, 'fields', { zoneId: ZONE, cookies: ['a'] });
    new LogpushJob(stack, 'job', { customFields, dataset: 'dns_logs', destination: OPEN });
    new LogpushJob(stack, 'after', {
      customFields,
      includeCustomFields: false,
      dataset: 'dns_logs',
      destination: OPEN,
    });
    expect(validationErrors(stack)).toEqual([
      '[stack/job] customFields: Jobs of the dataset "dns_logs" cannot log custom fields. Only jobs of http_requests can. Remove dataset, or set zoneId instead of customFields.',
    ]);
  });
});

const everywhere: readonly (readonly [string, object])[] = [
  ['destination', { destination: `nonsense ${SECRET}` }],
  ['destination', { destination: `http://logs.example.com/?header_Authorization=${SECRET}` }],
  ['destination', { destination: `s3://b?secret-access-key=${SECRET}&access-key-id=x` }],
  ['ownershipChallenge', { ownershipChallenge: [SECRET] }],
  [
    'host',
    { destination: LogDestination.https({ host: `a b/${SECRET}`, headers: { Authorization: SECRET } }) },
  ],
  ['sasToken', { destination: LogDestination.azure({ container: SECRET, sasToken: '' }) }],
];
test.each(everywhere)('a secret of a LogpushJob in a refused %s is in no message', (_, props) => {
  const errors = errorsOf(props);
  expect(errors).not.toEqual([]);
  expect(errors.join('\n')).not.toContain(SECRET);
});

test('a token in a LogpushJob hides no mistake beside it', () => {
  const stack = zoneStack();
  const token = new TerraformVariable(stack, 'v', {}).stringValue;
  new LogpushJob(stack, 'job', { zoneId: token, destination: token, name: 'a b' });
  expect(validationErrors(stack)).toEqual([
    '[stack/job] name: "a b" is not the name of a log push job. A name consists of letters, digits, "-", "_" and "." only. For example: "a-b".',
  ]);
});
