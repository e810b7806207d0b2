import { DEFAULT_ZONE_ID, DEFAULT_ZONE_NAME } from '../../emulator';
import { byEngine } from '../support/engine';
import { inLane } from '../support/lane';
import {
  attributesOf,
  held,
  jobs,
  printed,
  rest,
  settle,
  useAppliedJobs,
  useJobZone,
  workspace,
  type JobBlock,
} from './job-zone';

/** A second zone, whose jobs are counted from 1 as well. */
const OTHER_ZONE_ID = 'b'.repeat(32);

useJobZone({
  startedBy: 'workspace',
  seed: {
    zones: [
      { id: DEFAULT_ZONE_ID, name: 'example.com', plan: 'enterprise' },
      { id: OTHER_ZONE_ID, name: 'example.net', plan: 'enterprise' },
    ],
  },
});

const JOB = {
  name: 'requests',
  destination_conf: 'https://logs.example.com/collect?header_Authorization=t',
  logpull_options: { fields: ['RayID'] },
};

const named = (name: string): JobBlock => ({ ...JOB, name });
const numbers = (zoneId?: string): readonly unknown[] => held(zoneId).map(({ id }) => id);
const names = (zoneId?: string): readonly unknown[] => held(zoneId).map(({ name }) => name);

/** One resource with several instances. */
function instances(more: JobBlock): Record<string, JobBlock> {
  return { many: { ...JOB, name: '${each.value}', ...more } };
}

/** An import block for each address, all of one job. */
function importAt(id: number, ...addresses: readonly string[]): void {
  workspace.write(
    'import.tf',
    addresses
      .map((name) => `import {\n  to = zone_logpush_job.${name}\n  id = "${DEFAULT_ZONE_ID}/${id}"\n}\n`)
      .join('\n'),
  );
}

describe('a removed resource deletes its own job, and never that of another', () => {
  test('create_before_destroy with a failing dependent: the deposed job is deleted, the current one stays', async () => {
    const block = { ...JOB, lifecycle: [{ create_before_destroy: true }] };
    const dependent = (command: string): object => ({
      resource: {
        zone_logpush_job: { job: { zone_id: DEFAULT_ZONE_ID, ...block } },
        terraform_data: {
          dependent: {
            triggers_replace: '${zone_logpush_job.job.job_id}',
            provisioner: [{ 'local-exec': { command } }],
          },
        },
      },
    });
    jobs({}, dependent('true'));
    await workspace.applied();
    jobs({}, dependent('exit 1'));
    expect((await workspace.apply({ args: ['-replace=zone_logpush_job.job'] })).exitCode).toBe(1);
    expect(numbers()).toEqual([1, 2]);
    jobs({}, dependent('true'));
    await workspace.applied();
    expect(numbers()).toEqual([2]);
    expect((await attributesOf('job'))['job_id']).toBe(2);
    await rest();
  });

  test('renamed without a moved block, the new address applied first', async () => {
    await settle({ before: JOB });
    jobs({ after: JOB });
    const targeted = await workspace.apply({ args: ['-target=zone_logpush_job.after'] });
    expect(printed(targeted)).toContain('a log push job that is exactly like this one: 1.');
    expect(printed(targeted)).toContain('add a moved block (moveFromId of the construct)');
    expect(numbers()).toEqual([1, 2]);
    await workspace.applied();
    expect(numbers()).toEqual([2]);
    expect((await attributesOf('after'))['job_id']).toBe(2);
    await rest();
  });

  test('taken_over distinguishes a created job from an imported one', async () => {
    await settle({ made: JOB });
    expect(await attributesOf('made')).toMatchObject({ taken_over: false, job_id: 1 });
    workspace.write('terraform.tfstate', '');
    importAt(1, 'made');
    await workspace.applied();
    expect(await attributesOf('made')).toMatchObject({ taken_over: true, job_id: 1 });
    workspace.write('import.tf', '');
    jobs({ made: named('changed') });
    // A token that nobody gave is none to remove.
    expect((await workspace.plan()).stdout).not.toMatch(/\bownership_challenge\b/);
    await settle({ made: named('changed') });
    expect(await attributesOf('made')).toMatchObject({ taken_over: true });
    await workspace.applied({ args: ['-replace=zone_logpush_job.made'] });
    expect(await attributesOf('made')).toMatchObject({ taken_over: false, job_id: 2 });
  });
});

/** The order in which the engine reads the two is its own. */
const TIMES = inLane({ share: [1], whole: [1, 2, 3] });

describe('one job imported at two addresses is refused', () => {
  const REFUSED = `Two resources have the same log push job: job 1 of zone ${DEFAULT_ZONE_NAME} (${DEFAULT_ZONE_ID}).`;
  const ways = [
    'a moved block',
    'remove one of the two import blocks',
    'destroy = false',
    'terraform state rm',
  ];

  useAppliedJobs({ one: JOB });

  test.each(TIMES)('by two import blocks in one plan (%i)', async () => {
    workspace.write('terraform.tfstate', '');
    jobs({ one: JOB, two: JOB });
    importAt(1, 'one', 'two');
    const plan = await workspace.plan();
    expect([plan.exitCode, printed(plan)]).toEqual([1, expect.stringContaining(REFUSED)]);
    for (const way of ways) expect(printed(plan)).toContain(way);
    importAt(1, 'one');
    jobs({ one: JOB });
    await workspace.applied();
    expect(numbers()).toEqual([1]);
  });

  test.each(TIMES)('by an import block for a renamed resource (%i)', async () => {
    jobs({ two: JOB });
    importAt(1, 'two');
    const plan = await workspace.plan();
    expect([plan.exitCode, printed(plan)]).toEqual([1, expect.stringContaining(REFUSED)]);
    workspace.write('import.tf', 'moved {\n  from = zone_logpush_job.one\n  to = zone_logpush_job.two\n}\n');
    await settle({ two: JOB });
    expect(numbers()).toEqual([1]);
  });

  test('by two terraform import commands, whichever address is removed; a removed block resolves it', async () => {
    jobs({ one: JOB, two: JOB });
    const id = `${DEFAULT_ZONE_ID}/1`;
    expect((await workspace.run(['import', 'zone_logpush_job.two', id])).exitCode).toBe(0);
    for (const gone of ['one', 'two']) {
      jobs({ [gone === 'one' ? 'two' : 'one']: JOB });
      expect(printed(await workspace.apply())).toContain(REFUSED);
      expect(numbers()).toEqual([1]);
    }
    workspace.write(
      'import.tf',
      'removed {\n  from = zone_logpush_job.two\n  lifecycle {\n    destroy = false\n  }\n}\n',
    );
    jobs({ one: JOB });
    // OpenTofu refreshes what it is about to forget, so the provider sees both (docs/guides/engines.md).
    const plain = await workspace.apply();
    expect(plain.exitCode).toBe(byEngine({ terraform: 0, tofu: 1 }));
    if (plain.exitCode !== 0) expect(printed(plain)).toContain('and apply, on OpenTofu with -refresh=false:');
    await workspace.applied({ args: ['-refresh=false'] });
    await rest();
    expect(numbers()).toEqual([1]);
    workspace.write('import.tf', '');
    await rest();
  });

  test('and terraform state rm resolves it; both may be destroyed together', async () => {
    const id = `${DEFAULT_ZONE_ID}/1`;
    jobs({ one: JOB, two: JOB });
    expect((await workspace.run(['import', 'zone_logpush_job.two', id])).exitCode).toBe(0);
    expect((await workspace.run(['state', 'rm', 'zone_logpush_job.one'])).exitCode).toBe(0);
    await settle({ two: JOB });
    jobs({ one: JOB, two: JOB });
    expect((await workspace.run(['import', 'zone_logpush_job.one', id])).exitCode).toBe(0);
    // The engine plans a destroy as if everything stayed, first, unless it is told not to refresh.
    expect(printed(await workspace.destroy())).toContain(REFUSED);
    expect(printed(await workspace.plan({ destroy: true, args: ['-refresh=false'] }))).toContain(
      '2 to destroy',
    );
    jobs({});
    expect(printed(await workspace.apply())).toContain('Resources: 0 added, 0 changed, 2 destroyed.');
    expect(numbers()).toEqual([]);
  });

  test('and a tainted object of the job is not replaced while another has the job', async () => {
    jobs({ one: JOB, two: JOB });
    await workspace.run(['import', 'zone_logpush_job.two', `${DEFAULT_ZONE_ID}/1`]);
    await workspace.run(['taint', 'zone_logpush_job.two']);
    expect(printed(await workspace.apply())).toContain(REFUSED);
    expect(numbers()).toEqual([1]);
  });
});

describe('jobs change places', () => {
  test('a job moves to another zone, where its number is taken', async () => {
    await settle({ moving: JOB, staying: { ...named('staying'), zone_id: OTHER_ZONE_ID } });
    expect([numbers(), numbers(OTHER_ZONE_ID)]).toEqual([[1], [1]]);
    await settle({
      moving: { ...JOB, zone_id: OTHER_ZONE_ID },
      staying: { ...named('staying'), zone_id: OTHER_ZONE_ID },
    });
    expect([names(), names(OTHER_ZONE_ID)]).toEqual([[], ['staying', 'requests']]);
    // Two change zones with each other.
    await settle({ moving: { ...JOB }, staying: { ...named('staying'), zone_id: OTHER_ZONE_ID } });
    await settle({ moving: { ...JOB, zone_id: OTHER_ZONE_ID }, staying: named('staying') });
    expect([names(), names(OTHER_ZONE_ID)]).toEqual([['staying'], ['requests']]);
  });

  const counted = (...list: readonly string[]): Record<string, JobBlock> => ({
    many: { ...JOB, count: list.length, name: `\${${JSON.stringify(list)}[count.index]}` },
  });

  test('count: a new element at the front, one less at the front, and two that swap', async () => {
    await settle(counted('a', 'b'));
    for (const list of [['new', 'a', 'b'], ['a', 'b'], ['b', 'a'], ['b'], []]) {
      await settle(counted(...list));
      expect([...names()].sort()).toEqual([...list].sort());
    }
  });

  test('for_each: two keys swap their values, and a key is renamed', async () => {
    const keyed = (values: Readonly<Record<string, string>>): Record<string, JobBlock> =>
      instances({ for_each: values });
    await settle(keyed({ x: 'a', y: 'b' }));
    await settle(keyed({ x: 'b', y: 'a' }));
    expect(numbers()).toEqual([1, 2]);
    await settle(keyed({ z: 'b', y: 'a' }));
    expect([...names()].sort()).toEqual(['a', 'b']);
    await settle(keyed({ x: 'a', y: 'b', z: 'c' }));
    expect([...names()].sort()).toEqual(['a', 'b', 'c']);
  });
});
