import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installCommands } from '../../cli/adopt/package-source';
import { MAX_CUSTOM_FIELDS } from '../../schema';
import { service, useService } from '../e2e/one-service';
import { startService, type TestService } from '../support/workspace';
import { committedFiles, runAdopt } from './adopted';
import { addOther, FULL, READER, SECRET, SEED, ZONES } from './zones-by-hand';
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
    const url = service.env['ZONEWRIGHT_BASE_URL'];
    const elsewhere = { env: { ...service.env, ZONEWRIGHT_BASE_URL: `${url}/` } };
    for (const [run, seen] of [
      [adoptInto(out, ['beta.example']), 'it has zones that this run is not to adopt: gamma.example'],
      [adoptInto(out, ['gamma.example'], 'ts'), 'it is written as hcl, and not as ts'],
      [runAdopt(elsewhere, [], { as: 'hcl', out, all: true }), `it is of ${url}, and not of ${url}/`],
    ] as const)
      await expect(run).rejects.toMatchObject({
        problem: { message: `the folder ${out} has another adoption`, seen: [seen] },
      });
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
    const { out: plain } = await adoptInto(relative('', below('the plain')), ['beta.example'], 'ts');
    expect(plain).toMatch(/_migration +1\nNothing is left out\.\n\nNext: [^]* \$ terraform apply\n/);
    expect(plain).toContain(`\n  $ cd '${below('the plain')}'\n`);
    expect(existsSync(join(below('the plain'), 'secrets.tfvars.json'))).toBe(false);
    rmSync(join(nothing, 'zones'), { recursive: true });
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
    const action_parameters = {
      request_fields: [{ name: 'a' }],
      cookie_fields: Array.from({ length: MAX_CUSTOM_FIELDS }, (_, at) => ({ name: `c${at}` })),
    };
    const rules = [{ action: 'log_custom_field', expression: 'true', action_parameters }];
    const rulesets = [{ phase: 'http_log_custom_fields', rules }] as const;
    const logpush = { jobs: [jobTo('logs', 'a'), jobTo('old', 'b')] };
    const seed = [
      { id: SHOP, name: 'shop.example', logpush, rulesets },
      {
        id: BLOG,
        name: 'blog.example',
        logpush: { jobs: [{ destination_conf: 'https://logs.example.com/?header_X-Key=***' }] },
      },
    ];
    of = await startService({ seed: { zones: seed, credentials }, settings: { model: 'today' } });
    const { exitCode, out: said } = await runAdopt(of, zones, options);
    const secrets = 'Secrets: 2 in secrets.auto.tfvars.json, which only you can read. Do not commit it.';
    const hidden =
      'Variables without a value, because the service does not show it:\n  blog_example_http_requests_x_key';
    expect([exitCode, said]).toEqual([0, expect.stringContaining(`${secrets}\n${hidden}\nNot`)]);
    const { out: one } = await runAdopt(of, ['blog.example'], { as: 'hcl', out: below('hidden') });
    expect(one).toContain(` 1\n${hidden}\nNot`);
    const fields = `max_custom_fields = ${MAX_CUSTOM_FIELDS + 1}\n`;
    expect(committedFiles(out).get('main.tf')).toContain(fields);
  });

  const AGAIN = `[1/1] shop.example (${SHOP}): 4 objects, 1 not adopted or not completely\n`;
  const edit = (zone: string, change: (jobs: readonly object[]) => readonly object[]): unknown =>
    of.emulator.control.editZone(zone, ({ logpush }) => {
      logpush.jobs = change(logpush.jobs ?? []) as typeof logpush.jobs;
    });
  const variables = (): readonly string[] =>
    Object.keys(JSON.parse(readFileSync(join(out, 'secrets.auto.tfvars.json'), 'utf8')) as object);

  test('are read again only with --again, and what is there keeps its address', async () => {
    rmSync(join(out, 'imports.tf'));
    // The address of a job that is gone is not that of another.
    const more = [
      { id: 3, ...jobTo('logs', 'd') },
      { id: 4, ...jobTo('old', 'e') },
    ];
    edit(SHOP, ([first = {}]) => [first, ...more]);
    edit(BLOG, () => []);

    const written = readFileSync(join(out, 'shop-example.tf'), 'utf8');
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(out, 'shop-example.tf'), 'utf8')).toBe(written);

    const err = expect.stringContaining(`blog.example (${BLOG}): 0 objects, 1 not`) as unknown;
    expect(await runAdopt(of, zones, { ...options, again: true })).toMatchObject({ exitCode: 0, err });
    expect(existsSync(join(out, 'blog-example.tf'))).toBe(false);
    expect(await runAdopt(of, zones, options)).toMatchObject({ err: '2 of 2 zones are done already\n' });
    expect(variables()).toEqual(['logs_3', 'logs', 'old_4'].map((name) => `shop_example_${name}_x_key`));
    const imports = [...readFileSync(join(out, 'imports.tf'), 'utf8').matchAll(/to = (\S+)\n +id = "(.*)"/g)];
    expect(imports.map(([, ...block]) => block)).toEqual([
      ['zone_log_custom_fields.shop_example_fields', SHOP],
      ['zone_logpush_job.shop_example_logs', `${SHOP}/1/1`],
      ['zone_logpush_job.shop_example_logs_3', `${SHOP}/3/1`],
      ['zone_logpush_job.shop_example_old_4', `${SHOP}/4/1`],
    ]);
  });

  test('stay declared when they cannot be read again', async () => {
    edit(BLOG, () => [jobTo('logs', 'e')]);
    expect(await runAdopt(of, zones, { ...options, again: true })).toMatchObject({ exitCode: 0 });
    const before = committedFiles(out);
    expect([...before.keys()]).toContain('blog-example.tf');
    const reader = { env: { ...of.env, ZONEWRIGHT_API_TOKEN: ONE_ZONE } };
    const run = await runAdopt(reader, zones, { ...options, again: true });
    expect(run).toEqual({
      exitCode: 3,
      out: expect.stringContaining('Adopted 2 of 2 zones'),
      err: `${AGAIN}error: blog.example cannot be read again, and stays as it was adopted
  seen:    The credentials see no zone with the name "blog.example".
  do:      Check the name, or give the id of the zone: 32 lower-case hexadecimal digits.
`,
    });
    const byId = await runAdopt(reader, ['shop.example', BLOG], { ...options, again: true });
    expect(byId.err).toContain(`error: ${BLOG} cannot be read again, and stays as it was adopted\n`);
    const after = committedFiles(out);
    after.delete('NOT-ADOPTED.md');
    before.delete('NOT-ADOPTED.md');
    expect(after).toEqual(before);
  });

  test('are read again without --again when their files are gone', async () => {
    const before = committedFiles(out);
    rmSync(join(out, 'shop-example.tf'));
    writeFileSync(join(out, 'mine.tf'), '# mine');
    writeFileSync(join(out, 'mine.md'), SHOP);
    rmSync(join(out, 'secrets.auto.tfvars.json'));
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
    expect(committedFiles(out).get('shop-example.tf')).toBe(before.get('shop-example.tf'));
    expect(variables()).toContain('shop_example_logs_x_key');
  });

  test('are not declared twice when somebody renamed a file', async () => {
    const [file, other] = [join(out, 'shop-example.tf'), join(out, 'shop.tf')];
    writeFileSync(join(out, 'mine.tf'), `# ${SHOP}`);
    expect(await runAdopt(of, zones, options)).toMatchObject({ exitCode: 0 });
    rmSync(join(out, 'mine.tf'));
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
    const done = '1 of 1 zones are done already\n';
    expect(await runAdopt(of, [], { ...options, all: true })).toMatchObject({ exitCode: 0, err: done });
    const run = await runAdopt(of, [], { ...options, all: true, again: true });
    expect(run).toMatchObject({
      exitCode: 3,
      err: `${AGAIN}error: blog.example (${BLOG}) cannot be read again, and stays as it was adopted
  seen:    the credentials no longer see this zone
  do:      If it was deleted, remove blog-example.tf, its import blocks and its values. If not, check the credentials.
`,
    });
    // Another zone, whose file would have the same name.
    const other = { id: '7'.repeat(32), name: 'blog-example' };
    const others = snapshot.zones.map((zone) => (zone.id === BLOG ? { ...zone, ...other } : zone));
    control.restore({ ...snapshot, zones: others });
    const err = `1 of 2 zones are done already\n[2/2] blog-example (${other.id}): 1 object, 1 not adopted or not completely\n`;
    expect(await runAdopt(of, [], { ...options, all: true })).toMatchObject({ exitCode: 0, err });
    const files = [...committedFiles(out).keys()];
    expect(files).toEqual(expect.arrayContaining(['blog-example.tf', `blog-example-${other.id}.tf`]));
    control.restore({ ...snapshot, zones: [...snapshot.zones, ...others.slice(-1)] });
    await runAdopt(of, [], { ...options, all: true, again: true });
    expect([...committedFiles(out).keys()]).toEqual(files);
  });

  test('without one that is found, no next step is named', async () => {
    const run = await runAdopt(of, ['nowhere.example'], { as: 'hcl', out: below('none-found') });
    const said = `Adopted 0 of 1 zones into ${below('none-found')}\nRequests sent: 1\n`;
    expect(run).toMatchObject({ exitCode: 3, out: said });
  });
});

test.each<readonly ['hcl' | 'ts', string]>([
  ['hcl', 'alpha-example.tf'],
  ['ts', 'zones/alpha-example.ts'],
])('a zone is written as test/fixtures/printed/adopted.md shows: %s', async (as, file) => {
  const [before, out] = [process.cwd(), `shown-${as}`];
  process.chdir(base);
  addOther(service.emulator.control);
  const run = await runAdopt(service, ['alpha.example'], { as, out }).finally(() => process.chdir(before));
  service.emulator.control.faults.clear();
  const printed = readFileSync(join(__dirname, '..', 'fixtures', 'printed', 'adopted.md'), 'utf8');
  const shown = [...printed.matchAll(/^```(?:text|hcl|ts)\n([^]*?)^```$/gm)].map(([, block]) => block);
  expect(shown).toEqual(expect.arrayContaining([committedFiles(join(base, out)).get(file)]));
  if (as === 'hcl') expect(shown).toEqual(expect.arrayContaining([run.out.replaceAll(out, './zones')]));
  if (as === 'hcl')
    expect(committedFiles(join(base, out)).get('imports.tf')).toContain(`${ZONES.alpha}/2"\n`);
  else
    expect([...run.out.matchAll(/\$ (.*)/g)].map(([, step]) => step)).toEqual([
      ...[`cd ${out}`, ...installCommands(), 'npm run synth', 'cd cdktf.out/stacks/zones', 'terraform init'],
      ...['plan', 'apply'].map((step) => `terraform ${step} -var-file=../../../secrets.tfvars.json`),
    ]);
  expect(run.out).toContain(`Secrets: 2 in secrets.${as === 'hcl' ? 'auto.' : ''}tfvars.json`);
});

test('a zone that the credentials cannot see is reported; the others are adopted, and it can follow', async () => {
  const out = below('partly');
  const file = below('zones.txt');
  writeFileSync(
    file,
    `# ours\n${ZONES.alpha}\n\n${ZONES.gamma} # the third\nbeta.example\nnobody.example\nnone.example\n`,
  );
  const reader = { env: { ...service.env, ZONEWRIGHT_API_TOKEN: READER } };
  const first = await runAdopt(reader, [], { as: 'hcl', out, zones: file });
  expect(first).toMatchObject({ exitCode: 3 });
  expect(first.out).toMatch(/^Adopted 2 of 5 zones .*\n.*_fields +1\n.*_job +2\n.*_migration +1\n/);
  expect(first.err).toContain(`error: ${ZONES.gamma} is not adopted`);
  expect(first.err).toContain('The credentials see no zone with the name "nobody.example".');
  expect(first.err.split('Check the name, or give the id')).toHaveLength(2);
  expect([...committedFiles(out).keys()]).not.toContain('gamma-example.tf');

  service.emulator.control.clearJournal();
  const second = await runAdopt(service, [], { as: 'hcl', out, zones: file });
  expect(second).toMatchObject({ exitCode: 3 });
  expect(second.err).toContain('2 of 3 zones are done already');
  expect([...committedFiles(out).keys()]).toContain('gamma-example.tf');
  const asked = service.emulator.control.journal().map(({ path }) => path);
  expect(asked.filter((path) => path.includes(`${ZONES.alpha}/`))).toEqual([]);
});

test('what several zones contribute is in their order, whichever answers first', async () => {
  const { faults } = service.emulator.control;
  const written = async (refused: number, late: number): Promise<readonly string[]> => {
    const rules = Object.values(ZONES).map((zoneId, at) => ({
      ...{ match: { pathPrefix: `/client/v4/zones/${zoneId}/` }, delayMs: at === late ? 150 : 0 },
      effect: at < refused ? ({ kind: 'answer', status: 403 } as const) : ({ kind: 'none' } as const),
    }));
    faults.put(rules);
    const out = below(`late-${refused}-${late}`);
    await runAdopt(service, [], { as: 'hcl', out, all: true });
    faults.clear();
    // Which of the refused requests of a zone is told is not said.
    return [...committedFiles(out).values()].map((text) => text.replace(/^(?:- GET| {2}The cred).*\n/gm, ''));
  };
  for (const refused of [0, 2]) expect(await written(refused, 0)).toEqual(await written(refused, 1));
});

test('a service that fails for one zone ends the run, and an answer that cannot be read leaves the zone out', async () => {
  const { faults } = service.emulator.control;
  faults.put([{ match: { zoneId: ZONES.beta }, effect: { kind: 'answer', status: 500 } }]);
  const env = { ...service.env, ZONEWRIGHT_MAX_RETRIES: '0' };
  const run = runAdopt({ env }, [], { as: 'hcl', out: below('failed'), all: true });
  const hints = [expect.anything(), 'what is written stays: to continue, run the same command again'];
  await expect(run).rejects.toMatchObject({
    problem: { message: 'the zones could not be read to the end', hints },
  });
  // What was read with secrets is in its place.
  expect(existsSync(join(below('failed'), '.zonewright-adopt-secrets.jsonl'))).toBe(false);
  faults.put([{ match: { zoneId: ZONES.beta }, effect: { kind: 'answer', status: 200, body: 'no JSON' } }]);
  const out = below('unread');
  expect(await runAdopt({ env }, [], { as: 'hcl', out, all: true })).toMatchObject({ exitCode: 3 });
  expect([...committedFiles(out).keys()].some((file) => file.startsWith('beta'))).toBe(false);
  faults.clear();
});

const seen = (text: string) => ({ seen: [expect.stringContaining(text) as string] });
const ZONES_GIVEN = 'names or ids of zones, a file with them (--zones <file>), or --all';
const cases: readonly (readonly [string, readonly string[], object, object, object])[] = [
  ['no lines', [], { zones: '/dev/null' }, {}, { seen: ['no zone in /dev/null'], allowed: [ZONES_GIVEN] }],
  ['zones and --all', ['a.example'], { all: true }, {}, { seen: ['--all, and zones by name'] }],
  ['a file and --all', [], { all: true, zones: '/dev/null' }, {}, { seen: ['--all, and --zones /dev/null'] }],
  ['no credentials', ['a.example'], {}, { ZONEWRIGHT_API_TOKEN: '' }, seen('has credentials')],
  ['no address', ['a.example'], {}, { ZONEWRIGHT_BASE_URL: '' }, seen('gives the base URL')],
  [
    'credentials that the service does not accept',
    ['a.example'],
    {},
    { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) },
    { hints: [expect.stringContaining('does not accept the credentials') as unknown] },
  ],
];
test.each(cases)('the command refuses %s', async (name, zones, options, env, problem) => {
  const of = { env: { ...service.env, ...env } };
  const run = runAdopt(of, zones, { as: 'hcl', out: below(name), ...options });
  await expect(run).rejects.toMatchObject({ problem });
  expect(existsSync(below(name))).toBe(false);
});
