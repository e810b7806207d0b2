import { Fn, TerraformVariable, Testing, Token } from 'cdktf';
import { LogDestination, LogpushJob, type LogpushJobProps } from '../../lib';
import { jobsOf, OPEN, SECRET, WITH_KEYS, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

describe('a log push job', () => {
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
  new LogpushJob(stack, 'unknown', { ...job, filter: { or: [{ and: [isOfHost] }] } });
  expect(validationErrors(stack)).toEqual([]);
  const { known, unknown } = jobsOf(stack) as Record<string, unknown>;
  const error = '{"key":"EdgeResponseStatus","operator":"geq","value":500}';
  expect(known).toMatchObject({ filter: `{"where":{"and":[${error},{"or":[${error}]}]}}` });
  expect(unknown).toMatchObject({
    filter:
      '${jsonencode({"where" = {"or" = [{"and" = [{"key" = "ClientRequestHost", "operator" = "eq", "value" = var.host}]}]}})}',
  });
});

test('options and a filter may be tokens as a whole', () => {
  const stack = zoneStack();
  const variable = (id: string): TerraformVariable => new TerraformVariable(stack, id, {});
  new LogpushJob(stack, 'job', {
    zoneId: ZONE,
    destination: OPEN,
    outputOptions: variable('output').value as ReturnType<typeof Token.asAny>,
    filter: Fn.jsonencode({ where: variable('where').value as unknown }),
  });
  expect(validationErrors(stack)).toEqual([]);
  expect(jobsOf(stack)).toMatchObject({
    job: { output_options: '${var.output}', filter: '${jsonencode({"where" = var.where})}' },
  });
});

test('what is empty in a job counts as unset', () => {
  const stack = zoneStack();
  const options = { logpullOptions: { other: undefined }, outputOptions: { fieldNames: ['RayID'] } };
  new LogpushJob(stack, 'job', {
    zoneId: ZONE,
    destination: OPEN,
    filter: '',
    ...options,
  } as LogpushJobProps);
  expect(validationErrors(stack)).toEqual([]);
});
