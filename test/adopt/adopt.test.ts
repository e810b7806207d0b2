import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { service, useService } from '../e2e/one-service';
import { startService, type Workspace } from '../support/workspace';
import { actionsOf, committedFiles, linkPackages, moduleIn, runAdopt, synthesize } from './adopted';
import { ADDRESSES, addOther, READER, SECRET, SEED, ZONES } from './zones-by-hand';
import { temporaryFolder } from '../support/temporary-folder';

const base = temporaryFolder();
useService({ seed: SEED, settings: { model: 'today', rateLimit: 0 } });

const below = (name: string): string => join(base, name);
const modeOf = (...path: readonly string[]): string => (statSync(join(...path)).mode & 0o777).toString(8);

describe('zones made by hand', () => {
  let [hcl, ts]: Workspace[] = [];

  test('become HCL whose first plan imports only, and whose second is empty', async () => {
    const out = below('hcl');
    addOther(service.emulator.control);
    const before = service.emulator.control.zones();
    const run = await runAdopt(service, ['alpha.example', ZONES.beta, 'gamma.example'], { as: 'hcl', out });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain('Adopted 3 of 3 zones');
    expect(run.out).toContain(`Requests sent: ${service.emulator.control.journal().length}`);
    expect([...committedFiles(out).keys()].sort()).toEqual([
      '.gitignore',
      'NOT-ADOPTED.md',
      'alpha-example.tf',
      'beta-example.tf',
      'gamma-example.tf',
      'imports.tf',
      'main.tf',
    ]);
    expect(modeOf(out, 'secrets.auto.tfvars.json')).toBe('600');
    expect(committedFiles(out).get('beta-example.tf')).not.toContain('adjustments');
    for (const said of [run.out, run.err, ...committedFiles(out).values()]) {
      expect(said).not.toContain(SECRET);
      expect(said).not.toContain('\u001b');
    }

    const root = await moduleIn(out, service);
    hcl = root;
    await root.ready();
    expect(await actionsOf(root)).toEqual({ 'import no-op': [...ADDRESSES].sort() });
    await root.applied({ args: ['adopted.tfplan'] });
    expect(await root.plan()).toMatchObject({ exitCode: 0 });
    expect(root.read('terraform.tfstate')).not.toContain(SECRET);
    expect(service.emulator.control.zones()).toEqual(before);
  });

  test('become TypeScript with the same addresses, as clean', async () => {
    const out = below('ts');
    const run = await runAdopt(service, [], { as: 'ts', out, all: true });
    expect(run).toMatchObject({ exitCode: 0 });
    for (const said of [run.out, run.err, ...committedFiles(out).values()])
      expect(said).not.toContain(SECRET);
    linkPackages(out);
    const folder = synthesize(out);
    inShell(stepsIn(run.out).filter((step) => /^cd|init$/.test(step)));
    const { variable } = JSON.parse(readFileSync(join(folder, 'cdk.tf.json'), 'utf8')) as Stack;
    expect(variable).toMatchObject({
      alpha_example_requests_access_key_id: {
        description: 'A secret of the destination of zone_logpush_job.alpha_example_requests.',
        ephemeral: true,
      },
    });
    const secrets = JSON.parse(readFileSync(join(out, 'secrets.tfvars.json'), 'utf8')) as object;
    const root = await moduleIn(folder, service, secrets);
    ts = root;
    await root.ready();
    expect(await actionsOf(root)).toEqual({ 'import no-op': [...ADDRESSES].sort() });
    await root.applied({ args: ['adopted.tfplan'] });
    expect(await root.plan()).toMatchObject({ exitCode: 0 });
  });

  test('are listed with what is not adopted', () => {
    const text = readFileSync(join(below('hcl'), 'NOT-ADOPTED.md'), 'utf8').replaceAll('\\', '');
    expect(text.split('\n').filter((line) => /^(## |- )/.test(line))).toEqual([
      `## alpha.example (${ZONES.alpha})`,
      '- The rule of custom log fields also has x_later_fields x-later, which the provider has no attributes for.',
      `- Ruleset "default" (${'e'.repeat(32)}, kind zone, phase http_ratelimit) is not adopted.`,
      '- The migration to the new managed rules has not begun; the previous ones are not adopted.',
      `## gamma.example (${ZONES.gamma})`,
      '- The migration to the new managed rules has not begun; the previous ones are not adopted.',
    ]);
  });
  test('are undone in HCL by the commands of docs/guides/adopt.md, and stay as they are', async () => {
    const before = service.emulator.control.zones();
    inShell([`cd ${below('hcl')}`, ...undoingCommands('removed.tf')]);
    const { stdout } = await applying(hcl);
    expect(stdout).not.toContain('Warning: Value for undeclared variable');
    expect(JSON.parse(hcl?.read('terraform.tfstate') ?? '')).toMatchObject({ resources: [] });
    expect(service.emulator.control.zones()).toEqual(before);
  });

  test('are undone in TypeScript by the commands of docs/guides/adopt.md, and stay as they are', async () => {
    const before = service.emulator.control.zones();
    inShell([`cd ${below('ts')}`, ...undoingCommands('forget()')]);
    synthesize(below('ts'));
    await applying(ts);
    const state = readFileSync(join(below('ts'), 'zones.tfstate'), 'utf8');
    expect(JSON.parse(state)).toMatchObject({ resources: [] });
    expect(service.emulator.control.zones()).toEqual(before);
  });
});

interface Stack {
  readonly variable: Readonly<Record<string, object>>;
}

/** Runs commands as a user does who has the engine, and nothing of ours but what is in the folder. */
function inShell(commands: readonly string[]): void {
  const env = { PATH: process.env['PATH'], HOME: below('home'), CHECKPOINT_DISABLE: '1' };
  execFileSync('sh', ['-ec', commands.join('\n')], { cwd: base, env, stdio: 'pipe' });
}

/** The commands that a run says are next. */
function stepsIn(printed: string): readonly string[] {
  return [...printed.matchAll(/^ {2}\$ (.*)$/gm)].map(([, step = '']) => step);
}

/** The commands of the guide before those of npm and the engine. @param mark what they have and no others do */
function undoingCommands(mark: string): readonly string[] {
  const guide = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'adopt.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n(.*?)\n```$/gms)].map(([, block = '']) => block.split('\n'));
  const commands = blocks.find((block) => block.some((line) => line.includes(mark))) ?? [];
  expect(commands.at(-1)).toMatch(/^terraform apply/);
  return commands.slice(
    0,
    commands.findIndex((line) => /^(?:npm|terraform) /.test(line)),
  );
}

async function applying(root: Workspace | undefined): Promise<{ readonly stdout: string }> {
  const applied = await root?.apply();
  if (applied?.exitCode !== 0) throw new Error(`${applied?.stdout}\n${applied?.stderr}`);
  return applied;
}

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
  expect(first.out).toContain('Adopted 2 of 5 zones');
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

test('an interrupted run continues where it was, and ends as one that was not interrupted', async () => {
  const zones = Array.from({ length: 12 }, (_, index) => ({
    name: `zone-${index}.example`,
    id: `${index + 10}`.padEnd(32, 'a'),
    logpush: {
      jobs: [{ name: 'logs', destination_conf: `https://logs.example.com/?header_X-Key=${SECRET}${index}` }],
    },
  }));
  const many = await startService({ seed: { zones } });
  const whole = below('whole');
  const out = below('interrupted');
  await runAdopt(many, [], { as: 'hcl', out: whole, all: true });
  const cut = await runAdopt(many, [], { as: 'hcl', out, all: true }, (line) => {
    if (line.startsWith('[ 2/12]')) process.emit('SIGINT');
  });
  expect(cut).toMatchObject({ exitCode: 130 });
  expect(readFileSync(join(out, '.gitignore'), 'utf8')).toContain('*.tfvars.json');
  expect(cut.err).toContain('to continue, run the same command again');
  const done = [...committedFiles(out).keys()].filter((path) => path.startsWith('zone-'));
  expect(done.length).toBeGreaterThanOrEqual(2);
  expect(done.length).toBeLessThan(12);
  const secrets = (folder: string): object =>
    JSON.parse(readFileSync(join(folder, 'secrets.auto.tfvars.json'), 'utf8')) as object;
  expect(Object.keys(secrets(out))).toHaveLength(done.length);

  expect(await runAdopt(many, [], { as: 'hcl', out, all: true })).toMatchObject({ exitCode: 0 });
  expect(committedFiles(out)).toEqual(committedFiles(whole));
  expect(secrets(out)).toEqual(secrets(whole));
});

test('what several zones contribute is in the order of the zones, whichever answers first', async () => {
  const zones = [1, 2, 3, 4].map((digit) => ({
    ...{ id: String(digit).repeat(32), name: `zone-${digit}.example` },
    logpush: {
      jobs: [{ name: 'logs', destination_conf: `https://logs.example.com/?header_X-Key=${SECRET}` }],
    },
  }));
  const several = await startService({ seed: { zones } });
  const written = async (late: number): Promise<readonly string[]> => {
    const faults = zones.map(({ id }, index) => ({
      ...{ match: { pathPrefix: `/client/v4/zones/${id}/` }, delayMs: index === late ? 150 : 0 },
      effect: index < 2 ? ({ kind: 'answer', status: 403 } as const) : ({ kind: 'none' } as const),
    }));
    several.emulator.control.faults.put(faults);
    const out = below(`late-${late}`);
    expect(await runAdopt(several, [], { as: 'hcl', out, all: true })).toMatchObject({ exitCode: 3 });
    const [report = '', secrets = ''] = ['NOT-ADOPTED.md', 'secrets.auto.tfvars.json'].map((file) =>
      readFileSync(join(out, file), 'utf8'),
    );
    return [...report.split('\n').filter((line) => line.startsWith('## ')), secrets];
  };
  const first = await written(3);
  for (const late of [0, 1, 2]) expect(await written(late)).toEqual(first);
});

const seen = (text: string) => ({ seen: [expect.stringContaining(text) as string] });
const cases: readonly (readonly [string, readonly string[], object, object, object])[] = [
  ['no zone', [], {}, {}, { message: 'it is not clear which zones to adopt' }],
  ['zones and --all', ['a.example'], { all: true }, {}, { message: 'it is not clear which zones to adopt' }],
  ['a file that is not there', [], { zones: '/nowhere/zones.txt' }, {}, seen('zones.txt does not exist')],
  ['no credentials', ['a.example'], {}, { ZONEWRIGHT_API_TOKEN: '' }, seen('has credentials')],
  ['no address', ['a.example'], {}, { ZONEWRIGHT_BASE_URL: '' }, seen('gives the base URL')],
  [
    'credentials that the service does not accept',
    ['a.example'],
    {},
    { ZONEWRIGHT_API_TOKEN: 'x'.repeat(40) },
    {
      hints: expect.arrayContaining([expect.stringContaining('does not accept the credentials')]) as unknown,
    },
  ],
];
test.each(cases)('the command refuses %s', async (name, zones, options, env, problem) => {
  const of = { env: { ...service.env, ...env } };
  const run = runAdopt(of, zones, { as: 'hcl', out: below(name), ...options });
  await expect(run).rejects.toMatchObject({ problem });
});
