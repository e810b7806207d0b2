import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equalJobThere } from '../../provider-shim/resources/logpush-job/ownership-problems';
import { linkedPackages } from './installed-packages';
import { startWorld, zoneId, zoneLine, type PipelineWorld } from './pipeline-world';
import { EXAMPLE } from './user-repository';

/** The example workflows of GitHub Actions, with two stacks; `npm run test:pipelines` runs everything. */

const SHOP = 'shop.example';
const BLOG = 'blog.example';

let world: PipelineWorld;
beforeAll(async () => {
  world = await startWorld(
    linkedPackages,
    [SHOP, BLOG].map((name) => ({ id: zoneId(name), name })),
    { machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
  );
});
afterAll(() => world.stop());

test('the first pull request is planned and reviewed; its merge applies exactly what was reviewed', async () => {
  const { repository, platform, states } = world;
  world.addExample([zoneLine(SHOP, 'shop', 'audited'), zoneLine(BLOG, 'content')]);
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect(planned.jobs['plan']?.map(({ name, result }) => [name, result])).toEqual([
    ['plan zones-content', 'success'],
    ['plan zones-shop', 'success'],
  ]);
  expect(world.comments(pull)).toEqual([
    expect.stringMatching(/^<!-- zonewright review -->\n[^]*2 stacks, 2 zones[^]*5 created/),
  ]);
  expect({ isSuccess: planned.isSuccess, jobs: world.jobsOf(SHOP), states: states.states.size }).toEqual({
    ...{ isSuccess: true, jobs: [], states: 0 },
  });
  const folder = join(platform.artifacts, String(planned.id));
  const encrypted = readdirSync(folder).filter((name) => name.startsWith('plan-'));
  expect(
    encrypted.map((name) => readFileSync(join(folder, name, 'plan.tar.gz.enc')).toString('latin1', 0, 8)),
  ).toEqual(['Salted__', 'Salted__']);

  const applied = await repository.apply(repository.merge(pull));
  expect({
    isSuccess: applied.isSuccess,
    applied: applied.jobs['apply']?.length,
    approved: applied.jobs['approve'],
    jobs: [world.jobsOf(SHOP), world.jobsOf(BLOG)],
    states: [...states.states.keys()].sort(),
    locks: states.locks.size,
  }).toEqual({
    isSuccess: true,
    applied: 2,
    approved: [],
    jobs: [['audit', 'http'], ['http']],
    states: ['zones-content', 'zones-shop'],
    locks: 0,
  });
});

test('a pull request that changes no stack plans nothing, and says so', async () => {
  const { repository } = world;
  repository.write('README.md', 'Other words.\n');
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect({ ...planned, plan: planned.jobs['plan'], comments: world.comments(pull) }).toMatchObject({
    isSuccess: true,
    plan: [],
    comments: ['<!-- zonewright review -->\nNo stack changes.\n'],
  });
});

test('plan-stack.sh looks for the code with which the warning of a job that is there already ends', () => {
  const [, end] = /endswith\(("[^"]+")\)/.exec(readFileSync(join(EXAMPLE, 'plan-stack.sh'), 'utf8')) ?? [];
  expect(end).toBe(String.raw`"\nCode: equal_job_there"`);
  expect(equalJobThere('shop.example', 7, '').hint.endsWith(JSON.parse(String(end)) as string)).toBe(true);
});
