import { results, type EndedWorkflow } from '../ci/run-workflow';
import { packedPackages } from '../installed-packages';
import { outputOf, startWorld, zoneId, zoneLine, type PipelineWorld } from '../pipeline-world';
import type { PullRequest } from '../user-repository';

/** The course of a repository on GitHub Actions, one change after the other, with the packed package. */

const SHOP = 'shop.example';
const CART = 'cart.example';
const BLOG = 'blog.example';
const DOCS = 'docs.example';

const ZONES = {
  shop: zoneLine(SHOP, 'shop', 'audited'),
  cart: zoneLine(CART, 'shop'),
  blog: zoneLine(BLOG, 'content'),
  docs: zoneLine(DOCS, 'docs', '', 'validation'),
};

let world: PipelineWorld;
let zones: Record<string, string> = ZONES;
beforeAll(async () => {
  world = await startWorld(
    packedPackages,
    [SHOP, CART, BLOG, DOCS].map((name) => ({ id: zoneId(name), name })),
    {
      service: { settings: { finishSeconds: 0 } },
      machine: { ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' },
    },
  );
});
afterAll(() => world.stop());

/** Opens a pull request with these zones, and plans it. */
async function propose(
  change: Record<string, string>,
): Promise<{ pull: PullRequest; planned: EndedWorkflow }> {
  zones = change;
  world.repository.zones(Object.values(zones));
  const pull = world.repository.openPullRequest();
  return { pull, planned: await world.repository.plan(pull) };
}

test('the change that adds the app: three stacks are planned, reviewed in one comment, and applied', async () => {
  world.addExample(Object.values(ZONES));
  const pull = world.repository.openPullRequest();
  const planned = await world.repository.plan(pull);
  if (!planned.isSuccess) throw new Error(outputOf(Object.values(planned.jobs).flat()));
  expect(results(planned)).toEqual({
    ...{ isSuccess: true, stacks: ['success'], review: ['success'] },
    plan: ['success', 'success', 'success'],
  });
  expect(world.comments(pull)).toEqual([expect.stringContaining('3 stacks, 4 zones with changes')]);
  expect(world.writes()).toBe(0);
  const applied = await world.repository.apply(world.repository.merge(pull));
  expect(results(applied)).toEqual({
    ...{ isSuccess: true, reviewed: ['success'], approve: [] },
    apply: ['success', 'success', 'success'],
  });
  expect([SHOP, CART, BLOG, DOCS].map(world.jobsOf)).toEqual([
    ['audit', 'http'],
    ['http'],
    ['http'],
    ['http'],
  ]);
});

test.each([
  ['the app has no errors of types', (app: string): string => app, { isSuccess: true, types: ['success'] }],
  [
    'a misspelled property is one',
    (app: string): string => app.replace('timestamps:', 'timestamp:'),
    { isSuccess: false, types: ['failure'] },
  ],
])('%s', async (_what, change, expected) => {
  const { repository } = world;
  const app = repository.read('main.ts');
  repository.write('main.ts', change(app));
  const pull = repository.openPullRequest();
  repository.write('main.ts', app);
  expect(results(await repository.check(pull))).toEqual(expected);
});

test('at night there is no drift, and no issue', async () => {
  const night = await world.repository.drift();
  expect({ ...results(night), issues: world.platform.notes.get(0) }).toEqual({
    ...{ isSuccess: true, drift: ['success'], issues: undefined },
  });
});

test('one comment follows a pull request, also when nothing changes any more', async () => {
  const pull = world.repository.openPullRequest();
  await world.repository.plan(pull);
  const again = await world.repository.plan(pull);
  expect({ ...results(again), comments: world.comments(pull) }).toEqual({
    ...{ isSuccess: true, stacks: ['success'], plan: [], review: ['success'] },
    comments: ['<!-- zonewright review -->\nNo stack changes.\n'],
  });
  expect(results(await world.repository.apply(world.repository.merge(pull)))).toEqual({
    ...{ isSuccess: true, reviewed: ['success'], approve: [], apply: [] },
  });
});

test('a change that cannot be undone waits for an approval of its own', async () => {
  const { pull, planned } = await propose({ ...zones, docs: zoneLine(DOCS, 'docs', '', 'finished') });
  expect(results(planned)).toMatchObject({ isSuccess: true, plan: ['success'] });
  expect(world.comments(pull)).toEqual([expect.stringContaining('cannot be undone')]);
  const applied = await world.repository.apply(world.repository.merge(pull));
  expect(results(applied)).toEqual({
    ...{ isSuccess: true, reviewed: ['success'], approve: ['success'], apply: ['success'] },
  });
  expect(world.emulator.control.zone(zoneId(DOCS)).migration?.state).toBe('finished');
});

test('a stack that vanishes is planned, and applied as destroyed', async () => {
  const { blog: _left, ...others } = zones;
  const { pull, planned } = await propose(others);
  expect(planned.jobs['plan']?.map(({ name }) => name)).toEqual(['plan zones-content']);
  expect(world.comments(pull)).toEqual([expect.stringContaining('2 destroyed')]);
  const applied = await world.repository.apply(world.repository.merge(pull));
  expect({ ...results(applied), jobs: world.jobsOf(BLOG) }).toMatchObject({ isSuccess: true, jobs: [] });
});

test('a stack that another change declared differently since the review is refused', async () => {
  const { repository } = world;
  const { pull: first } = await propose({ ...zones, cart: zoneLine(CART, 'shop', 'audited') });
  repository.zones(Object.values({ ...zones, cart: zoneLine(CART, 'shop') }));
  repository.write(
    'main.ts',
    repository.read('main.ts').replace("'x-request-id'", "'x-request-id', 'x-cart'"),
  );
  const second = repository.openPullRequest();
  await repository.plan(second);
  expect((await repository.apply(repository.merge(first))).isSuccess).toBe(true);
  const before = world.writes();
  const applied = await repository.apply(repository.merge(second));
  expect(results(applied)).toEqual({ isSuccess: false, reviewed: ['failure'], approve: [], apply: [] });
  expect(outputOf(applied.jobs['reviewed'])).toMatch(
    /main declares these stacks differently than their reviewed plans:.* cdktf.out\/stacks\/zones-shop/,
  );
  expect(world.writes()).toBe(before);
});

test('what was refused is in the issue of the night, and a pull request plans it again', async () => {
  const { repository, platform } = world;
  const issues = (): readonly string[] => (platform.notes.get(0) ?? []).map(({ body }) => body);
  expect(results(await repository.drift())).toEqual({ isSuccess: true, drift: ['success'] });
  expect(issues()).toEqual([expect.stringMatching(/# Declared and not applied\n[^]*zones-shop/)]);
  const reason = '2026-11-22: their plans were outdated';
  repository.write('plan-again.json', JSON.stringify({ 'zones-shop': reason, 'zones-docs': reason }));
  const pull = repository.openPullRequest();
  const planned = await repository.plan(pull);
  expect(planned.jobs['plan']?.map(({ name, result }) => [name, result])).toEqual([
    ['plan zones-docs', 'success'],
    ['plan zones-shop', 'success'],
  ]);
  expect(world.comments(pull)).toEqual([expect.stringContaining('2 stacks, 3 zones with changes')]);
  expect((await repository.apply(repository.merge(pull))).isSuccess).toBe(true);
  platform.notes.clear();
  await repository.drift();
  // A zone is in no stack since an earlier change; nothing else is left.
  expect(issues()).toEqual([
    expect.stringMatching(/Zones in no stack \(1\)\n\n[^\n]*blog\.example[^\n]*\n$/),
  ]);
});

test.each([
  [
    'a stack to plan again that there is not',
    'plan-again.json',
    '{ "zones-shp": "" }',
    '"zones-shp" is none of *, zones-',
  ],
  [
    'a label that is not known',
    'zones.csv',
    ['id,name,stack,logs,migration,finish', zoneLine(SHOP, 'shop', 'al'), ''].join('\n'),
    'shop.example: logs: "al" is none of audited, all.',
  ],
])('%s is refused', async (_what, file, content, message) => {
  const before = world.repository.read(file);
  world.repository.write(file, content);
  const planned = await world.repository.plan(world.repository.openPullRequest());
  world.repository.write(file, before);
  expect(results(planned)).toMatchObject({ isSuccess: false, stacks: ['failure'], plan: [] });
  expect(outputOf(planned.jobs['stacks'])).toContain(message);
});
