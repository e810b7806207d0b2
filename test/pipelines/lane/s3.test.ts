import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedPackages } from '../installed-packages';
import { startRepository, zoneOf, type TestRepository } from '../repository';
import { hasPython, startS3Server, type S3Server } from '../s3-server';

/** The example with the packed package, and with its states in S3, as docs/guides/pipelines.md shows it. */

const ZONES = ['one.example', 'two.example'];
const STATE = 'zones/shop.tfstate';

/** The backend of the documentation. */
function documentedBackend(): string {
  const text = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'guides', 'pipelines.md'), 'utf8');
  const [found] = /^new S3Backend\(stack, \{[^]*?use_lockfile.*$/m.exec(text) ?? [];
  if (found === undefined) throw new Error('docs/guides/pipelines.md has no S3Backend');
  return `${found}\n`;
}

(hasPython ? describe : describe.skip)('the packed package, and states in S3 (needs python3)', () => {
  let s3: S3Server;
  let repository: TestRepository;
  let folder: string;
  beforeAll(async () => {
    s3 = await startS3Server();
    repository = await startRepository(packedPackages, ZONES, s3.environment);
    const main = join(repository.folder, 'main.ts');
    const app = readFileSync(main, 'utf8')
      .replace(/ {2}const address = [^]*?\n {2}new HttpBackend.*\n/, documentedBackend())
      .replace('HttpBackend', 'S3Backend');
    writeFileSync(main, app);
    repository.commit(ZONES.map((name) => zoneOf(name, 'shop')));
    folder = await repository.checkout();
  });
  afterAll(async () => {
    await repository.stop();
    await s3.stop();
  });

  const inStack = (commands: string): ReturnType<TestRepository['run']> =>
    repository.run(join(folder, 'cdktf.out/stacks/zones-shop'), commands);

  test('states are planned, applied, and then the plan is empty', async () => {
    const planned = await repository.run(folder, 'bash plan-stack.sh cdktf.out/stacks/zones-shop');
    expect(planned).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await inStack('terraform apply -input=false tfplan')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse((await s3.object(STATE)) ?? '')).toMatchObject({ version: 4 });
    expect(await s3.object(`${STATE}.tflock`)).toBeUndefined();
    expect(await inStack('terraform plan -input=false -detailed-exitcode')).toMatchObject({ exitCode: 0 });
  });

  test('a misspelled property of the app fails the check of its types', async () => {
    const check = (): ReturnType<TestRepository['run']> =>
      repository.run(folder, 'npm run --silent typecheck');
    expect(await check()).toMatchObject({ exitCode: 0, stdout: '' });
    const main = join(folder, 'main.ts');
    writeFileSync(main, readFileSync(main, 'utf8').replace('timestamps:', 'timestamp:'));
    expect(await check()).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/main\.ts\(\d+,\d+\): error TS\d+: [^]*'timestamp'/),
    });
  });

  test('states keep the lock that a killed apply left, until somebody releases it', async () => {
    const ID = '0b7c1f3e-6a57-4a39-9b0e-2f3f0f5f1d11';
    const lock = { ID, Operation: 'OperationTypeApply', Info: '', Who: '', Version: '1.11.4', Path: '' };
    await s3.put(`${STATE}.tflock`, JSON.stringify({ ...lock, Created: '2026-11-22T00:00:00Z' }));
    expect(await inStack('terraform plan -input=false')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(new RegExp(`Error acquiring the state lock[^]*${ID}`)),
    });
    expect(await inStack(`terraform force-unlock -force ${ID}`)).toMatchObject({ exitCode: 0 });
    expect(await s3.object(`${STATE}.tflock`)).toBeUndefined();
    expect(await inStack('terraform plan -input=false -detailed-exitcode')).toMatchObject({ exitCode: 0 });
  });
});
