import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { results, type EndedWorkflow } from '../ci/run-workflow';
import { linkedPackages } from '../installed-packages';
import { killingApply } from '../kill-apply';
import { outputOf, startWorld, zoneId, zoneLine, type PipelineWorld } from '../pipeline-world';

/** An apply that is killed in the middle, as by a cancelled job: its lock, and how to go on on other runners. */

const ZONES = Array.from({ length: 6 }, (_, index) => `${index}.example`);
const STACK = 'zones-shop';

let world: PipelineWorld;
beforeEach(async () => {
  world = await startWorld(
    linkedPackages,
    ZONES.map((name) => ({ id: zoneId(name), name })),
    { machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
  );
});
afterEach(() => world.stop());

/** Kills the shell of the step that applies, the engine and the provider, when some jobs of the zones have been created. */
async function killedApply(
  sha: string,
  { stack = STACK, zones = ZONES, jobs = 4 } = {},
): Promise<EndedWorkflow> {
  // The answers of further creations are late, so that the run is in the middle of them.
  world.emulator.control.faults.put([
    {
      match: { method: 'POST', pathPrefix: '/client/v4/zones/' },
      delayMs: 300,
      effect: { kind: 'none' },
    },
  ]);
  const onStep = killingApply(`apply ${stack}`, () => zones.flatMap(world.jobsOf).length >= jobs);
  const applied = await world.repository.apply(sha, { onStep });
  world.emulator.control.faults.put([]);
  return applied;
}

/** Releases the lock of the stack in a checkout of main, as docs/pipelines.md says. */
async function unlockByHand(): Promise<void> {
  await world.repository.byHand(`npm ci && npm run --silent synth
    cd cdktf.out/stacks/${STACK}
    terraform init -input=false
    terraform force-unlock -force ${world.states.locks.get(STACK)?.ID}`);
}

test('the lock is released by hand, both workflows run again, and nothing is there twice', async () => {
  const { repository, states } = world;
  world.addExample(ZONES.map((name) => zoneLine(name, 'shop', 'all')));
  const pull = repository.openPullRequest();
  expect((await repository.plan(pull)).isSuccess).toBe(true);
  const sha = repository.merge(pull);
  expect(results(await killedApply(sha))).toMatchObject({ isSuccess: false, apply: ['failure'] });
  const made = ZONES.flatMap(world.jobsOf).length;
  expect(made).toBeGreaterThanOrEqual(4);
  expect(made).toBeLessThan(18);
  expect(states.locks.get(STACK)).toMatchObject({ Operation: 'OperationTypeApply' });

  await unlockByHand();
  expect(states.locks.size).toBe(0);
  // The same plan is refused: it created what is there now. The pull request is planned again.
  expect((await repository.plan(pull)).isSuccess).toBe(true);
  expect(world.comments(pull)).toHaveLength(1);
  const again = await repository.apply(sha);
  if (!again.isSuccess) throw new Error(outputOf(again.jobs['apply']));
  expect(ZONES.map(world.jobsOf)).toEqual(ZONES.map(() => ['audit', 'http', 'security']));
  expect(results(await repository.drift())).toEqual({ isSuccess: true, drift: ['success'] });
  expect(world.platform.notes.get(0)).toBeUndefined();
});

test('a stack finds its own records, also after an apply of another whose name begins so', async () => {
  const { repository, platform } = world;
  const [eu = '', ...zones] = ZONES;
  const shop = zones.map((name) => zoneLine(name, 'shop', 'all'));
  world.addExample(shop);
  const first = repository.openPullRequest();
  await repository.plan(first);
  const sha = repository.merge(first);
  expect((await killedApply(sha)).isSuccess).toBe(false);
  repository.zones([...shop, zoneLine(eu, 'shop-eu', 'all')]);
  const second = repository.openPullRequest();
  await repository.plan(second);
  const killed = await killedApply(repository.merge(second), {
    stack: 'zones-shop-eu',
    zones: [eu],
    jobs: 1,
  });
  expect(killed.isSuccess).toBe(false);
  expect(readdirSync(platform.caches)).toHaveLength(2);

  await unlockByHand();
  const planned = await repository.plan(first);
  if (!planned.isSuccess) throw new Error(outputOf(planned.jobs['plan']));
  expect((await repository.apply(sha)).isSuccess).toBe(true);
  expect(zones.map(world.jobsOf)).toEqual(zones.map(() => ['audit', 'http', 'security']));
});

test('a stack finds its records alone, after a kill in a job of several stacks', async () => {
  const { repository } = world;
  const [other = '', ...zones] = ZONES;
  const shop = zones.map((name) => zoneLine(name, 'shop', 'all'));
  world.addExample([zoneLine(other, 'content'), ...shop]);
  const workflow = '.github/workflows/plan.yml';
  repository.write(
    workflow,
    repository.read(workflow).replace('--format github', '--format github --group 2'),
  );
  const first = repository.openPullRequest();
  expect((await repository.plan(first)).jobs['plan']).toHaveLength(1);
  const killed = await killedApply(repository.merge(first), {
    ...{ stack: 'zones-content and 1 more', zones, jobs: 4 },
  });
  expect(results(killed)).toMatchObject({ isSuccess: false, apply: ['failure'] });
  expect(world.jobsOf(other)).toEqual(['http']);

  await unlockByHand();
  repository.write('plan-again.json', JSON.stringify({ [STACK]: 'its apply was killed' }));
  const second = repository.openPullRequest();
  const planned = await repository.plan(second);
  expect(planned.jobs['plan']?.map(({ name, result }) => [name, result])).toEqual([
    [`plan ${STACK}`, 'success'],
  ]);
  expect((await repository.apply(repository.merge(second))).isSuccess).toBe(true);
  expect(zones.map(world.jobsOf)).toEqual(zones.map(() => ['audit', 'http', 'security']));
});

test('without its runner, and so without its records, nothing is planned that would be there twice', async () => {
  const { repository, platform } = world;
  world.addExample(ZONES.map((name) => zoneLine(name, 'shop', 'all')));
  const pull = repository.openPullRequest();
  await repository.plan(pull);
  const sha = repository.merge(pull);
  await killedApply(sha);
  for (const cache of readdirSync(platform.caches)) rmSync(join(platform.caches, cache));
  await unlockByHand();
  const planned = await repository.plan(pull);
  expect(results(planned)).toMatchObject({ isSuccess: false, plan: ['failure'] });
  const output = outputOf(planned.jobs['plan']);
  expect(output).toContain(
    `cdktf.out/stacks/${STACK} would create log push jobs that are there already: zone_logpush_job.`,
  );
  expect(output).toMatch(/Warning: Zone .* exactly like this one: \d+\.\n {2}with zone_logpush_job\./);
  expect(output).toContain('import {');
  expect(results(await repository.apply(sha))).toEqual({
    ...{ isSuccess: false, reviewed: ['failure'], approve: [], apply: [] },
  });
  for (const jobs of ZONES.map(world.jobsOf)) expect(jobs).toEqual([...new Set(jobs)]);
});
