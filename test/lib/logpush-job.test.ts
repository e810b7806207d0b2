import { Fn, TerraformVariable, Testing, Token } from 'cdktf';
import { LogDestination, LogpushJob, type LogFilter, type LogpushJobProps } from '../../lib';
import { jobsOf, OPEN, SECRET, WITH_KEYS, ZONE, zoneStack } from './logpush-stack';
import { validationErrors } from './synth';

describe('a log push job', () => {
  const version = Token.asNumber(Token.asAny('${var.version}'));
  test.each([
    ['a number', 7, {}, `${ZONE}/7`],
    ['a number as text', '7', {}, `${ZONE}/7`],
    ['a token', '${var.id}', {}, `${ZONE}/\${var.id}`],
    ['a number, with a destination that is not stored', 7, { destination: WITH_KEYS }, `${ZONE}/7/1`],
    [
      'one of a version',
      7,
      { destination: WITH_KEYS, destinationVersion: version },
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
      { destination: WITH_KEYS, logpullOptions: { defuseLookups: true } },
      {
        ...{ destination_conf_wo: WITH_KEYS.conf, destination_conf_wo_version: 1 },
        logpull_options: { defuse_lookups: true },
      },
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
  ])('%s', (what, props, expected) => {
    const stack = zoneStack();
    const job = new LogpushJob(stack, 'job', { zoneId: ZONE, ...props });
    expect([job.name, job.storesSecrets]).toEqual(['', what.startsWith('is stored with its secrets')]);
    expect(jobsOf(stack)).toEqual({ job: { zone_id: ZONE, enabled: true, ...expected } });
  });
});

const where = (value: unknown, operator = 'eq') =>
  ({ key: 'ClientRequestHost', operator, value }) as LogFilter;
const inHcl = (value: string, operator = 'eq'): string =>
  `{"key" = "ClientRequestHost", "operator" = "${operator}", "value" = ${value}}`;

test.each<readonly [string, (host: TerraformVariable | undefined) => LogFilter, string]>([
  ['a value', (host) => where(host?.stringValue ?? 'a'), inHcl('var.host')],
  ['one of a list', (host) => where(['a', host?.stringValue ?? 'b'], 'in'), inHcl('["a", var.host]', 'in')],
  [
    'in one of several of several',
    (host) => ({ and: [{ or: [where(host?.numberValue ?? 1), where(2)] }] }),
    `{"and" = [{"or" = [${inHcl('var.host')}, ${inHcl('2')}]}]}`,
  ],
])('a filter as an object becomes text, encoded by the engine if it has a token: %s', (_where, of, hcl) => {
  const stack = zoneStack();
  const job = { zoneId: ZONE, destination: OPEN };
  const host = new TerraformVariable(stack, 'host', {});
  new LogpushJob(stack, 'known', { ...job, filter: of(undefined) });
  new LogpushJob(stack, 'unknown', { ...job, filter: of(host) });
  expect(validationErrors(stack)).toEqual([]);
  expect(jobsOf(stack)).toMatchObject({
    known: { filter: JSON.stringify({ where: of(undefined) }) },
    unknown: { filter: `\${jsonencode({"where" = ${hcl}})}` },
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
  const filter = variable('filter').value as LogFilter;
  new LogpushJob(stack, 'other', { zoneId: ZONE, destination: OPEN, filter, sample: 0.5 });
  expect(validationErrors(stack)).toEqual([]);
  expect(jobsOf(stack)).toMatchObject({
    other: { filter: '${var.filter}', logpull_options: { sample: 0.5 } },
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
