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

/** Kills the shell of the step that applies, the engine and the provider, when four jobs have been created. */
async function killedApply(sha: string): Promise<EndedWorkflow> {
  // The answers of further creations are late, so that the run is in the middle of them.
  world.emulator.control.faults.put([
    {
      match: { method: 'POST', pathPrefix: '/client/v4/zones/' },
      delayMs: 300,
      effect: { kind: 'none' },
    },
  ]);
  const onStep = killingApply('apply zones-shop', () => ZONES.flatMap(world.jobsOf).length >= 4);
  const applied = await world.repository.apply(sha, { onStep });
  world.emulator.control.faults.put([]);
  return applied;
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
  const lock = states.locks.get(STACK);
  expect(lock).toMatchObject({ Operation: 'OperationTypeApply' });

  await repository.byHand(`npm ci && npm run --silent synth
    cd cdktf.out/stacks/${STACK}
    terraform init -input=false
    terraform force-unlock -force ${lock?.ID}`);
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

test('without its runner, and so without its records, nothing is planned that would be there twice', async () => {
  const { repository, platform, states } = world;
  world.addExample(ZONES.map((name) => zoneLine(name, 'shop', 'all')));
  const pull = repository.openPullRequest();
  await repository.plan(pull);
  const sha = repository.merge(pull);
  await killedApply(sha);
  for (const cache of readdirSync(platform.caches)) rmSync(join(platform.caches, cache));
  await repository.byHand(`npm ci && npm run --silent synth
    cd cdktf.out/stacks/${STACK} && terraform init -input=false
    terraform force-unlock -force ${states.locks.get(STACK)?.ID}`);
  const planned = await repository.plan(pull);
  expect(results(planned)).toMatchObject({ isSuccess: false, plan: ['failure'] });
  const output = outputOf(planned.jobs['plan']);
  expect(output).toContain(`cdktf.out/stacks/${STACK} would create a log push job that is there already`);
  expect(output).toContain('import {');
  expect(results(await repository.apply(sha))).toEqual({
    ...{ isSuccess: false, reviewed: ['failure'], approve: [], apply: [] },
  });
  for (const jobs of ZONES.map(world.jobsOf)) expect(jobs).toEqual([...new Set(jobs)]);
});
