import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { results } from '../ci/run-workflow';
import { linkedPackages } from '../installed-packages';
import { killingApply } from '../kill-apply';
import { startWorld, zoneId, zoneLine, type PipelineWorld } from '../pipeline-world';
import { BUCKET, hasPython, startS3Server, type S3Server } from '../s3-server';

/** The example with its states in S3, as docs/pipelines.md shows it. */

const ZONES = Array.from({ length: 6 }, (_, index) => `${index}.example`);
const STATE = 'zones/zones-shop.tfstate';

/** The backend of the documentation. */
function documentedBackend(): string {
  const text = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'pipelines.md'), 'utf8');
  const [found] = /^new S3Backend\(stack, \{[^]*?use_lockfile.*$/m.exec(text) ?? [];
  if (found === undefined) throw new Error('docs/pipelines.md has no S3Backend');
  return `${found}\n`;
}

(hasPython ? describe : describe.skip)('states in S3 (needs python3)', () => {
  let s3: S3Server;
  let world: PipelineWorld;
  beforeAll(async () => {
    s3 = await startS3Server();
    world = await startWorld(
      linkedPackages,
      ZONES.map((name) => ({ id: zoneId(name), name })),
      { machine: { ...s3.environment, ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' } },
    );
    const { repository } = world;
    world.addExample(ZONES.map((name) => zoneLine(name, 'shop')));
    const app = repository
      .read('main.ts')
      .replace(/ {4}const address = [^]*?\n {4}new HttpBackend.*\n/, documentedBackend());
    repository.write('main.ts', app.replace('HttpBackend', 'S3Backend'));
  });
  afterAll(async () => {
    await world.stop();
    await s3.stop();
  });

  const byHand = (commands: string): Promise<void> =>
    world.repository.byHand(`npm ci && npm run --silent synth
      cd cdktf.out/stacks/zones-shop && terraform init -input=false && ${commands}`);

  test('are planned, applied, and then the plan is empty', async () => {
    const { repository } = world;
    const pull = repository.openPullRequest();
    expect(results(await repository.plan(pull))).toMatchObject({ isSuccess: true, plan: ['success'] });
    expect(results(await repository.apply(repository.merge(pull)))).toMatchObject({ isSuccess: true });
    expect(JSON.parse((await s3.object(STATE)) ?? '')).toMatchObject({ version: 4 });
    expect(await s3.object(`${STATE}.tflock`)).toBeUndefined();
    await byHand('terraform plan -input=false -detailed-exitcode');
  });

  test('keep the lock of a killed apply, until somebody releases it', async () => {
    const { repository } = world;
    repository.zones(ZONES.map((name) => zoneLine(name, 'shop', 'all')));
    const pull = repository.openPullRequest();
    expect((await repository.plan(pull)).isSuccess).toBe(true);
    const sha = repository.merge(pull);
    world.emulator.control.faults.put([
      { match: { method: 'POST' }, delayMs: 300, effect: { kind: 'none' } },
    ]);
    const onStep = killingApply('apply zones-shop', () => ZONES.flatMap(world.jobsOf).length >= 8);
    const killed = await repository.apply(sha, { onStep });
    expect(results(killed)).toMatchObject({ apply: ['failure'] });
    world.emulator.control.faults.put([]);
    const lock = JSON.parse((await s3.object(`${STATE}.tflock`)) ?? '') as { readonly ID: string };
    await expect(byHand('terraform plan -input=false')).rejects.toThrow(
      new RegExp(`Error acquiring the state lock[^]*${lock.ID}[^]*${BUCKET}/${STATE}`),
    );
    await byHand(`terraform force-unlock -force ${lock.ID}`);
    await repository.plan(pull);
    expect(results(await repository.apply(sha))).toMatchObject({ isSuccess: true });
    expect(ZONES.map(world.jobsOf)).toEqual(ZONES.map(() => ['audit', 'http', 'security']));
    await byHand('terraform plan -input=false -detailed-exitcode');
  });
});
