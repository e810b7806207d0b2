import { Fn, TerraformOutput, TerraformVariable, Testing, Token } from 'cdktf';
import { LogDestination, LogpushJob, type LogpushJobProps } from '../../lib';
import { jobsOf, OF_ZONE_STACK, OPEN, SECRET, WITH_KEYS, ZONE, zoneStack } from './logpush-stack';
import { synth, validationErrors } from './synth';

describe('a log push job', () => {
  test('synthesizes to one resource under the id of the construct', () => {
    const stack = zoneStack();
    const job = new LogpushJob(stack, 'job', {
      zoneId: ZONE,
      dataset: 'http_requests',
      name: 'example.com',
      fields: ['RayID', 'ClientIP'],
      timestamps: 'rfc3339',
      sample: 0.5,
      destination: WITH_KEYS,
      destinationVersion: 3,
      ownershipChallenge: 'token',
      enabled: true,
      kind: 'edge',
      filter: '{"where":{"key":"ClientCountry","operator":"eq","value":"nl"}}',
      maxUploadBytes: 5_000_000,
      maxUploadIntervalSeconds: 30,
      maxUploadRecords: 1000,
    });
    new TerraformOutput(stack, 'job_id', { value: job.jobId });
    new TerraformOutput(stack, 'goes_to', { value: job.references.destination });
    expect(synth(stack)).toEqual({
      ...OF_ZONE_STACK,
      resource: {
        zone_logpush_job: {
          job: {
            zone_id: ZONE,
            dataset: 'http_requests',
            name: 'example.com',
            logpull_options: { fields: ['RayID', 'ClientIP'], timestamps: 'rfc3339', sample: 0.5 },
            destination_conf_wo: `r2://logs/http/{DATE}?account-id=a1&access-key-id=k1&secret-access-key=${SECRET}`,
            destination_conf_wo_version: 3,
            ownership_challenge_wo: 'token',
            enabled: true,
            kind: 'edge',
            filter: '{"where":{"key":"ClientCountry","operator":"eq","value":"nl"}}',
            max_upload_bytes: 5_000_000,
            max_upload_interval_seconds: 30,
            max_upload_records: 1000,
          },
        },
      },
      output: {
        job_id: { value: '${zone_logpush_job.job.job_id}' },
        goes_to: { value: '${zone_logpush_job.job.destination}' },
      },
    });
  });

  const numberToken = Token.asNumber(Token.asAny('${var.version}'));
  test.each([
    ['a number', 7, {}, `${ZONE}/7`],
    ['a number as text', '7', {}, `${ZONE}/7`],
    ['a token', '${var.id}', {}, `${ZONE}/\${var.id}`],
    ['a number, with a destination that is not stored', 7, { destination: WITH_KEYS }, `${ZONE}/7/1`],
    [
      'a number, with a version that is a token',
      7,
      { destination: WITH_KEYS, destinationVersion: numberToken },
      `${ZONE}/7/\${var.version}`,
    ],
    ['all that the provider takes', 'elsewhere/7', {}, 'elsewhere/7'],
  ])('is imported from %s', (_, id, props, imported) => {
    const stack = zoneStack();
    new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, ...props }).importFrom(id);
    // Without validations: cdktf asks the engine for its version when there is an import.
    expect((JSON.parse(Testing.synth(stack)) as Record<string, unknown>)['import']).toEqual([
      { to: 'zone_logpush_job.job', id: imported },
    ]);
  });
});

describe('a destination', () => {
  const token = 'the.challenge.token';
  test.each([
    [
      'without secrets is stored, so that a change of it is seen',
      { destination: LogDestination.gcs({ bucket: 'b' }), ownershipChallenge: token },
      { destination_conf: 'gs://b', ownership_challenge_wo: token },
    ],
    [
      'with secrets is not',
      { destination: WITH_KEYS },
      { destination_conf_wo: WITH_KEYS.conf, destination_conf_wo_version: 1 },
    ],
    [
      'as text with secrets is not',
      { destination: `https://logs.example.com/?header_Authorization=${SECRET}` },
      {
        destination_conf_wo: `https://logs.example.com/?header_Authorization=${SECRET}`,
        destination_conf_wo_version: 1,
      },
    ],
    [
      'that is known only later is not',
      { destination: '${var.destination}' },
      { destination_conf_wo: '${var.destination}', destination_conf_wo_version: 1 },
    ],
    [
      'is stored with its secrets where that is wanted',
      { destination: WITH_KEYS, ownershipChallenge: token, storeSecrets: true },
      { destination_conf: WITH_KEYS.conf, ownership_challenge: token },
    ],
  ])('%s', (_, props, expected) => {
    const stack = zoneStack();
    new LogpushJob(stack, 'job', { zoneId: ZONE, ...props });
    expect(jobsOf(stack)).toEqual({ job: { zone_id: ZONE, enabled: true, ...expected } });
  });
});

test('a filter as an object becomes the text of the service, encoded by the engine when it holds a token', () => {
  const stack = zoneStack();
  const host = new TerraformVariable(stack, 'host', {}).stringValue;
  const isOfHost = { key: 'ClientRequestHost', operator: 'eq', value: host } as const;
  const isError = { key: 'EdgeResponseStatus', operator: 'geq', value: 500 } as const;
  const job = { zoneId: ZONE, destination: OPEN };
  new LogpushJob(stack, 'known', { ...job, filter: { and: [isError, { or: [isError] }] } });
  new LogpushJob(stack, 'unknown', { ...job, filter: isOfHost });
  expect(validationErrors(stack)).toEqual([]);
  const { known, unknown } = jobsOf(stack) as Record<string, unknown>;
  const error = '{"key":"EdgeResponseStatus","operator":"geq","value":500}';
  expect(known).toMatchObject({ filter: `{"where":{"and":[${error},{"or":[${error}]}]}}` });
  expect(unknown).toMatchObject({
    filter: '${jsonencode({"where" = {"key" = "ClientRequestHost", "operator" = "eq", "value" = var.host}})}',
  });
});

test('tokens in a log push job are passed on unchanged, whatever their type', () => {
  const stack = zoneStack();
  const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
  new LogpushJob(stack, 'job', {
    zoneId: variable('zone_id').stringValue,
    dataset: variable('dataset').stringValue,
    destination: variable('destination').stringValue,
    destinationVersion: variable('version').numberValue,
    ownershipChallenge: variable('challenge').stringValue,
    outputOptions: variable('output').value as ReturnType<typeof Token.asAny>,
    enabled: variable('enabled').booleanValue,
    filter: Fn.jsonencode({ where: variable('where').value as unknown }),
    maxUploadBytes: variable('bytes').numberValue,
  });
  expect(validationErrors(stack)).toEqual([]);
  expect(jobsOf(stack)).toEqual({
    job: {
      zone_id: '${var.zone_id}',
      dataset: '${var.dataset}',
      destination_conf_wo: '${var.destination}',
      destination_conf_wo_version: '${var.version}',
      ownership_challenge_wo: '${var.challenge}',
      output_options: '${var.output}',
      enabled: '${var.enabled}',
      filter: '${jsonencode({"where" = var.where})}',
      max_upload_bytes: '${var.bytes}',
    },
  });
});

const jobErrors = (props: object): readonly string[] => {
  const stack = zoneStack();
  new LogpushJob(stack, 'job', { zoneId: ZONE, destination: OPEN, ...props } as LogpushJobProps);
  return validationErrors(stack);
};

test('nothing is found in a correct job, nor in what is empty, which counts as unset', () => {
  const outputOptions = { fieldNames: ['RayID'] };
  expect(jobErrors({ destination: 'gs://b', ownershipChallenge: 'token' })).toEqual([]);
  expect(jobErrors({ filter: '', logpullOptions: { other: undefined }, outputOptions })).toEqual([]);
});

test.each<readonly [string, object]>([
  ['destination', { destination: `nonsense ${SECRET}` }],
  ['destination', { destination: `http://logs.example.com/?header_Authorization=${SECRET}` }],
  ['destination', { destination: `s3://b?secret-access-key=${SECRET}&access-key-id=x` }],
  ['ownershipChallenge', { ownershipChallenge: [SECRET] }],
  [
    'host',
    { destination: LogDestination.https({ host: `a b/${SECRET}`, headers: { Authorization: SECRET } }) },
  ],
  ['sasToken', { destination: LogDestination.azure({ container: SECRET, sasToken: '' }) }],
])('a secret of a job in a refused %s is in no message', (_, props) => {
  expect(jobErrors(props)).not.toEqual([]);
  expect(jobErrors(props).join('\n')).not.toContain(SECRET);
});
