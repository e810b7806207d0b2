import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { service, useService } from '../e2e/one-service';
import { startService, type TestService } from '../support/workspace';
import { actionsOf, committedFiles, moduleIn, runAdopt } from './adopted';
import { FULL, SECRET, SEED } from './zones-by-hand';
import { temporaryFolder } from '../support/temporary-folder';

const base = temporaryFolder();
useService({ seed: SEED, settings: { model: 'today', rateLimit: 0 } });

const below = (name: string): string => join(base, name);

/** Files of others: output-folder.test.ts. */
describe('what is there is not overwritten:', () => {
  const adoptInto = (out: string, zones = ['gamma.example'], as: 'hcl' | 'ts' = 'hcl') =>
    runAdopt(service, zones, { as, out });

  test('the folder of another adoption is refused, in another language or of other zones', async () => {
    const out = below('other');
    await adoptInto(out);
    await expect(adoptInto(out, ['beta.example'])).rejects.toMatchObject({
      problem: {
        message: `the folder ${out} has another adoption`,
        seen: ['it has zones that this run is not to adopt: gamma.example'],
      },
    });
    const inTypeScript = adoptInto(out, ['gamma.example'], 'ts');
    await expect(inTypeScript).rejects.toThrow(`the folder ${out} has another adoption`);
  });

  test('a file that somebody changed is refused, and the same run again changes nothing', async () => {
    const out = below('edited');
    await adoptInto(out);
    const before = committedFiles(out);
    expect(await adoptInto(out, [' GAMMA.example.'])).toMatchObject({ exitCode: 0 });
    expect(committedFiles(out)).toEqual(before);
    for (const file of ['main.tf', 'imports.tf']) writeFileSync(join(out, file), '# mine');
    expect(await adoptInto(out)).toMatchObject({ exitCode: 0 });
    // Only what has to change is in the way: another zone adds import blocks.
    const more = adoptInto(out, ['gamma.example', 'beta.example']);
    await expect(more).rejects.toThrow(/imports\.tf would be overwritten or removed$/);
    for (const file of ['main.tf', 'imports.tf'])
      expect(readFileSync(join(out, file), 'utf8')).toBe('# mine');
  });

  test('a name that was misspelt, or a run that adopted nothing, is in nobody’s way', async () => {
    const out = below('misspelt');
    expect(await adoptInto(out, ['gamma.example', 'beta.exmaple'])).toMatchObject({ exitCode: 3 });
    expect(await adoptInto(out, ['beta.example', 'gamma.example'])).toMatchObject({ exitCode: 0 });
    const nothing = below('nothing');
    expect(await adoptInto(nothing, ['nobody.example'])).toMatchObject({ exitCode: 3 });
    expect(await adoptInto(nothing, ['gamma.example'], 'ts')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(nothing, 'zones', 'gamma-example.ts'))).toBe(true);
  });
});

describe('zones that are adopted and applied', () => {
  const [SHOP, BLOG] = ['5', '6'].map((digit) => digit.repeat(32)) as [string, string];
  const ONE_ZONE = 'one-zone-token-0123456789abcdefghijklmnopqrs';
  const jobTo = (name: string, key: string) => ({
    name,
    destination_conf: `https://logs.example.com/?header_X-Key=${SECRET}${key}`,
  });
  const zones = ['shop.example', 'blog.example'];
  const out = below('again');
  const options = { as: 'hcl', out } as const;
  let of: TestService;

  beforeAll(async () => {
    const credentials = { tokens: [{ token: FULL }, { token: ONE_ZONE, zones: [SHOP] }] };
    const seed = [
      { id: SHOP, name: 'shop.example', logpush: { jobs: [jobTo('logs', 'a'), jobTo('old', 'b')] } },
      { id: BLOG, name: 'blog.example', logpush: { jobs: [jobTo('logs', 'c')] } },
    ];
    of = await startService({ seed: { zones: seed, credentials } });
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
  });

  const edit = (zone: string, change: (jobs: readonly object[]) => readonly object[]): unknown =>
    of.emulator.control.editZone(zone, ({ logpush }) => {
      logpush.jobs = change(logpush.jobs ?? []) as typeof logpush.jobs;
    });
  const variables = (): readonly string[] =>
    Object.keys(JSON.parse(readFileSync(join(out, 'secrets.auto.tfvars.json'), 'utf8')) as object);

  test('are read again only with --again, and what is there keeps its address', async () => {
    const root = await moduleIn(out, of);
    await root.ready();
    await root.applied();
    rmSync(join(out, 'imports.tf'));
    edit(SHOP, ([first = {}]) => [first, { id: 3, ...jobTo('logs', 'd') }]);
    edit(BLOG, () => []);

    const written = readFileSync(join(out, 'shop-example.tf'), 'utf8');
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(out, 'shop-example.tf'), 'utf8')).toBe(written);

    expect(await runAdopt(of, zones, { ...options, again: true })).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(out, 'blog-example.tf'))).toBe(false);
    expect(variables()).toEqual(['shop_example_logs_3_x_key', 'shop_example_logs_x_key']);
    expect(await actionsOf(root)).toEqual({
      'import no-op': ['zone_logpush_job.shop_example_logs_3'],
      'no-op': ['zone_logpush_job.shop_example_logs'],
    });
  });

  test('stay declared when they cannot be read again', async () => {
    edit(BLOG, () => [jobTo('logs', 'e')]);
    expect(await runAdopt(of, zones, { ...options, again: true })).toMatchObject({ exitCode: 0 });
    const before = committedFiles(out);
    expect([...before.keys()]).toContain('blog-example.tf');
    const reader = { env: { ...of.env, ZONEWRIGHT_API_TOKEN: ONE_ZONE } };
    const run = await runAdopt(reader, zones, { ...options, again: true });
    expect(run).toMatchObject({ exitCode: 3 });
    expect(run.out).toContain('Adopted 2 of 2 zones');
    expect(run.err).toContain('error: blog.example cannot be read again, and stays as it was adopted');
    const after = committedFiles(out);
    after.delete('NOT-ADOPTED.md');
    before.delete('NOT-ADOPTED.md');
    expect(after).toEqual(before);
  });

  test('are read again without --again when their files are gone', async () => {
    const before = committedFiles(out);
    rmSync(join(out, 'shop-example.tf'));
    rmSync(join(out, 'secrets.auto.tfvars.json'));
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
    expect(committedFiles(out).get('shop-example.tf')).toBe(before.get('shop-example.tf'));
    expect(variables()).toContain('shop_example_logs_x_key');
  });

  test('are not declared twice when somebody renamed a file', async () => {
    const [file, other] = [join(out, 'shop-example.tf'), join(out, 'shop.tf')];
    const before = committedFiles(out);
    renameSync(file, other);
    for (const more of [{}, { again: true as const }])
      await expect(runAdopt(of, zones, { ...options, ...more })).rejects.toThrow(
        'the zone of shop-example.tf would be declared twice',
      );
    renameSync(other, file);
    expect(committedFiles(out)).toEqual(before);
  });

  test('stay declared when they are no longer among all zones, which is said', async () => {
    const { control } = of.emulator;
    const snapshot = control.snapshot();
    control.restore({ ...snapshot, zones: snapshot.zones.filter(({ id }) => id !== BLOG) });
    const run = await runAdopt(of, [], { ...options, all: true, again: true });
    expect(run).toMatchObject({ exitCode: 3 });
    expect(run.err).toMatch(
      /error: blog\.example.*stays as it was adopted[\s\S]*no longer see this zone[\s\S]*remove blog-example\.tf/,
    );
    expect(existsSync(join(out, 'blog-example.tf'))).toBe(true);
  });

  test('without one that is found, no next step is named', async () => {
    const run = await runAdopt(of, ['nowhere.example'], { as: 'hcl', out: below('none-found') });
    expect(run).toMatchObject({ exitCode: 3, out: expect.not.stringMatching(/Nothing is left out|Next/) });
    expect(run.err).toContain('error: nowhere.example is not adopted');
  });
});
