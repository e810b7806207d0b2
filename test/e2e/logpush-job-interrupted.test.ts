import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME, type FaultRule } from '../../emulator';
import { inLane } from '../support/lane';
import {
  configure,
  CREATION,
  CUTS,
  cutApply,
  DESTINATION,
  expectDone,
  held,
  kill,
  onAnswer,
  nextRun,
  providersOf,
  records,
  recordTexts,
  sent,
  service,
  useInterruptedJobs,
  workspace,
} from './interrupted-jobs';

/** A creation that is cut off, at any moment and in any way, is completed by the next apply in the same folder. */
useInterruptedJobs();

const ZONE = `${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID})`;

/** No look-up is answered. */
const UNAVAILABLE = {
  match: { method: 'GET' },
  effect: { kind: 'answer', status: 503, body: {} },
} as const;

const CUTS_ALONE = inLane<readonly (keyof typeof CUTS)[]>({
  share: ['the provider is killed', 'the engine is killed when the provider has the answer'],
  whole: Object.keys(CUTS) as (keyof typeof CUTS)[],
});

describe.each(CUTS_ALONE.map((name) => [name, CUTS[name]] as const))(
  '%s between the creation of a job and the write of the state:',
  (_name, cut) => {
    test('the next apply completes it', async () => {
      configure({ name: 'cut' });
      await cutApply(cut);
      const { stdout } = await nextRun.apply();
      expect(stdout.replace(/[│\s]+/g, ' ')).toContain(
        `An earlier run created the log push job 1 of zone ${DEFAULT_ZONE_ID}, but was interrupted`,
      );
      await expectDone('cut');
      expect([sent('POST'), sent('PUT')]).toEqual([1, 0]);
    });
  },
);

/** After each of the cuts the next run finds the same record, so one of them will do in `npm test`. */
const CUTS_BEFORE_EDITS = Object.entries(CUTS).slice(0, inLane({ share: 1, whole: undefined }));

describe.each(CUTS_BEFORE_EDITS)(
  '%s between the creation of a job and the write of the state:',
  (_name, cut) => {
    test('the next apply completes it and applies settings and destination that have changed since', async () => {
      configure({ name: 'cut' });
      await cutApply(cut);
      configure({ name: 'cut', enabled: true, destination_conf_wo: `${DESTINATION}2` });
      await nextRun.applied();
      await expectDone('cut');
      expect([sent('POST'), sent('PUT')]).toEqual([1, 1]);
      expect(held()).toMatchObject([{ enabled: true, destination_conf: `${DESTINATION}2` }]);
    });

    test('the next apply replaces a job whose kind has changed since, and announces that', async () => {
      configure({ name: 'cut', kind: 'edge' });
      await cutApply(cut);
      configure({ name: 'cut' });
      const { stdout } = await nextRun.apply();
      expect(stdout.replace(/[│\s]+/g, ' ')).toContain('Apply deletes that job and creates the planned one.');
      await expectDone('cut');
      expect([sent('POST'), sent('DELETE')]).toEqual([2, 1]);
      expect(held()).toMatchObject([{ name: 'cut', kind: '' }]);
    });

    test('the saved plan can be applied again', async () => {
      configure({ name: 'cut' });
      expect((await nextRun.plan({ out: 'plan' })).exitCode).toBe(2);
      await cutApply(cut, 'plan');
      const again = await nextRun.apply({ planFile: 'plan' });
      // An engine that was not killed has written a state, and refuses the plan that was made before.
      if (again.exitCode !== 0) {
        expect(again.stderr).toContain('Saved plan is stale');
        await nextRun.applied();
      }
      await expectDone('cut');
      expect(sent('POST')).toBe(1);
    });
  },
);

test('the apply that completes a creation is killed as well', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  configure({ name: 'cut', enabled: true });
  let engine = 0;
  onAnswer(({ method }) => {
    if (method === 'PUT') kill(engine);
  });
  expect((await workspace.apply({ onStart: (pid) => (engine = pid) })).exitCode).not.toBe(0);
  onAnswer();
  rmSync(join(workspace.cwd, '.terraform.tfstate.lock.info'), { force: true });
  await nextRun.applied();
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
  onAnswer(({ operation }) => {
    if (operation !== CREATION) return;
    service.emulator.control.faults.put([UNAVAILABLE]);
  });
  expect((await workspace.apply()).exitCode).toBe(1);
  expect(recordTexts()).toHaveLength(1);
  onAnswer();
  service.emulator.control.faults.clear();
  await nextRun.applied();
  await expectDone('cut');
  expect(sent('POST')).toBe(1);
});

test.each(inLane({ share: [2], whole: [1, 2] }))(
  'Ctrl-C, %i times, while the creation is under way: the next apply completes it',
  async (times) => {
    configure({ name: 'cut' });
    let engine = 0;
    service.emulator.control.faults.put([fault({ effect: { kind: 'cut', moment: 'after-write' } })]);
    onAnswer(({ operation }) => {
      if (operation !== CREATION) return;
      // Nothing can be looked up until the run is over, so the answer stays lost.
      service.emulator.control.faults.put([UNAVAILABLE]);
      for (let n = 0; n < times; n++) process.kill(engine, 'SIGINT');
    });
    const apply = await workspace.apply({ onStart: (pid) => (engine = pid) });
    onAnswer();
    service.emulator.control.faults.clear();
    expect(apply.exitCode).toBe(1);
    await nextRun.applied();
    await expectDone('cut');
    expect(sent('POST')).toBe(1);
  },
);

test('interrupted jobs that differ only in their settings are each completed by their own resource', async () => {
  configure({ max_upload_records: 1000 }, { max_upload_records: 2000 });
  await cutApply((engine) => kill(...providersOf(engine), engine), undefined, 2);
  await nextRun.applied();
  await expectDone('', '');
  expect(sent('POST')).toBe(2);
});

test('interrupted jobs of one zone are completed with no more requests than its first creation takes', async () => {
  configure(...['one', 'two', 'three'].map((name) => ({ name })));
  const lost = fault({});
  service.emulator.control.faults.put([lost]);
  onAnswer(({ operation }) => {
    if (operation === CREATION) service.emulator.control.faults.put([lost, UNAVAILABLE]);
  });
  expect((await nextRun.apply()).exitCode).toBe(1);
  onAnswer();
  service.emulator.control.faults.clear();
  await nextRun.plan({ out: 'plan' });
  service.emulator.control.clearJournal();
  await nextRun.apply({ planFile: 'plan' });
  const { length: requests } = service.emulator.control.journal();
  expect([requests, sent('POST')]).toEqual([3, 0]);
  await expectDone('one', 'two', 'three');
});

test('an interrupted job that somebody has changed since stays as it is, and a new one is created', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    zone.logpush.jobs = (zone.logpush.jobs ?? []).map((job) => ({ ...job, enabled: true }));
  });
  await nextRun.applied();
  expect(held()).toMatchObject([
    { id: 1, enabled: true },
    { id: 2, enabled: false },
  ]);
});

test('an interrupted job that somebody changes while apply replaces another one stays as well', async () => {
  configure({ name: 'one', kind: 'edge' }, { name: 'two', kind: 'edge' });
  await cutApply((engine) => kill(...providersOf(engine), engine), undefined, 2);
  configure({ name: 'one' }, { name: 'two' });
  onAnswer(({ method }) => {
    if (method !== 'DELETE') return;
    onAnswer();
    service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
      zone.logpush.jobs = (zone.logpush.jobs ?? []).map((job) => ({ ...job, enabled: true }));
    });
  });
  await nextRun.applied();
  expect(sent('DELETE')).toBe(1);
  expect(held()).toMatchObject([
    { kind: 'edge', enabled: true },
    { kind: '', enabled: false },
    { kind: '', enabled: false },
  ]);
});

test('an interrupted creation without effect is repeated, and a later one creates a new job', async () => {
  configure({ name: 'cut' });
  service.emulator.control.faults.put([fault({ effect: { kind: 'cut', moment: 'before-write' } })]);
  expect((await workspace.apply()).exitCode).toBe(1);
  service.emulator.control.faults.clear();
  await nextRun.applied();
  await expectDone('cut');
  configure({ name: 'cut', lifecycle: [{ create_before_destroy: true }] });
  await nextRun.applied({ args: ['-replace=zone_logpush_job.job-0'] });
  expect(held().map(({ id }) => id)).toEqual([2]);
  await expectDone('cut');
});

test('an interrupted creation without effect beside an equal job of others is repeated, and theirs is not taken', async () => {
  configure({ name: 'cut' });
  service.emulator.control.editZone(DEFAULT_ZONE_ID, ({ logpush }) => {
    logpush.jobs = [
      { id: 1, name: 'cut', destination_conf: DESTINATION, logpull_options: 'fields=RayID,Cookies' },
    ];
  });
  service.emulator.control.faults.put([fault({ effect: { kind: 'cut', moment: 'before-write' } })]);
  expect((await workspace.apply()).exitCode).toBe(1);
  service.emulator.control.faults.clear();
  await nextRun.applied();
  expect(held().map(({ id }) => id)).toEqual([1, 2]);
  expect(await nextRun.attributes('zone_logpush_job.job-0')).toMatchObject({ job_id: 2 });
});

describe('a replacement that nothing in the configuration asks for', () => {
  const block = { name: 'cut', lifecycle: [{ create_before_destroy: true }] };
  const REPLACE = ['-replace=zone_logpush_job.job-0'];

  test.each([
    ['is finished by the next apply', {}, 0],
    [
      'is finished with what has changed since',
      { enabled: true, destination_conf_wo: `${DESTINATION}2`, destination_conf_wo_version: 2 },
      1,
    ],
  ])('%s after the engine was killed between creation and deletion', async (_how, changed, updates) => {
    configure(block);
    await nextRun.applied();
    await cutApply(CUTS['the engine is killed'], undefined, 1, REPLACE);
    expect(held().map(({ id }) => id)).toEqual([1, 2]);
    configure({ ...block, ...changed });
    const { exitCode, stdout } = await nextRun.apply();
    expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
      0,
      expect.stringMatching(
        /job-0 must be replaced .*1 to add, 0 to change, 1 to destroy.* created the log push job 2 of zone [0-9a-f]{32} to replace job 1, .* apply deletes job 1\./,
      ),
    ]);
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
    expect([sent('POST'), sent('PUT')]).toEqual([2, updates]);
  });

  test('is forgotten when somebody has deleted the new job', async () => {
    configure(block);
    await nextRun.applied();
    await cutApply(CUTS['the engine is killed'], undefined, 1, REPLACE);
    service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
      zone.logpush.jobs = (zone.logpush.jobs ?? []).filter(({ id }) => id === 1);
    });
    expect((await nextRun.plan()).exitCode).toBe(0);
  });

  /** Applies, and leaves what a provider leaves that is killed right after the engine has written the state. */
  const applyLeavingRecord = async (): Promise<void> => {
    configure(block);
    await cutApply(CUTS['the engine is killed when the provider has the answer']);
    const left = readdirSync(records()).map((name) => [name, readFileSync(join(records(), name), 'utf8')]);
    await workspace.applied();
    mkdirSync(records(), { recursive: true });
    for (const [name, text] of left as [string, string][]) writeFileSync(join(records(), name), text);
  };

  test('creates its own job, not that of the record of the old one, also without a refresh', async () => {
    await applyLeavingRecord();
    await nextRun.applied({ args: [...REPLACE, '-refresh=false'] });
    expect(held().map(({ id }) => id)).toEqual([2]);
    await expectDone('cut');
  });

  test('deletes no job that the new object has taken while the provider was unknown at plan', async () => {
    await applyLeavingRecord();
    const { resource, ...more } = JSON.parse(workspace.read('main.tf.json')) as { readonly resource: object };
    const terraform_data = { address: { input: service.env['ZONEWRIGHT_BASE_URL'] } };
    const provider = { zone: { base_url: '${terraform_data.address.output}' } };
    workspace.write(
      'main.tf.json',
      JSON.stringify({ ...more, provider, resource: { ...resource, terraform_data } }),
    );
    const { exitCode, stdout } = await workspace.apply({ args: REPLACE });
    expect([exitCode, stdout.replace(/[│\s]+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(`The log push job 1 of zone ${ZONE} stays: another resource has it now`),
    ]);
    expect(held().map(({ id }) => id)).toEqual([1]);
    expect((await nextRun.plan()).exitCode).toBe(0);
  });
});

test('another state in the same folder does not take the job of an interrupted run', async () => {
  configure({ name: 'cut' });
  await cutApply((engine) => kill(engine));
  expect((await workspace.run(['workspace', 'new', 'other'])).exitCode).toBe(0);
  await nextRun.applied();
  expect(held().map(({ id }) => id)).toEqual([1, 2]);
  expect((await nextRun.destroy()).exitCode).toBe(0);
  expect((await workspace.run(['workspace', 'select', 'default'])).exitCode).toBe(0);
  await nextRun.applied();
  await expectDone('cut');
});

test('the creation record is readable only by its owner, holds no secret, and is deleted when the engine ends normally', async () => {
  configure({ name: 'cut' });
  let seen: readonly string[] = [];
  let modes: readonly number[] = [];
  onAnswer(({ operation }) => {
    if (operation !== CREATION) return;
    seen = recordTexts();
    modes = readdirSync(records()).map((name) => statSync(join(records(), name)).mode & 0o777);
  });
  await workspace.applied();
  expect([seen.length, modes, recordTexts()]).toEqual([1, [0o600], []]);
  expect(seen.join('')).not.toMatch(/planted|logs\.example|emulator-token/);
  expect(existsSync(records())).toBe(false);
  expect(statSync(dirname(records())).mode & 0o777).toBe(0o700);
});

test('damaged creation records are removed, and a read-only folder does no harm', async () => {
  configure({ name: 'cut' });
  mkdirSync(records(), { recursive: true });
  for (const text of ['', '{', '[]', 'null', '{"zoneId":1}', JSON.stringify({ zoneId: DEFAULT_ZONE_ID })])
    writeFileSync(join(records(), `${Buffer.from(text.padEnd(16).slice(0, 16)).toString('hex')}.json`), text);
  await nextRun.applied();
  await expectDone('cut');
  const folder = join(workspace.cwd, '.terraform', 'zonewright');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  try {
    configure({ name: 'cut' }, { name: 'second' });
    await nextRun.applied();
    expect(held()).toHaveLength(2);
  } finally {
    rmSync(folder);
  }
});
