import { DEFAULT_ZONE_ID } from '../../emulator';
import type { PlanOptions } from '../../cli/engine/run';
import { undeclaredJobs } from '../../cli/review/review-stack';
import type { PlanJson } from '../../cli/review/plan-json';
import { ZoneNames } from '../../cli/review/zone-names';
import {
  editJobs,
  held,
  imports,
  jobs,
  printed,
  rest,
  service,
  settle,
  useJobZone,
  workspace,
} from './job-zone';

useJobZone({ startedBy: 'workspace' });

const DECLARED = {
  name: 'declared',
  destination_conf: 'https://logs.example.com/?header_Authorization=planted-secret',
  options: { fields: ['RayID'] },
};
const FOUND = 'data.zone_logpush_jobs.all';
const ALL = {
  data: {
    zone_logpush_jobs: {
      all: { zone_id: DEFAULT_ZONE_ID, declared_job_ids: ['${zone_logpush_job.declared.job_id}'] },
    },
  },
  check: {
    only_declared_jobs: {
      assert: {
        condition: `\${length(${FOUND}.undeclared_jobs) == 0}`,
        error_message: `Not declared: \${jsonencode(${FOUND}.undeclared_jobs)}.`,
      },
    },
  },
  output: { jobs: { value: `\${${FOUND}.jobs}` } },
};

const BY_HAND = {
  enabled: true,
  name: 'by-hand',
  dataset: 'dns_logs',
  destination_conf: 's3://bucket/logs?region=x&access-key-id=planted&secret-access-key=planted-secret',
};

function makeByHand(): void {
  service.emulator.control.editZone(DEFAULT_ZONE_ID, (zone) => {
    zone.logpush.jobs = [...(zone.logpush.jobs ?? []), BY_HAND];
  });
}

/** The result of the check in the JSON of a saved plan. */
async function checked(): Promise<unknown> {
  const { json } = await workspace.showJson('plan');
  const { checks = [] } = json as { readonly checks?: readonly { readonly status: string }[] };
  return checks.map(({ status }) => status);
}

test('a job that was made by hand is found by every plan, with its import id and without its secrets', async () => {
  jobs({ declared: DECLARED }, ALL);
  await workspace.applied();
  expect((await workspace.plan({ out: 'plan' })).exitCode).toBe(0);
  expect(await checked()).toEqual(['pass']);

  makeByHand();
  const number = held().find(({ name }) => name === 'by-hand')?.id;
  const plan = await workspace.plan({ out: 'plan' });
  expect(await checked()).toEqual(['fail']);
  expect(printed(plan)).toContain('Not declared: ');
  const { json } = await workspace.showJson('plan');
  const text = JSON.stringify(json);
  expect(text).toContain(`${DEFAULT_ZONE_ID}/${number}`);
  expect(text).not.toContain('secret-access-key');
  await workspace.applied();
  const { stdout } = await workspace.run(['output', '-json', 'jobs']);
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({ name: 'declared', destination: 'https://logs.example.com' }),
    {
      job_id: number,
      import_id: `${DEFAULT_ZONE_ID}/${number}`,
      name: 'by-hand',
      dataset: 'dns_logs',
      kind: '',
      enabled: true,
      destination: 's3://bucket/logs',
    },
  ]);
});

/** As `ALL`, but read in every plan. @param names of the declared jobs */
function readAtPlan(...names: readonly string[]): object {
  const ids = names.map((name) => `zone_logpush_job.${name}.job_id`).join(', ');
  const declared = `\${provider::zone::known_job_ids([${ids}])}`;
  const all = { zone_id: DEFAULT_ZONE_ID, declared_job_ids: '${local.declared}' };
  return { check: ALL.check, locals: { declared }, data: { zone_logpush_jobs: { all } } };
}

describe('with known_job_ids, in every plan,', () => {
  /** What the check says of a plan, and the names of the jobs that are not declared. */
  async function found(options: PlanOptions = {}): Promise<readonly unknown[]> {
    await workspace.plan({ ...options, out: 'plan' });
    const { json } = await workspace.showJson('plan');
    const [data] = undeclaredJobs('stack', json as PlanJson, new ZoneNames());
    return [...((await checked()) as readonly unknown[]), ...(data ? [data.name] : [])];
  }
  const TWO = { declared: DECLARED, second: { ...DECLARED, name: 'second' } };

  test('jobs to be created, replaced, renamed and imported raise no alarm', async () => {
    jobs({ declared: DECLARED }, readAtPlan('declared'));
    expect(await found()).toEqual(['pass']);
    await settle({ declared: DECLARED }, readAtPlan('declared'));
    jobs(TWO, readAtPlan('declared', 'second'));
    expect(await found()).toEqual(['pass']);
    await settle(TWO, readAtPlan('declared', 'second'));
    expect(await found({ args: ['-replace=zone_logpush_job.second'] })).toEqual(['pass']);
    await workspace.applied({ args: ['-replace=zone_logpush_job.second'] });
    await rest();

    const { second, ...others } = TWO;
    const moved = { moved: [{ from: 'zone_logpush_job.second', to: 'zone_logpush_job.third' }] };
    jobs(
      { ...others, third: { ...second, name: 'third' } },
      { ...readAtPlan('declared', 'third'), ...moved },
    );
    expect(await found()).toEqual(['pass']);

    makeByHand();
    const numbers = held().map(({ name, id }) => [name, `${DEFAULT_ZONE_ID}/${id}`]);
    const ids = Object.fromEntries(numbers) as Readonly<Record<string, string>>;
    imports({ declared: `${ids['declared']}`, second: `${ids['second']}`, adopted: `${ids['by-hand']}` });
    const adopted = { ...BY_HAND, options: { fields: ['QueryName'] } };
    jobs({ ...TWO, adopted }, readAtPlan('declared', 'second', 'adopted'));
    expect(await found()).toEqual(['pass']);
  });

  test('a job that was made by hand is found although a declared one was deleted, also by a refresh', async () => {
    jobs({ declared: DECLARED }, readAtPlan('declared'));
    makeByHand();
    expect(await found()).toEqual(['fail', 'by-hand']);
    editJobs(() => []);
    await workspace.applied();
    editJobs(() => [BY_HAND]);
    expect(await found()).toEqual(['fail', 'by-hand']);
    expect(await found({ refreshOnly: true })).toEqual(['fail', 'by-hand']);
    await workspace.applied();
    expect((await workspace.plan()).exitCode).toBe(0);
    expect(await found()).toEqual(['fail', 'by-hand']);
  });
});

test('the jobs are read with the list of the zone: neither a plan nor an apply sends a request more', async () => {
  const requestsOf = async (command: Promise<unknown>): Promise<number> => {
    const before = service.emulator.control.journal().length;
    await command;
    return service.emulator.control.journal().length - before;
  };
  jobs({ declared: DECLARED });
  await workspace.applied();
  const without = await requestsOf(workspace.plan());
  jobs({ declared: DECLARED }, ALL);
  expect(await requestsOf(workspace.plan())).toBe(without);
  jobs({ declared: DECLARED }, readAtPlan('declared'));
  expect(await requestsOf(workspace.plan())).toBe(without);
  const second = { ...DECLARED, name: 'second' };
  jobs({ declared: DECLARED, second });
  const withoutInApply = await requestsOf(workspace.applied());
  const third = { ...DECLARED, name: 'third' };
  jobs({ declared: DECLARED, second, third }, readAtPlan('declared', 'second', 'third'));
  expect(await requestsOf(workspace.applied())).toBe(withoutInApply);
});
