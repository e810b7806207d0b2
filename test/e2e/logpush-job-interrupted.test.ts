import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ZONE_ID, type FaultRule, type JournalEntry } from '../../emulator';
import { createWorkspace, startService, type TestService, type Workspace } from '../support/workspace';
import { runningPrograms } from './running-programs';

/** A creation that is cut off, at any moment and in any way, is completed by the next apply in the same folder. */
const DESTINATION = 'https://logs.example.com/collect?header_Authorization=planted-secret';

let service: TestService;
let workspace: Workspace;
/** The same folder, for plans: how they start the provider is not the matter. */
let planning: Workspace;
/** Is told of each request when it has taken effect and is about to be answered. */
let answering: (entry: JournalEntry) => void = () => undefined;

beforeAll(async () => {
  service = await startService({ onRequest: (entry) => answering(entry) });
  workspace = await createWorkspace({ env: service.env });
  configure({ name: 'cut' });
  await workspace.ready();
  planning = await createWorkspace({ folder: workspace.cwd, env: service.env, startedBy: 'workspace' });
});
afterAll(async () => {
  workspace.remove();
  await service.emulator.close();
});
beforeEach(() => {
  service.emulator.control.reset();
  answering = () => undefined;
  for (const file of readdirSync(workspace.cwd).filter((name) => name.includes('tfstate') || name === 'plan'))
    rmSync(join(workspace.cwd, file), { recursive: true });
  rmSync(records(), { recursive: true, force: true });
});

function configure(...blocks: readonly object[]): void {
  const resources = blocks.map((block, index) => [
    `job-${index}`,
    {
      zone_id: DEFAULT_ZONE_ID,
      options: { fields: ['RayID', 'Cookies'] },
      destination_conf_wo: DESTINATION,
      destination_conf_wo_version: 1,
      ...block,
    },
  ]);
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      terraform: { required_providers: { zone: { source: 'zonewright/zone' } } },
      provider: { zone: { max_retries: 0 } },
      resource: { zone_logpush_job: Object.fromEntries(resources) as object },
    }),
  );
}

const records = (): string => join(workspace.cwd, '.terraform', 'zonewright', 'creations', DEFAULT_ZONE_ID);
const recordTexts = (): readonly string[] =>
  existsSync(records()) ? readdirSync(records()).flatMap((name) => recordText(join(records(), name))) : [];

/** The provider renames a record into place: its name may be another one by the time that it is read. */
function recordText(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const CREATION = 'logpush.jobs.create';
const held = (): readonly { readonly id?: number; readonly name?: string | null }[] =>
  service.emulator.control.zone(DEFAULT_ZONE_ID).logpush.jobs ?? [];
const sent = (method: string): number =>
  service.emulator.control.journal().filter((entry) => entry.method === method).length;

function providersOf(engine: number): readonly number[] {
  return runningPrograms()
    .filter(({ parent, command }) => parent === engine && command.includes('terraform-provider-zone'))
    .map(({ pid }) => pid);
}

const kill = (...pids: readonly number[]): void => pids.forEach((pid) => process.kill(pid, 'SIGKILL'));

/** No look-up is answered. */
const UNAVAILABLE = {
  match: { method: 'GET' },
  effect: { kind: 'answer', status: 503, body: {} },
} as const;

/** Ends an apply at the moment when its creation has taken effect. */
type Cut = (engine: number) => void | Promise<void>;

const CUTS: Readonly<Record<string, Cut>> = {
  'the engine is killed': (engine) => kill(engine),
  'the provider is killed': (engine) => kill(...providersOf(engine)),
  'both are killed': (engine) => kill(...providersOf(engine), engine),
  'the engine is killed when the provider has the answer': async (engine) => {
    process.kill(engine, 'SIGSTOP');
    while (!recordTexts().some((text) => text.includes('"made":1'))) await sleep(5);
    kill(engine);
  },
};

/** @param creations how many take effect before the cut */
async function cutApply(cut: Cut, planFile?: string, creations = 1): Promise<void> {
  let engine = 0;
  let seen = 0;
  let isCut: Promise<void> | undefined;
  answering = ({ operation }) => {
    if (operation !== CREATION) return;
    seen += 1;
    if (seen === creations) isCut = Promise.resolve(cut(engine));
  };
  const { exitCode } = await workspace.apply({ onStart: (pid) => (engine = pid), planFile });
  await isCut;
  answering = () => undefined;
  expect(exitCode).not.toBe(0);
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
}

/** The zone and the state have the same jobs, each once, and nothing is left to do or to complete. */
async function expectDone(...names: readonly string[]): Promise<void> {
  expect(await planning.plan()).toMatchObject({ exitCode: 0 });
  const state = JSON.parse(workspace.read('terraform.tfstate')) as {
    readonly resources: readonly {
      readonly instances: readonly { readonly attributes: { job_id: number } }[];
    }[];
  };
  const stored = state.resources.flatMap(({ instances }) =>
    instances.map(({ attributes }) => attributes.job_id),
  );
  expect([...stored].sort()).toEqual(held().map(({ id }) => id));
  expect(
    held()
      .map(({ name }) => name ?? '')
      .sort(),
  ).toEqual([...names].sort());
  expect(recordTexts()).toEqual([]);
}

describe.each(Object.entries(CUTS))('%s between the creation and the state', (_name, cut) => {
  test('the next apply completes it', async () => {
    configure({ name: 'cut' });
    await cutApply(cut);
    const { stdout } = await workspace.apply();
    expect(stdout.replace(/[│\s]+/g, ' ')).toContain('An earlier run made the log push job 1');
    await expectDone('cut');
    expect([sent('POST'), sent('PUT')]).toEqual([1, 0]);
  });

  test('with settings and destination that have changed since, the next apply completes and changes it', async () => {
    configure({ name: 'cut' });
    await cutApply(cut);
    configure({ name: 'cut', enabled: true, destination_conf_wo: `${DESTINATION}2` });
    await workspace.applied();
    await expectDone('cut');
    expect([sent('POST'), sent('PUT')]).toEqual([1, 1]);
    expect(held()).toMatchObject([{ enabled: true, destination_conf: `${DESTINATION}2` }]);
  });

  test('of a kind that has changed since, the next apply makes it anew, and announces that', async () => {
    configure({ name: 'cut', kind: 'edge' });
    await cutApply(cut);
    configure({ name: 'cut' });
    const { stdout } = await workspace.apply();
    expect(stdout.replace(/[│\s]+/g, ' ')).toContain(
      'Apply deletes that job and makes the one that is planned.',
    );
    await expectDone('cut');
    expect([sent('POST'), sent('DELETE')]).toEqual([2, 1]);
    expect(held()).toMatchObject([{ name: 'cut', kind: '' }]);
  });

  test('the saved plan is applied again', async () => {
    configure({ name: 'cut' });
    expect((await planning.plan({ out: 'plan' })).exitCode).toBe(2);
    await cutApply(cut, 'plan');
    const again = await workspace.apply({ planFile: 'plan' });
    // An engine that was not killed has written a state, and refuses the plan that was made before.
    if (again.exitCode !== 0) {
      expect(again.stderr).toContain('Saved plan is stale');
      await workspace.applied();
    }
    await expectDone('cut');
    expect(sent('POST')).toBe(1);
  });
});

test.each([
  ['without a refresh', ['-refresh=false']],
  ['with one', []],
])(
  'the engine is killed after the job is in the state: a replacement %s makes a job of its own',
  async (_how, more) => {
    configure({ name: 'cut', lifecycle: [{ create_before_destroy: true }] });
    await cutApply(CUTS['the engine is killed when the provider has the answer'] as Cut);
    const left = readdirSync(records()).map((name) => [name, readFileSync(join(records(), name), 'utf8')]);
    await workspace.applied();
    // What a provider leaves that is killed right after the engine has written the state.
    mkdirSync(records(), { recursive: true });
    for (const [name, text] of left as [string, string][]) writeFileSync(join(records(), name), text);
    await workspace.applied({ args: ['-replace=zone_logpush_job.job-0', ...more] });
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
  },
);

test('the same where the plan cannot ask the provider: the new object completes the job, and no destroy deletes it', async () => {
  const block = { name: 'cut', lifecycle: [{ create_before_destroy: true }] };
  configure(block);
  await cutApply(CUTS['the engine is killed when the provider has the answer'] as Cut);
  const [name = ''] = readdirSync(records());
  const left = readFileSync(join(records(), name), 'utf8');
  await workspace.applied();
  mkdirSync(records(), { recursive: true });
  writeFileSync(join(records(), name), left);
  const { resource, ...more } = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: object };
  const later = { address: { input: service.env['ZONEWRIGHT_BASE_URL'] } };
  workspace.write(
    'main.tf.json',
    JSON.stringify({
      ...more,
      provider: { zone: { base_url: '${terraform_data.address.output}' } },
      resource: { ...resource, terraform_data: later },
    }),
  );
  const { exitCode, stdout } = await workspace.apply({ args: ['-replace=zone_logpush_job.job-0'] });
  expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('stays: another resource has it by now'),
  ]);
  expect(held().map(({ id }) => id)).toEqual([1]);
  expect(await workspace.plan()).toMatchObject({ exitCode: 0 });
});

test('the apply that completes a creation is killed as well', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  configure({ name: 'cut', enabled: true });
  let engine = 0;
  answering = ({ method }) => {
    if (method === 'PUT') kill(engine);
  };
  expect((await workspace.apply({ onStart: (pid) => (engine = pid) })).exitCode).not.toBe(0);
  answering = () => undefined;
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
  await workspace.applied();
  await expectDone('cut');
  expect(sent('POST')).toBe(1);
});

const fault = (more: Partial<FaultRule>): FaultRule => ({
  match: { operation: CREATION },
  effect: { kind: 'cut', moment: 'after-write' },
  ...more,
});

test('the answer is lost and the service is down for a while: the next apply completes the creation', async () => {
  configure({ name: 'cut' });
  service.emulator.control.faults.put([fault({})]);
  answering = ({ operation }) => {
    if (operation !== CREATION) return;
    service.emulator.control.faults.put([UNAVAILABLE]);
  };
  expect((await workspace.apply()).exitCode).toBe(1);
  expect(recordTexts()).toHaveLength(1);
  answering = () => undefined;
  service.emulator.control.faults.clear();
  await workspace.applied();
  await expectDone('cut');
  expect(sent('POST')).toBe(1);
});

test.each([1, 2])(
  'Ctrl-C, %i times, while the creation is under way: the next apply completes it',
  async (times) => {
    configure({ name: 'cut' });
    let engine = 0;
    service.emulator.control.faults.put([fault({ effect: { kind: 'cut', moment: 'after-write' } })]);
    answering = ({ operation }) => {
      if (operation !== CREATION) return;
      // Nothing can be looked up until the run is over, so the answer stays lost.
      service.emulator.control.faults.put([UNAVAILABLE]);
      for (let n = 0; n < times; n++) process.kill(engine, 'SIGINT');
    };
    const apply = await workspace.apply({ onStart: (pid) => (engine = pid) });
    answering = () => undefined;
    service.emulator.control.faults.clear();
    expect(apply.exitCode).toBe(1);
    await workspace.applied();
    await expectDone('cut');
    expect(sent('POST')).toBe(1);
  },
);

test('of jobs that differ in their settings only, each is completed by its own resource', async () => {
  configure({ max_upload_records: 1000 }, { max_upload_records: 2000 });
  await cutApply((engine) => kill(...providersOf(engine), engine), undefined, 2);
  await workspace.applied();
  await expectDone('', '');
  expect(sent('POST')).toBe(2);
});

test('a job that somebody has changed since stays as it is, and a new one is made', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    zone.logpush.jobs = (zone.logpush.jobs ?? []).map((job) => ({ ...job, enabled: true }));
  });
  await workspace.applied();
  expect(held()).toMatchObject([
    { id: 1, enabled: true },
    { id: 2, enabled: false },
  ]);
});

test('a creation that took no effect is made, and one that is repeated later makes a new job', async () => {
  configure({ name: 'cut' });
  service.emulator.control.faults.put([fault({ effect: { kind: 'cut', moment: 'before-write' } })]);
  expect((await workspace.apply()).exitCode).toBe(1);
  service.emulator.control.faults.clear();
  await workspace.applied();
  await expectDone('cut');
  configure({ name: 'cut', lifecycle: [{ create_before_destroy: true }] });
  await workspace.applied({ args: ['-replace=zone_logpush_job.job-0'] });
  expect(held().map(({ id }) => id)).toEqual([2]);
  await expectDone('cut');
});

test('a replacement that was interrupted is announced, and can be finished', async () => {
  configure({ name: 'cut', lifecycle: [{ create_before_destroy: true }] });
  await workspace.applied();
  let engine = 0;
  answering = ({ operation }) => {
    if (operation === CREATION) kill(engine);
  };
  const args = ['-replace=zone_logpush_job.job-0'];
  expect((await workspace.apply({ args, onStart: (pid) => (engine = pid) })).exitCode).not.toBe(0);
  answering = () => undefined;
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
  const plan = await planning.plan();
  expect(plan.exitCode).toBe(0);
  expect(plan.stdout).toContain('An earlier run made the log push job 2 in place of job 1');
  await workspace.applied({ args });
  expect(held().map(({ id }) => id)).toEqual([2]);
  await expectDone('cut');
  expect(sent('POST')).toBe(2);
});

test('another state of the same folder does not take what was made for this one', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  expect((await workspace.run(['workspace', 'new', 'other'])).exitCode).toBe(0);
  await workspace.applied();
  expect(held().map(({ id }) => id)).toEqual([1, 2]);
  expect((await workspace.destroy()).exitCode).toBe(0);
  expect((await workspace.run(['workspace', 'select', 'default'])).exitCode).toBe(0);
  await workspace.applied();
  await expectDone('cut');
});

test('the record is for its owner, holds no secret, and goes when the engine ends in order', async () => {
  configure({ name: 'cut' });
  let seen: readonly string[] = [];
  let modes: readonly number[] = [];
  answering = ({ operation }) => {
    if (operation !== CREATION) return;
    seen = recordTexts();
    modes = readdirSync(records()).map((name) => statSync(join(records(), name)).mode & 0o777);
  };
  await workspace.applied();
  expect([seen.length, modes, recordTexts()]).toEqual([1, [0o600], []]);
  expect(seen.join('')).not.toMatch(/planted|logs\.example|emulator-token/);
  expect(existsSync(records())).toBe(false);
  expect(statSync(dirname(records())).mode & 0o777).toBe(0o700);
});

test('damaged records are removed, and a folder that cannot be written does no harm', async () => {
  configure({ name: 'cut' });
  mkdirSync(records(), { recursive: true });
  for (const text of ['', '{', '[]', 'null', '{"zoneId":1}', JSON.stringify({ zoneId: DEFAULT_ZONE_ID })])
    writeFileSync(join(records(), `${Buffer.from(text.padEnd(16).slice(0, 16)).toString('hex')}.json`), text);
  await workspace.applied();
  await expectDone('cut');
  const folder = join(workspace.cwd, '.terraform', 'zonewright');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  try {
    configure({ name: 'cut' }, { name: 'second' });
    await workspace.applied();
    expect(held()).toHaveLength(2);
  } finally {
    rmSync(folder);
  }
});
