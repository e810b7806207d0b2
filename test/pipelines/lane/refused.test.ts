import { results } from '../ci/run-workflow';
import { linkedPackages } from '../installed-packages';
import { outputOf, startWorld, zoneId, zoneLine, type PipelineWorld } from '../pipeline-world';

/** What the example workflows refuse to apply, and what they say. */

const SHOP = 'shop.example';
const BLOG = 'blog.example';
/** One more than plan.yml lets a pull request change. */
const MANY = Array.from({ length: 51 }, (_, index) => `${index}.example`);
const PLAIN = [zoneLine(SHOP, 'shop'), zoneLine(BLOG, 'content')];
const AUDITED = [zoneLine(SHOP, 'shop', 'audited'), zoneLine(BLOG, 'content')];

let world: PipelineWorld;
beforeAll(async () => {
  world = await startWorld(
    linkedPackages,
    [SHOP, BLOG, ...MANY].map((name) => ({ id: zoneId(name), name })),
    { machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
  );
  world.addExample(PLAIN);
  const pull = world.repository.openPullRequest();
  await world.repository.plan(pull);
  expect(await world.repository.apply(world.repository.merge(pull))).toMatchObject({ isSuccess: true });
});
afterAll(() => world.stop());

test('a plan whose state was written since then', async () => {
  const { repository, states } = world;
  repository.zones(AUDITED);
  const pull = repository.openPullRequest();
  await repository.plan(pull);
  const state = JSON.parse(states.states.get('zones-shop') ?? '') as { readonly serial: number };
  states.put('zones-shop', JSON.stringify({ ...state, serial: state.serial + 1 }));
  const before = world.writes();
  const sha = repository.merge(pull);
  const applied = await repository.apply(sha);
  expect(results(applied)).toMatchObject({ isSuccess: false, apply: ['failure'] });
  expect(outputOf(applied.jobs['apply'])).toContain('Saved plan is stale');
  expect(world.writes()).toBe(before);

  // What is to do then: the same run plans again.
  expect((await repository.plan(pull)).isSuccess).toBe(true);
  expect({ ...results(await repository.apply(sha)), jobs: world.jobsOf(SHOP) }).toMatchObject({
    ...{ isSuccess: true, jobs: ['audit', 'http'] },
  });
});

test('a push that nobody reviewed', async () => {
  world.repository.zones(PLAIN);
  const before = world.writes();
  const applied = await world.repository.apply(world.repository.push());
  expect(results(applied)).toMatchObject({ isSuccess: false, reviewed: ['failure'], apply: [] });
  expect(outputOf(applied.jobs['reviewed'])).toMatch(/::error::[0-9a-f]{40} is of no pull request/);
  expect(world.writes()).toBe(before);
});

test('a pull request of which a stack could not be planned; the comment names it', async () => {
  const { repository, emulator } = world;
  repository.zones([zoneLine(SHOP, 'shop', 'all'), zoneLine(BLOG, 'content', 'all')]);
  const pull = repository.openPullRequest();
  emulator.control.faults.put([
    {
      match: { zoneId: zoneId(BLOG) },
      effect: { kind: 'answer', status: 403 },
    },
  ]);
  const planned = await repository.plan(pull);
  emulator.control.faults.put([]);
  expect(results(planned)).toMatchObject({
    isSuccess: false,
    plan: ['failure', 'success'],
    review: ['failure'],
  });
  expect(world.comments(pull)).toEqual([
    expect.stringMatching(/Not reviewed \(1\)[^]*zones-content\/tfplan\.json/),
  ]);
  const applied = await repository.apply(repository.merge(pull));
  expect(results(applied)).toMatchObject({ isSuccess: false, reviewed: ['failure'], apply: [] });
  expect(outputOf(applied.jobs['reviewed'])).toContain(
    `the newest run of plan.yml for ${pull.head} did not succeed`,
  );
});

test('a pull request over a limit', async () => {
  const { repository } = world;
  repository.zones([...AUDITED, ...MANY.map((name) => zoneLine(name, 'many'))]);
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect(results(planned)).toMatchObject({ isSuccess: false, review: ['failure'] });
  expect(world.comments(pull)).toEqual([expect.stringMatching(/Over the limit --max-zones 50: 51 zones/)]);
});

test('what others changed is an issue in the morning, and the same issue the next day', async () => {
  const { emulator, repository, platform } = world;
  const change = async (): Promise<void> => {
    const jobs = `${emulator.baseUrl}/zones/${zoneId(SHOP)}/logpush/jobs`;
    const headers = {
      authorization: `Bearer ${emulator.credentials.token}`,
      'content-type': 'application/json',
    };
    const { result } = (await (await fetch(jobs, { headers })).json()) as {
      readonly result: readonly { readonly id: number }[];
    };
    const body = JSON.stringify({ enabled: false });
    expect((await fetch(`${jobs}/${result[0]?.id}`, { method: 'PUT', headers, body })).status).toBe(200);
  };
  await change();
  const nights = [await repository.drift(), await repository.drift()];
  expect(nights.map(results)).toEqual([
    { isSuccess: true, drift: ['success'] },
    { isSuccess: true, drift: ['success'] },
  ]);
  expect(platform.notes.get(0)).toEqual([
    {
      id: expect.any(Number),
      title: 'Drift',
      labels: ['drift'],
      body: expect.stringContaining('shop.example'),
    },
  ]);
});
