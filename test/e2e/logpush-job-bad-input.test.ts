import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  calls,
  heldAs,
  imports,
  jobs,
  printed,
  refusal,
  service,
  settle,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

import { flat } from './one-service';

useJobZone({ startedBy: 'workspace' });

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=t';
const GOOD = { name: 'good', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };

/** Name of the job, what is wrong with it, and what the user reads. */
type BadInput = readonly [name: string, block: JobBlock, says: readonly string[]];

const BAD_INPUT: readonly BadInput[] = [
  ['none', { destination_conf: null }, ['No destination is set', 'Set destination_conf_wo']],
  [
    'dataset',
    { dataset: 'http_request' },
    ['dataset', 'The service has no dataset "http_request"', 'Did you mean "http_requests"?'],
  ],
  [
    'field',
    { logpull_options: { fields: ['RayID', 'ClientIp'] } },
    ['no log field "ClientIp"', 'Did you mean "ClientIP"?'],
  ],
  [
    'output',
    { logpull_options: null, output_options: { field_names: ['RayId'] } },
    ['Did you mean "RayID"?'],
  ],
  [
    'filter',
    { filter: '{"where":{"key":"Nothing","operator":"eq","value":1}}' },
    ['no log field "Nothing"', 'Its fields:'],
  ],
  [
    'challenge',
    { destination_conf: 'gs://bucket/logs' },
    [
      'scheme gs need a token',
      ...[
        'zone_logpush_ownership_challenge',
        'ownership_challenge_wo',
        'google_storage_bucket_object_content (gs)',
      ],
      'Before Terraform 1.11 and OpenTofu 1.11, set ownership_challenge instead',
    ],
  ],
  [
    'keys',
    { destination_conf: 's3://bucket/logs?region=x' },
    ['access-key-id and secret-access-key needs none'],
  ],
  ['nowhere', { zone_id: 'f'.repeat(32) }, [`Zone ${'f'.repeat(32)} does not exist.`, 'correct zone_id']],
  [
    'scheme',
    { destination_conf: 'splunc://splunk.example.com?secret=planted' },
    ['Did you mean "splunk"? Known schemes: s3,'],
  ],
  ['silent', { logpull_options: null }, ['the service logs its default ones of the dataset http_requests']],
  ['first', { name: 'same' }, []],
  ['second', { name: 'same' }, []],
];

test('plan checks against the service, once, and writes nothing', async () => {
  jobs(Object.fromEntries(BAD_INPUT.map(([name, block]) => [name, { ...GOOD, name, ...block }])));
  service.emulator.control.clearJournal();
  const plan = await workspace.plan();
  expect(plan.exitCode).toBe(1);
  const said = `${plan.stdout}\n${plan.stderr}`.split(/^(?:Error|Warning): /m).map(flat);
  for (const [name, , says] of BAD_INPUT) {
    const about = said.filter((one) => one.includes(`zone_logpush_job.${name},`)).join('\n');
    for (const text of says) expect([name, about]).toEqual([name, expect.stringContaining(text)]);
  }
  expect(said.filter((one) => one.includes('zone_logpush_job.nowhere,'))).toHaveLength(1);
  expect(printed(plan)).not.toContain('planted');
  expect(printed(plan).match(/declare exactly the same log push job/g)).toHaveLength(1);
  expect([...calls()].sort()).toEqual([
    'GET ',
    'GET /client/v4/zones',
    'GET /logpush/datasets/http_request/fields',
    'GET /logpush/datasets/http_requests/fields',
    'GET /logpush/datasets/http_requests/fields',
    'GET /logpush/jobs',
  ]);
});

test('an import is refused when it would store the write-only destination', async () => {
  await settle({ good: GOOD });
  const id = heldAs('good')?.id;
  const destination = { destination_conf: undefined, destination_conf_wo: DESTINATION };
  jobs({ third: { ...GOOD, ...destination, destination_conf_wo_version: 3 } });
  imports({ third: `${DEFAULT_ZONE_ID}/${id}` });
  expect(await refusal(workspace.apply())).toContain(`at the end of the id: "${DEFAULT_ZONE_ID}/${id}/3"`);
  expect(workspace.read('terraform.tfstate')).not.toContain('logs.example.com');
});
