import { DEFAULT_ZONE_ID } from '../../emulator';
import {
  calls,
  heldAs,
  imports,
  jobs,
  printed,
  service,
  settle,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

useJobZone({ startedBy: 'workspace' });

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=t';
const GOOD = { name: 'good', destination_conf: DESTINATION, logpull_options: { fields: ['RayID'] } };

/** Name of the job, what is wrong with it, and what the user reads. */
type BadInput = readonly [name: string, block: JobBlock, says: readonly string[]];

async function allSaid(
  cases: readonly BadInput[],
  ran: Promise<{ stdout: string; stderr: string }>,
): Promise<void> {
  const errors = (await ran).stderr.split(/^Error: /m).map((frame) => printed({ stdout: frame, stderr: '' }));
  for (const [name, , says] of cases) {
    const about = errors.filter((frame) => frame.includes(`zone_logpush_job.${name},`)).join('\n');
    for (const text of says) expect([name, about]).toEqual([name, expect.stringContaining(text)]);
  }
}

const blocksOf = (cases: readonly BadInput[]): Record<string, JobBlock> =>
  Object.fromEntries(cases.map(([name, block]) => [name, { ...GOOD, name, ...block }]));

const AT_PLAN: readonly BadInput[] = [
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
    ['scheme gs need a token', 'zone_logpush_ownership_challenge', 'ownership_challenge_wo'],
  ],
  [
    'keys',
    { destination_conf: 's3://bucket/logs?region=x' },
    ['access-key-id and secret-access-key needs none'],
  ],
];

test('plan checks against the service, once, and writes nothing', async () => {
  const oddities: readonly BadInput[] = [
    ['nowhere', { zone_id: 'f'.repeat(32) }, [`Zone ${'f'.repeat(32)} does not exist.`, 'correct zone_id']],
    ['scheme', { destination_conf: 'splunc://splunk.example.com?secret=planted' }, []],
    ['silent', { logpull_options: null }, []],
  ];
  jobs({
    ...blocksOf([...AT_PLAN, ...oddities]),
    first: { ...GOOD, name: 'same' },
    second: { ...GOOD, name: 'same' },
  });
  service.emulator.control.clearJournal();
  const plan = await workspace.plan();
  await allSaid([...AT_PLAN, ...oddities], Promise.resolve(plan));
  expect(printed(plan)).toContain('Did you mean "splunk"? Known schemes: s3,');
  expect(printed(plan)).toContain('the service logs its default ones of the dataset http_requests');
  expect(printed(plan)).not.toContain('planted');
  expect(plan.stderr.match(/zone_logpush_job\.nowhere,/g)).toHaveLength(1);
  expect(plan.exitCode).toBe(1);
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
  const openly = await workspace.apply();
  expect(printed(openly)).toContain(`at the end of the id: "${DEFAULT_ZONE_ID}/${id}/3"`);
  expect(workspace.read('terraform.tfstate')).not.toContain('logs.example.com');
});
