import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformVariable } from 'cdktf';
import { DEFAULT_ZONE_ID } from '../../../emulator';
import {
  type ActionTrigger,
  LogpushDelivery,
  LogpushDestinationCheck,
  LogpushJob,
  ZoneProvider,
} from '../../../lib';
import { synth, testStack } from '../../lib/synth';
import { isBefore } from '../../support/engine';
import { createWorkspace } from '../../support/workspace';
import {
  beginAnew,
  calls,
  printed,
  refusal,
  rest,
  service,
  stored,
  useWorkspace,
  workspace,
} from '../one-service';
import { gone, providersOf } from '../running-programs';

/** The actions as the engine invokes them, as constructs write them. */
useWorkspace({});
beforeEach(() => beginAnew());

const DESTINATION = 'https://logs.example.com/http?header_X-Key=planted-secret';

const DECLARED = {
  name: 'one',
  checks: ['before_create', 'before_update'] as ActionTrigger['events'],
  checkTimeout: '10m',
  delivers: ['after_create', 'after_update'] as ActionTrigger['events'],
  deliveryTimeout: '10m',
  onFailure: '',
};

/** The resource that invokes the action, or where there is no name for it, the number of a job that is there already. */
const CALLER = isBefore('1.16') ? '1' : '${caller.job_id}';

/** A job with both actions. @param asked what is written for the job's number */
function declare(changed: Partial<typeof DECLARED> = {}, asked?: string): void {
  const { name, checks, checkTimeout, delivers, deliveryTimeout, onFailure } = { ...DECLARED, ...changed };
  const [stack, zoneId] = [testStack(), DEFAULT_ZONE_ID];
  const secret = new TerraformVariable(stack, 'destination', { default: DESTINATION, sensitive: true });
  const destination = secret.stringValue;
  new ZoneProvider(stack, 'zone', { maxRetries: 0 });
  const outputOptions = { fieldNames: ['RayID'] };
  const job = new LogpushJob(stack, 'job', { zoneId, name, destination, storeSecrets: true, outputOptions });
  const check = { zoneId, destinationConf: destination, timeout: checkTimeout };
  const delivery = { zoneId, jobId: job.jobId, timeout: deliveryTimeout };
  const before = new LogpushDestinationCheck(stack, 'check', check);
  const after = new LogpushDelivery(stack, 'delivery', delivery);
  job.addActionTrigger({ events: checks, actions: [before] });
  job.addActionTrigger({ events: delivers, actions: [after] });
  const { provider, action, resource, variable } = synth(stack);
  const written = JSON.stringify({ provider, action, resource, variable }, null, 2)
    .replaceAll('"events"', `${onFailure}"events"`)
    .replace('${zone_logpush_job.job.job_id}', (reference) => asked ?? reference);
  workspace.write('main.tf.json', written);
}

/** Applies, and returns all that the terminal shows. */
const applied = async (args: readonly string[] = []): Promise<string> =>
  printed(await workspace.apply({ args }));

/** Applies while the job delivers, or fails to, all the time. */
async function appliedWithTraffic(args?: readonly string[]): Promise<string> {
  const { clock, traffic } = service.emulator.control;
  const delivers = setInterval(() => {
    clock.advance(1_000);
    traffic.send(DEFAULT_ZONE_ID, [{ path: '/' }]);
  }, 50);
  return applied(args).finally(() => clearInterval(delivers));
}

/** Where there are no actions, one test says so; it fails on an engine that has them. */
const withActions = isBefore('1.14') ? (): void => undefined : test;
if (isBefore('1.14'))
  test('an engine without actions refuses the block', async () => {
    declare();
    expect(await refusal()).toContain('No argument or block type is named "action".');
  });

const CHECK = 'POST /logpush/validate/destination';
const ASK = 'GET /logpush/jobs/1';
const CREATE = 'POST /logpush/jobs';
const UPDATE = 'PUT /logpush/jobs/1';

/** The requests that matter here, those that are repeated once. */
const done = (): readonly string[] =>
  calls().filter((call, i, all) => [CHECK, ASK, CREATE, UPDATE].includes(call) && call !== all[i - 1]);

const objects = () => stored().flatMap(({ instances }) => instances);

withActions('actions run before and after a change, and tell their progress', async () => {
  const swapped = { checks: DECLARED.delivers, delivers: ['before_update'] } as const;
  for (const [changed, name, requests, asked] of [
    [{}, 'one', [CHECK, CREATE, ASK], undefined],
    [{}, 'two', [CHECK, ASK, UPDATE, ASK], undefined],
    [swapped, 'one', [CREATE, CHECK], CALLER],
    [swapped, 'two', [ASK, UPDATE, CHECK], CALLER],
  ] as const) {
    if (name === 'one') beginAnew();
    declare({ ...changed, name }, asked);
    service.emulator.control.clearJournal();
    const told = await appliedWithTraffic();
    expect(done()).toEqual(requests);
    expect(told).toContain('Asking the service whether the destination accepts log entries');
    const waits = (requests as readonly string[]).includes(ASK);
    expect(told.includes('Waiting for a delivery of log push job 1 (0 s of 10m)')).toBe(waits);
    expect(told).toContain(`Actions: ${waits ? 2 : 1} invoked.`);
  }
});

withActions('a refusal keeps the job from being created, and shows no secret', async () => {
  declare();
  service.emulator.control.destinations.refuse(DESTINATION, 'HTTP 403: planted-secret');
  const told = await applied();
  expect(told).toContain(`of zone example.com (${DEFAULT_ZONE_ID}) there: HTTP 403: (redacted).`);
  expect(told).not.toContain('planted-secret');
  expect(objects()).toEqual([]);
  expect(done()).toEqual([CHECK]);
});

withActions('actions are invoked without a change', async () => {
  declare();
  await appliedWithTraffic();
  service.emulator.control.destinations.refuse(DESTINATION, 'HTTP 500: planted-secret');
  declare({}, CALLER);
  for (const [action, failure] of [
    ['destination_check.check', / there: HTTP 500: \(redacted\)\./],
    ['delivery.delivery', / failed to deliver at \S+Z: HTTP 500: \(redacted\)\./],
  ] as const)
    expect(await appliedWithTraffic([`-invoke=action.zone_logpush_${action}`, '-refresh=true'])).toMatch(
      failure,
    );
});

withActions('a service that answers late ends an action with its time, or is waited for', async () => {
  const check = { match: { operation: 'logpush.validate.destination' } };
  const ask = { match: { operation: 'logpush.jobs.get' } };
  const never = { delayMs: 60_000 };
  for (const [fault, changed, outcome, jobs] of [
    [{ ...check, ...never }, { checkTimeout: '1s' }, 'has not checked the destination for zone', 0],
    [{ ...ask, ...never }, { deliveryTimeout: '1s' }, 'has not shown the job 1 of zone', 1],
    [{ ...ask, delayMs: 400 }, {}, 'Apply complete!', 1],
    [{ ...ask, times: 2, effect: { kind: 'html-page' } }, {}, 'Apply complete!', 1],
  ] as const) {
    beginAnew();
    declare(changed);
    service.emulator.control.faults.put([fault]);
    expect(await appliedWithTraffic()).toContain(outcome);
    expect(objects()).toHaveLength(jobs);
  }
});

withActions('on_failure decides what comes of a job whose action fails', async () => {
  for (const [mode, outcome, status] of [
    ['halt', 'Error:', undefined],
    ['taint', 'Error:', 'tainted'],
    ['continue', 'Apply complete!', undefined],
  ] as const) {
    beginAnew();
    declare({ deliveryTimeout: '1s', onFailure: `"on_failure": "${mode}", ` });
    const told = await applied();
    if (isBefore('1.16')) expect(told).toContain('No argument or block type is named "on_failure".');
    else expect([told, objects()[0]?.status]).toEqual([expect.stringContaining(outcome), status]);
  }
});

withActions('Ctrl-C ends a wait and its processes: the job is stored, and needs no change', async () => {
  const { apply, ready } = await createWorkspace({ folder: workspace.cwd, env: service.env });
  declare();
  await ready();
  // What the provider of the tests before keeps for its next run: this one would wait for it.
  rmSync(join(workspace.cwd, '.terraform', 'zonewright'), { recursive: true, force: true });
  let engine = 0;
  let providers: readonly number[] = [];
  const run = await apply({
    onStart: (pid) => (engine = pid),
    onLine: (line) => {
      if (providers.length > 0 || !line.includes('Waiting for a delivery')) return;
      providers = providersOf(engine);
      process.kill(engine, 'SIGINT');
    },
  });
  // It asks at that moment, or waits for the next time.
  expect(printed(run)).toMatch(/The run was stopped before|the request was cancelled before/);
  expect(providers).not.toEqual([]);
  await gone(providers);
  expect(objects()).toMatchObject([{ attributes: { job_id: 1 } }]);
  await rest();
});
