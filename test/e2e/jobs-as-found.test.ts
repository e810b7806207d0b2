import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ZONE_ID } from '../../emulator';
import { needsOwnershipChallenge } from '../../schema';
import { actionsOf, linkPackages, moduleIn, runAdopt, synthesize } from '../adopt/adopted';
import { temporaryFolder } from '../support/temporary-folder';
import { held, jobs, settle, token, type Job, type JobBlock } from './job-zone';
import { beginAnew, printed, service, useWorkspace, workspace } from './one-service';

/** Jobs and destinations in forms that public configurations, guides and reports have; `from` says which. */
interface AsFound {
  readonly jobs: readonly (Job & { readonly from?: string })[];
  readonly applied: readonly string[];
  /** What the plan says to write instead, by destination. */
  readonly refused: Readonly<Record<string, string>>;
  readonly refusedByTheService: Readonly<Record<string, string>>;
}

const FILE = join(__dirname, '..', 'fixtures', 'jobs', 'as-found.json');
const FOUND = JSON.parse(readFileSync(FILE, 'utf8')) as AsFound;
const JOBS = FOUND.jobs.map(({ from: _from, ...job }) => job);
const ZONE = 'f'.repeat(32);

useWorkspace(
  {
    settings: { model: 'today', rateLimit: 0, logpushJobs: 0 },
    seed: {
      zones: [
        { id: DEFAULT_ZONE_ID, name: 'declared.example' },
        { id: ZONE, name: 'found.example', logpush: { jobs: JOBS } },
      ],
    },
  },
  { startedBy: 'workspace', declare: () => jobs({}) },
);
beforeEach(() => beginAnew());

const base = temporaryFolder();

/** That a change sends nothing but what changes: test/provider-shim/resources/{changed-by-others,kept-members}.test.ts. */
test('jobs are adopted as they are', async () => {
  const out = join(base, 'hcl');
  const before = held(ZONE);
  expect(await runAdopt(service, ['found.example'], { as: 'hcl', out })).toMatchObject({ exitCode: 0 });
  const root = await moduleIn(out, service);
  await root.ready();
  const { 'import no-op': imported, ...others } = await actionsOf(root);
  expect([imported?.length, others]).toEqual([JOBS.length, {}]);
  await root.applied({ args: ['adopted.tfplan'] });
  expect(await root.plan()).toMatchObject({ exitCode: 0 });
  expect(held(ZONE)).toEqual(before);
  const text = root.read('found-example.tf');
  for (const line of [/ other += "x_new=1&x_new=2&x_flag=%25zz"$/m, / sample += 0\.1$/m])
    expect(text).toMatch(line);
});

test('jobs are adopted in TypeScript with a plan that only imports', async () => {
  const out = join(base, 'ts');
  expect(await runAdopt(service, ['found.example'], { as: 'ts', out })).toMatchObject({ exitCode: 0 });
  linkPackages(out);
  const secrets = JSON.parse(readFileSync(join(out, 'secrets.tfvars.json'), 'utf8')) as object;
  const root = await moduleIn(synthesize(out), service, secrets);
  await root.ready();
  expect(Object.keys(await actionsOf(root))).toEqual(['import no-op']);
});

const blocksOf = (
  destinations: readonly string[],
  more: readonly JobBlock[] = [],
): Record<string, JobBlock> =>
  Object.fromEntries(
    destinations.map((destination_conf, index) => [
      `to_${index}`,
      { destination_conf, enabled: true, output_options: {}, ...more[index] },
    ]),
  );

test('destinations are applied as they are written, and then have an empty plan', async () => {
  const { applied } = FOUND;
  const proofs: JobBlock[] = [];
  for (const to of applied)
    proofs.push(needsOwnershipChallenge(to) ? { ownership_challenge: await token(to) } : {});
  await settle(blocksOf(applied, proofs));
  const texts = held().map(({ destination_conf: text }) => text);
  expect([...texts].sort()).toEqual([...applied].sort());
});

test.each(['refused', 'refusedByTheService'] as const)(
  'destinations that are %s say what to write',
  async (by) => {
    jobs(blocksOf(Object.keys(FOUND[by])));
    const run = by === 'refused' ? await workspace.plan() : await workspace.apply();
    expect(run.exitCode).toBe(1);
    for (const advice of Object.values(FOUND[by])) expect(printed(run)).toContain(advice);
    expect(held()).toEqual([]);
  },
);
