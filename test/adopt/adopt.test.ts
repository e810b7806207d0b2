import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { service, useService } from '../e2e/one-service';
import { inLane } from '../support/lane';
import { temporaryFolder } from '../support/temporary-folder';
import type { Workspace } from '../support/workspace';
import {
  actionsOf,
  beginValidation,
  committedFiles,
  compile,
  linkPackages,
  moduleIn,
  runAdopt,
  synthesize,
} from './adopted';
import { SECRET_MARK } from './random-destinations';
import { randomZones } from './random-zones';
import { ADDRESSES, addOther, SECRET, SEED, ZONES } from './zones-by-hand';

const COUNT = Number(process.env['ZONEWRIGHT_ADOPT_ZONES'] ?? inLane({ share: 24, whole: 200 }));
const RANDOM = randomZones(COUNT, Number(process.env['ZONEWRIGHT_TEST_SEED'] ?? 1));
const ALL = COUNT + Object.keys(ZONES).length;
const ADJUSTMENT = { id: '5de7edfa648c4d6891dc3e7f84534ffa', action: 'block' };

const base = temporaryFolder();
useService({
  seed: { ...SEED, zones: [...(SEED.zones ?? []), ...RANDOM] },
  // The pace that the service asks of its users is not what is tested here; how many requests there are, is.
  settings: { model: 'today', rateLimit: 0 },
});
beforeAll(async () => {
  // Every third zone that has not begun to migrate validates, half of them with an adjustment.
  const atStart = RANDOM.filter(({ migration }) => migration === undefined);
  for (const [index, { id = '' }] of atStart.entries())
    if (index % 3 === 0) await beginValidation(service, id, index % 2 === 0 ? ADJUSTMENT : undefined);
  // In one of them somebody has added a rule since.
  service.emulator.control.editRuleset(atStart[0]?.id ?? '', 'http_request_firewall_managed', ({ rules }) => {
    rules.push({ action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } });
  });
});

const below = (name: string): string => join(base, name);
const modeOf = (...path: readonly string[]): string => (statSync(join(...path)).mode & 0o777).toString(8);

describe(`zones made by hand, and ${COUNT} random ones`, () => {
  let [hcl, ts]: Workspace[] = [];

  /** Adopts all zones, of which nothing that is printed or committed has a secret. @returns the committed files */
  async function adopted(as: 'hcl' | 'ts', out: string) {
    service.emulator.control.clearJournal();
    const run = await runAdopt(service, [], { as, out, all: true });
    const sent = service.emulator.control.journal();
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.out).toContain(`Adopted ${ALL} of ${ALL} zones`);
    expect(run.out).toContain(`Requests sent: ${sent.length}`);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(sent.length).toBeLessThan(8 * ALL);
    const files = committedFiles(out);
    for (const said of [run.out, run.err, ...files.values()]) {
      expect(said).not.toMatch(new RegExp(`${SECRET}|${SECRET_MARK}`));
      expect(said).not.toContain('\u001b');
    }
    const declared = [...files.values()].join('\n');
    expect(declared).toMatch(/target_?state *[:=] "validation"/i);
    expect(declared).toContain(ADJUSTMENT.id);
    expect(files.get('NOT-ADOPTED.md')?.match(/its rules were edited/g)).toHaveLength(1);
    return { files, steps: stepsIn(run.out) };
  }

  /** The first plan of a module imports only, and its second is empty. */
  async function imported(root: Workspace): Promise<void> {
    const before = service.emulator.control.zones();
    await root.ready();
    const { 'import no-op': found = [], ...others } = await actionsOf(root);
    expect(others).toEqual({});
    expect(found).toEqual(expect.arrayContaining(ADDRESSES));
    expect(found.length).toBeGreaterThan(ALL);
    await root.applied({ args: ['adopted.tfplan'] });
    expect(await root.plan()).toMatchObject({ exitCode: 0 });
    expect(service.emulator.control.zones()).toEqual(before);
  }

  test('become HCL, as `terraform fmt` leaves it, whose first plan imports only, and whose second is empty', async () => {
    const out = below('hcl');
    addOther(service.emulator.control);
    const { files } = await adopted('hcl', out);
    const byHand = ['alpha', 'beta', 'gamma'].map((name) => `${name}-example.tf`);
    const others = ['.gitignore', 'NOT-ADOPTED.md', 'imports.tf', 'main.tf'];
    expect([...files.keys()]).toEqual(expect.arrayContaining([...others, ...byHand]));
    expect(modeOf(out, 'secrets.auto.tfvars.json')).toBe('600');
    expect(files.get('beta-example.tf')).not.toContain('adjustments');
    hcl = await moduleIn(out, service);
    expect(await hcl.run(['fmt', '-check', '-diff'])).toMatchObject({ exitCode: 0, stdout: '' });
    await imported(hcl);
    expect(hcl.read('terraform.tfstate')).not.toContain(SECRET);
  });

  test('become TypeScript that compiles, with the same addresses, as clean', async () => {
    const out = below('ts');
    const { steps } = await adopted('ts', out);
    linkPackages(out);
    compile(out);
    const folder = synthesize(out);
    inShell(steps.filter((step) => /^cd|init$/.test(step)));
    const { variable } = JSON.parse(readFileSync(join(folder, 'cdk.tf.json'), 'utf8')) as Stack;
    expect(variable).toMatchObject({
      alpha_example_requests_access_key_id: {
        description: 'A secret of the destination of zone_logpush_job.alpha_example_requests.',
        ephemeral: true,
      },
    });
    const secrets = JSON.parse(readFileSync(join(out, 'secrets.tfvars.json'), 'utf8')) as object;
    ts = await moduleIn(folder, service, secrets);
    await imported(ts);
  });

  test('are undone in HCL by the commands of docs/guides/adopt.md, and stay as they are', async () => {
    const before = service.emulator.control.zones();
    // The guide names the files of the zones by hand.
    const ofRandom = [...committedFiles(below('hcl')).keys()].filter((name) =>
      /^(?!alpha|beta|gamma|main|imports).*\.tf$/.test(name),
    );
    inShell([`cd ${below('hcl')}`, ...undoingCommands('removed.tf'), `rm ${ofRandom.join(' ')}`]);
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
