import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, type FaultRule } from '../../emulator';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { runningPrograms } from './running-programs';

/** What is left when a creation took effect and nobody heard of it: never a second job, never a lost one. */
const JOBS = 10;

const DESTINATION = 'https://logs.example.com/collect?header_Authorization=t';

let service: TestService;
let workspace: Workspace;
/** The same folder where no process is killed: how the provider is started is not the matter. */
let calm: Workspace;
/** Is told when a request is under way, and how to let it go on. */
let delayed: (goOn: () => void) => void;

beforeAll(async () => {
  service = await startService({ wait: () => new Promise<void>((resolve) => delayed(resolve)) });
  workspace = await createWorkspace({ env: service.env });
  configure(JOBS);
  await workspace.ready();
  calm = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});
beforeEach(() => {
  service.emulator.control.reset();
  for (const file of readdirSync(workspace.cwd).filter((name) => name.includes('tfstate')))
    rmSync(join(workspace.cwd, file));
});

/** Jobs that differ in nothing but their names; half of them have write-only destinations. */
function configure(count: number): void {
  const blocks = Array.from({ length: count }, (_, index) => [
    `job-${index}`,
    {
      zone_id: DEFAULT_ZONE_ID,
      name: `job-${index}`,
      logpull_options: { fields: ['RayID', 'Cookies'] },
      ...(index % 2 === 0
        ? { destination_conf: DESTINATION }
        : { destination_conf_wo: DESTINATION, destination_conf_wo_version: 1 }),
    },
  ]);
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      resource: { zone_logpush_job: Object.fromEntries(blocks) },
    }),
  );
}

const creations = { operation: 'logpush.jobs.create' };
const cut = (
  more: Partial<FaultRule>,
  moment: 'before-write' | 'after-write' = 'after-write',
): FaultRule => ({
  match: creations,
  effect: { kind: 'cut', moment },
  ...more,
});

function held(): readonly (readonly [number | undefined, string | null | undefined])[] {
  const { jobs = [] } = service.emulator.control.zone(DEFAULT_ZONE_ID).logpush;
  return jobs.map(({ id, name }) => [id, name] as const);
}

const sent = (): number =>
  service.emulator.control.journal().filter(({ operation }) => operation === creations.operation).length;

/** The next run has nothing to repair that it could not, and the state holds every job, each once. */
async function expectOneEach(count: number): Promise<void> {
  expect(await calm.plan()).toMatchObject({ exitCode: 0 });
  const { resources } = JSON.parse(calm.read('terraform.tfstate')) as {
    readonly resources: readonly {
      readonly instances: readonly {
        readonly attributes: { readonly job_id: number; readonly name: string };
      }[];
    }[];
  };
  const inState = resources.flatMap(({ instances }) =>
    instances.map(({ attributes: { job_id, name } }) => [job_id, name]),
  );
  expect(inState.sort()).toEqual([...held()].sort());
  expect(new Set(held().map(([, name]) => name)).size).toBe(count);
  expect(held()).toHaveLength(count);
}

test.each([
  ['took effect', 'after-write', 0, [1, 2]],
  ['had no effect', 'before-write', 1, [1]],
] as const)(
  'a connection cut after a creation that %s, beside an equal job of others: theirs is not taken for it',
  async (_what, moment, exitCode, there) => {
    configure(1);
    service.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
      logpush.jobs = [
        { id: 1, name: 'job-0', destination_conf: DESTINATION, logpull_options: 'fields=RayID,Cookies' },
      ];
    });
    service.emulator.control.faults.put([cut({}, moment)]);
    const applied = await calm.apply();
    expect(applied.stdout).toContain('already has a log push job that is exactly like this one: 1');
    expect([applied.exitCode, held().map(([id]) => id)]).toEqual([exitCode, there]);
    service.emulator.control.faults.clear();
    await calm.applied();
    expect(held().map(([id]) => id)).toEqual([1, 2]);
    expect(await calm.attributes('zone_logpush_job.job-0')).toMatchObject({ job_id: 2 });
  },
);

test('ten creations at once, each cut after it took effect: ten jobs, each in the state', async () => {
  configure(JOBS);
  service.emulator.control.faults.put([cut({})]);
  await calm.applied();
  expect(sent()).toBe(JOBS);
  await expectOneEach(JOBS);
});

test('ten creations at once, some cut before and some after they took effect: the next run creates the missing jobs', async () => {
  configure(JOBS);
  service.emulator.control.faults.put([
    cut({ nth: 2 }, 'before-write'),
    cut({ nth: 5 }, 'before-write'),
    cut({ probability: 0.5 }),
  ]);
  const { exitCode, stderr } = await calm.apply();
  expect(exitCode).toBe(1);
  expect(stderr.match(/POST \/zones\/.*logpush\/jobs/g)).toHaveLength(2);
  expect(sent()).toBe(JOBS);
  service.emulator.control.faults.clear();
  await calm.applied();
  await expectOneEach(JOBS);
});

test.each([
  ['the engine', 'takes effect all the same', true],
  ['the engine', 'is lost', false],
  ['the provider', 'takes effect all the same', true],
] as const)(
  'kill -9 in the middle of ten creations of %s, while the creation in progress %s: the next run ends with ten',
  async (victim, _what, done) => {
    configure(JOBS);
    const held = new Promise<() => void>((resolve) => (delayed = resolve));
    service.emulator.control.faults.put([{ match: creations, nth: 4, delayMs: 1 }]);
    let engine = 0;
    const end = workspace.apply({ onStart: (pid) => (engine = pid) });
    const goOn = await Promise.race([
      held,
      end.then(({ stdout, stderr }): never => {
        throw new Error(`the apply ended too early:\n${stdout}\n${stderr}`);
      }),
    ]);
    const providers = runningPrograms().filter(
      ({ parent, command }) => parent === engine && command.includes('terraform-provider-zone'),
    );
    for (const pid of victim === 'the engine' ? [engine] : providers.map(({ pid }) => pid))
      process.kill(pid, 'SIGKILL');
    expect((await end).exitCode).not.toBe(0);
    const before = sent();
    if (done) {
      goOn();
      while (sent() === before) await sleep(10);
    }
    service.emulator.control.faults.clear();
    rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
    await calm.applied();
    await expectOneEach(JOBS);
    if (!done) goOn();
  },
);
