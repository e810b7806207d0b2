import { TerraformVariable } from 'cdktf';
import { DEFAULT_ZONE_ID } from '../../../emulator';
import { LogpushDelivery, LogpushDestinationCheck, LogpushJob, ZoneProvider } from '../../../lib';
import { synth, testStack } from '../../lib/synth';
import { isBefore, testOnlyOn } from '../../support/engine';
import { beginAnew, calls, flat, printed, service, stored, useWorkspace, workspace } from '../one-service';

/** The actions as the engine invokes them, as constructs write them. */
useWorkspace({});
beforeEach(() => beginAnew());

const DESTINATION = 'https://logs.example.com/http?header_X-Key=planted-secret';

function declare(name: string): void {
  const [stack, zoneId] = [testStack(), DEFAULT_ZONE_ID];
  const secret = new TerraformVariable(stack, 'destination', { default: DESTINATION, sensitive: true });
  const destination = secret.stringValue;
  new ZoneProvider(stack, 'zone');
  const outputOptions = { fieldNames: ['RayID'] };
  const job = new LogpushJob(stack, 'job', { zoneId, name, destination, storeSecrets: true, outputOptions });
  const check = new LogpushDestinationCheck(stack, 'check', { zoneId, destinationConf: destination });
  const delivery = new LogpushDelivery(stack, 'delivery', { zoneId, jobId: job.jobId });
  job.addActionTrigger({ events: ['before_create', 'before_update'], actions: [check] });
  job.addActionTrigger({ events: ['after_create', 'after_update'], actions: [delivery] });
  const { action, resource, variable } = synth(stack);
  workspace.write('main.tf.json', JSON.stringify({ action, resource, variable }, null, 2));
}

/** Applies while the job delivers, or fails to, all the time. */
async function applied(args: readonly string[] = []): Promise<string> {
  const { clock, traffic } = service.emulator.control;
  const delivers = setInterval(() => {
    clock.advance(1_000);
    traffic.send(DEFAULT_ZONE_ID, [{ path: '/' }]);
  }, 50);
  try {
    return flat(printed(await workspace.apply({ args })));
  } finally {
    clearInterval(delivers);
  }
}

const onlyWithActions = (title: string, body: () => Promise<void>): void =>
  testOnlyOn(!isBefore('1.14'), 'it has no actions', title, body);

const CHECKS = 'POST /logpush/validate/destination';

onlyWithActions('a job is checked before it is created or changed, and waited for after that', async () => {
  for (const [name, written] of [
    ['one', 'POST /logpush/jobs'],
    ['two', 'PUT /logpush/jobs/1'],
  ] as const) {
    declare(name);
    service.emulator.control.clearJournal();
    const told = await applied();
    expect(told).toContain('Asking the service whether the destination accepts log entries');
    expect(told).toContain('Asking for the deliveries of log push job 1 (0 s of 10m)');
    expect(told).toContain('Actions: 2 invoked.');
    expect(calls().filter((call) => call.startsWith('P'))).toEqual([CHECKS, written]);
    expect(calls().at(-1)).toBe('GET /logpush/jobs/1');
  }
});

onlyWithActions('a refusal keeps the job from being created, and shows no secret', async () => {
  declare('one');
  service.emulator.control.destinations.refuse(DESTINATION, 'HTTP 403: planted-secret');
  const told = await applied();
  expect(told).toContain(`of zone example.com (${DEFAULT_ZONE_ID}) there: HTTP 403: (redacted).`);
  expect(told).not.toContain('planted-secret');
  expect(stored().flatMap(({ instances }) => instances)).toEqual([]);
  expect(calls().filter((call) => call.startsWith('P'))).toEqual([CHECKS]);
});

onlyWithActions('a delivery is waited for without a change, and its failure is an error', async () => {
  declare('one');
  await applied();
  service.emulator.control.destinations.refuse(DESTINATION, 'HTTP 500: planted-secret');
  const written = workspace.read('main.tf.json').replace('${zone_logpush_job.job.job_id}', '1');
  workspace.write('main.tf.json', written);
  const told = await applied(['-invoke=action.zone_logpush_delivery.delivery']);
  expect(told).toMatch(
    /The log push job 1 of zone \S+ \(\S+\) failed to deliver at \S+: HTTP 500: \(redacted\)\./,
  );
});
