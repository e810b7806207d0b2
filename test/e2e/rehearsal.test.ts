import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { runningClock, type SeedDocument } from '../../emulator';
import type { Rehearsal } from '../../cli/commands/run-rehearse';
import { createEngine } from '../../cli/engine/run';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram } from '../cli/engine/fake-program';
import { entriesOf } from '../support/entries';
import { inLane } from '../support/lane';
import { beginAnew, service, useWorkspace, workspace } from './one-service';
import { programsIn } from './running-programs';
import { hcl } from '../support/workspace';
import { LOSSES, migratingZone, zoneIdOf } from './migrating-zones';

/** Copies of zones, and stacks that are applied on them before they are applied in production. */

const [SHOP, LOGS] = [zoneIdOf('shop'), zoneIdOf('logs')];
const READER = 'emulator-token-that-reads-little-0123456789abc';
const TOKEN = 'emulator-token-0123456789abcdefghijklmnopqrst';
const SEED: SeedDocument = {
  zones: [
    { ...migratingZone('shop'), logpush: { jobs: [] } },
    migratingZone('blog'),
    migratingZone('news'),
    migratingZone('logs', { state: 'finished' }),
  ],
  credentials: {
    tokens: [
      { token: TOKEN },
      { token: READER, permissions: ['zone:read', 'rulesets:read', 'logpush:edit'] },
    ],
  },
  options: { model: 'today', rate_limit: 0, finish_seconds: 1 },
};

/** Alone: resources side by side share reads or not, as their timing falls. */
const migrationAlone = (target: string): string =>
  hcl(`resource "zone_managed_rules_migration" "shop" {
  zone_id                  = "${SHOP}"
  target_state             = "${target}"
  ${target === 'finished' ? `acknowledge_irreversible = "${SHOP}"` : ''}
}
`);

const fieldsOf = (zone: string): string =>
  hcl(`resource "zone_log_custom_fields" "fields" {\n  zone_id = ${zone}\n  cookies = ["sid"]\n}\n`);
const FIELDS = fieldsOf(`"${SHOP}"`);
const OF_VARIABLE = `variable "zone_id" {}\n${fieldsOf('var.zone_id')}`;

useWorkspace({ seed: SEED, clock: runningClock() }, { startedBy: 'engine', files: { 'main.tf': FIELDS } });
const inFolder = (...names: readonly string[]): string => join(workspace.cwd, ...names);
beforeAll(() => copied('copy.yaml'));
beforeEach(() => {
  beginAnew();
  workspace.write('main.tf', FIELDS);
});

/** Copies zones as they are now. */
async function copied(file: string): Promise<void> {
  const finished = await command.run(['copy', '--all', '--out', inFolder(file)], service.env);
  expect(finished).toMatchObject({ exitCode: 0 });
}

const NOTHING = { NO_COLOR: '1', ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '' };
const FORMATS = ['json', 'html', 'markdown'] as const;

/** Rehearses without production's address and credentials, on the zones as they are at first. */
async function rehearsed(
  args: readonly string[] = [],
  { on = 'copy.yaml', env = {}, stacks = ['.'] } = {},
): Promise<Rehearsal & { readonly finished: Finished }> {
  for (const format of FORMATS) rmSync(inFolder(`told.${format}`), { force: true });
  const out = FORMATS.flatMap((format) => ['--out', `${format}=told.${format}`]);
  const all = ['rehearse', ...stacks, '--on', on, ...out, ...args];
  const finished = await command.run(all, { ...NOTHING, ...env }, workspace.cwd);
  if (!existsSync(inFolder('told.json'))) throw new Error(finished.stdout + finished.stderr);
  const rehearsal = JSON.parse(readFileSync(inFolder('told.json'), 'utf8')) as Rehearsal;
  expect(finished.exitCode).toBe(rehearsal.exit_code);
  return { ...rehearsal, finished };
}

test('the whole migration of a zone, rehearsed by two commands, is what then happens in production', async () => {
  service.emulator.control.clearJournal();
  workspace.write('main.tf', migrationAlone('validation'));
  const before = service.emulator.control.zones();
  const rehearsal = await rehearsed();
  expect(service.emulator.control.journal()).toEqual([]);
  expect(service.emulator.control.zones()).toEqual(before);
  expect([rehearsal.exit_code, rehearsal.finish?.exit_code, rehearsal.missing]).toEqual([2, 3, []]);
  expect(readFileSync(inFolder('terraform.tfstate'), 'utf8')).toBe('');

  const steps: { readonly command: string; readonly requests: number }[] = [];
  const run = async (command: string, what: () => Promise<{ readonly exitCode: number }>): Promise<void> => {
    service.emulator.control.clearJournal();
    expect((await what()).exitCode).not.toBe(1);
    steps.push({ command, requests: service.emulator.control.journal().length });
  };
  for (const target of ['validation', 'finished']) {
    workspace.write('main.tf', migrationAlone(target));
    const change = target === 'validation' ? 'plan' : 'plan, with target_state = "finished"';
    await run(change, () => workspace.plan({ out: 'real.tfplan' }));
    await run('apply', () => workspace.apply({ planFile: 'real.tfplan' }));
    await run('plan again', () => workspace.plan());
  }
  expect(rehearsal.steps.map(({ command, requests }) => ({ command, requests }))).toEqual(steps);
  const { not_carried_over: lost } = await workspace.attributes('zone_managed_rules_migration.shop');
  expect(lost).toMatchObject(LOSSES);
  expect(rehearsal.review.rows.flatMap(({ details }) => details)).toEqual(
    expect.arrayContaining(
      (lost as readonly { readonly description: string }[]).map(({ description }) => `loses: ${description}`),
    ),
  );
});

/** What a program of another user could try while an engine of a rehearsal runs, and what it gets. */
const INTRUDER = `
const { get } = require('node:http');
const { appendFileSync, statSync } = require('node:fs');
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { ZONEWRIGHT_BASE_URL: base, ZONEWRIGHT_API_TOKEN: token, TF_CLI_CONFIG_FILE: config, KNOWN, SPY } = process.env;
const status = (path, headers = {}) => new Promise((resolve, reject) =>
  get(new URL(path, base), { headers }, (answer) => resolve(answer.resume().statusCode)).on('error', reject));
const as = (sent) => ({ authorization: 'Bearer ' + sent });
const rulesets = '/client/v4/zones/${SHOP}/rulesets';
(async () => appendFileSync(SPY, JSON.stringify({
  snapshot: [await status('/_control/snapshot'), await status('/_control/snapshot', as(token))],
  page: await status('/'),
  known: await Promise.all(KNOWN.split(' ').map((each) => status(rulesets, as(each)))),
  rebound: await status(rulesets, { ...as(token), host: 'rebound.example' }),
  own: await status(rulesets, as(token)),
  token,
  argv: process.argv.slice(1),
  mode: (statSync(join(config, '..', '..')).mode & 0o777).toString(8),
  onDisk: execFileSync('sh', ['-c', 'grep -rl -e "$ZONEWRIGHT_API_TOKEN" "$TF_DATA_DIR/../.." || true'], { encoding: 'utf8' }),
}) + '\\n'))();`;

test('while a workspace is rehearsed with its own state, only its engine reads the copy, with a token of this run that stands nowhere', async () => {
  workspace.write('main.tf', OF_VARIABLE);
  workspace.write('intruder.cjs', INTRUDER);
  const env = { TF_WORKSPACE: 'staging', TF_VAR_zone_id: SHOP };
  const { binary, cwd } = workspace;
  const engine = createEngine({ binary, cwd, env: { ...process.env, ...service.env, ...env } });
  expect(await engine.apply()).toMatchObject({ exitCode: 0 });
  await copied('now.yaml');
  const { credentials } = parse(readFileSync(inFolder('now.yaml'), 'utf8')) as SeedDocument;
  const ofCopy = credentials?.tokens?.[0]?.token ?? '';
  expect(ofCopy).toMatch(/^[\w-]{43}$/);
  const spied = fakeProgram(
    inFolder('engine'),
    `case "$1" in plan|apply)
  SPY='${inFolder('seen.jsonl')}' KNOWN='${TOKEN} ${READER} ${ofCopy}' '${process.execPath}' '${inFolder('intruder.cjs')}' "$@" || exit 1
esac
exec '${binary}' "$@"`,
  );
  const tokens = new Set<string>();
  for (const [TF_WORKSPACE, code, note] of [
    ['staging', 0, []],
    ['other', 2, [expect.stringMatching(/ was planned as new, because it has no state\.$/)]],
  ] as const) {
    rmSync(inFolder('seen.jsonl'), { force: true });
    const more = { ...env, TF_WORKSPACE, ZONEWRIGHT_TERRAFORM: spied };
    const { finished, exit_code: exitCode, notes } = await rehearsed([], { on: 'now.yaml', env: more });
    expect({ exitCode, notes }).toEqual({ exitCode: code, notes: note });
    const seen = readFileSync(inFolder('seen.jsonl'), 'utf8').trim().split('\n');
    expect(seen).toHaveLength(3);
    const written = FORMATS.map((format) => readFileSync(inFolder(`told.${format}`), 'utf8'));
    for (const line of seen) {
      const { token, argv, ...rest } = JSON.parse(line) as { token: string; argv: readonly string[] };
      expect(rest).toEqual({
        ...{ snapshot: [401, 401], page: 401, known: [403, 403, 403], rebound: 403, own: 200 },
        ...{ mode: '700', onDisk: '' },
      });
      tokens.add(token);
      const told = [finished.stdout, finished.stderr, ...argv, ...written];
      expect(told.filter((text) => text.includes(token))).toEqual([]);
    }
  }
  expect(tokens.size).toBe(2);
});

/** Whatever a key of for_each is, its instance acknowledges with its own zone. */
const KEYS = {
  [`0.10 a]"] ' "quoted" back\\slash two\nlines tab\t \${each.key} %{ if true } $\${x} ünï 😀`]:
    zoneIdOf('news'),
  '': zoneIdOf('blog'),
};
const IN_HCL = JSON.stringify(KEYS).replace(/[$%](?=\{)/g, '$&$&');

test('stacks side by side: a migration in a module beside them stays in validation, those of a for_each are finished', async () => {
  for (const folder of ['modules/migration', 'stacks/a', 'stacks/b'])
    mkdirSync(inFolder(folder), { recursive: true });
  workspace.write('modules/migration/main.tf', migrationAlone('validation'));
  workspace.write('stacks/a/main.tf', 'module "shop" {\n  source = "../../modules/migration"\n}\n');
  workspace.write(
    'stacks/b/main.tf',
    hcl(`resource "zone_managed_rules_migration" "all" {
  for_each     = ${IN_HCL}
  zone_id      = each.value
  target_state = "validation"
}
`),
  );
  // As an editor leaves it.
  symlinkSync('nowhere', inFolder('stacks', '.#lock'));
  const own = { binary: workspace.binary, cwd: inFolder('stacks', 'a'), env: process.env };
  expect(await createEngine(own).run(['get'])).toMatchObject({ exitCode: 0 });
  const { finished, steps, notes, finish } = await rehearsed([], { stacks: ['stacks/a', 'stacks/b'] });
  expect(finished).toMatchObject({ exitCode: 2, stderr: '' });
  expect(finished.stdout).toContain('Every plan was applied, and the next one is empty.');
  expect(notes).toEqual([
    'a was planned as new, because it has no state.',
    'b was planned as new, because it has no state.',
    'module.shop.zone_managed_rules_migration.shop stays in validation, because it is declared in a module.',
  ]);
  const last = 'plan, with target_state = "finished"';
  expect(steps.map(({ stack, command: did, end }) => `${stack}: ${did}: ${end}`)).toEqual([
    ...['a: plan: changes', 'b: plan: changes', 'a: apply: done', 'a: plan again: no changes'],
    ...['b: apply: done', 'b: plan again: no changes', `b: ${last}: changes`],
    ...['b: apply: done', 'b: plan again: no changes'],
  ]);
  expect(finish?.counts.finishes).toBe(2);
});

test('ephemeral variables of a file reach plan and apply, and nothing the address and credentials of a provider block', async () => {
  workspace.write(
    'main.tf',
    hcl(`variable "name" {}
variable "key" {
  ephemeral = true
}
provider "zone" {
  base_url  = "${service.emulator.baseUrl}"
  api_token = "${TOKEN}"
}
resource "zone_logpush_job" "new" {
  zone_id                     = "${LOGS}"
  dataset                     = "http_requests"
  name                        = var.name
  destination_conf_wo         = "https://logs.example/new?header_Authorization=\${var.key}"
  destination_conf_wo_version = 1
  enabled                     = false
}
`),
  );
  workspace.write('zzz.auto.tfvars', 'name = "other"\n');
  workspace.write('given.tfvars', 'key = "g1ven-key"\nname = "given"\n');
  service.emulator.control.clearJournal();
  const { steps, review } = await rehearsed(['--var-file', inFolder('given.tfvars')]);
  rmSync(inFolder('zzz.auto.tfvars'));
  expect(steps.map(({ end, errors }) => ({ end, errors }))).toEqual(
    ['changes', 'done', 'no changes'].map((end) => ({ end, errors: [] })),
  );
  // A file that is named wins over those that the engine finds.
  expect(JSON.stringify(review.rows)).toContain('given');
  expect(service.emulator.control.journal()).toEqual([]);
});

const leftovers = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('zonewright-rehearsal-'));

/** Processes of engines and providers that work in folders of rehearsals of this file. */
const processes = (): readonly unknown[] =>
  programsIn((folder) => folder.startsWith(join(realpathSync(tmpdir()), 'zonewright-rehearsal-')));

test('killed a rehearsal leaves production and the original as they are, and neither files nor processes', async () => {
  await workspace.ready();
  mkdirSync(inFolder('elsewhere'));
  for (const path of ['.terraform.lock.hcl', '.terraform/providers', 'terraform.tfstate']) {
    const target = inFolder('elsewhere', basename(path));
    renameSync(inFolder(path), target);
    symlinkSync(target, inFolder(path));
  }
  const files = entriesOf(workspace.cwd);
  const before = service.emulator.control.zones();
  service.emulator.control.clearJournal();
  for (const moment of inLane({ share: [1, 4, 8], whole: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] })) {
    const child = command.start(['rehearse', '.', '--on', 'copy.yaml'], NOTHING, workspace.cwd);
    await new Promise((resolve) => setTimeout(resolve, 150 + moment * 350));
    child.kill(moment % 2 === 0 ? 'SIGKILL' : 'SIGINT');
    await until(() => child.exitCode !== null || child.signalCode !== null);
  }
  expect(service.emulator.control.journal()).toEqual([]);
  expect(service.emulator.control.zones()).toEqual(before);
  expect(entriesOf(workspace.cwd)).toEqual(files);
  await until(() => leftovers().length + processes().length === 0);
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
