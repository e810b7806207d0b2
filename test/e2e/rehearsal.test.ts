import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { runningClock, type SeedDocument } from '../../emulator';
import type { Rehearsal } from '../../cli/rehearse/report';
import { createEngine } from '../../cli/engine/run';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram } from '../cli/engine/fake-program';
import { entriesOf } from '../support/entries';
import { inLane } from '../support/lane';
import { beginAnew, service, useWorkspace, workspace } from './one-service';
import { hcl } from '../support/workspace';
import { LOSSES, migratingZone, zoneIdOf } from './migrating-zones';

/** Copies of zones, and stacks that are applied on them before they are applied in production. */

const SHOP = zoneIdOf('shop');

const READER = 'emulator-token-that-reads-little-0123456789abc';

const SEED: SeedDocument = {
  zones: [
    { ...migratingZone('shop'), logpush: { jobs: [] } },
    migratingZone('blog', { plan: 'professional' }),
    migratingZone('logs', { state: 'finished' }),
  ],
  credentials: {
    tokens: [
      { token: 'emulator-token-0123456789abcdefghijklmnopqrst' },
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

const FIELDS = hcl(`resource "zone_log_custom_fields" "shop" {
  zone_id = "${SHOP}"
  cookies = ["sid"]
}
`);

let copy: string;

useWorkspace({ seed: SEED, clock: runningClock() }, { startedBy: 'engine', files: { 'main.tf': FIELDS } });
beforeAll(() => {
  copy = join(workspace.cwd, 'copy.yaml');
});
beforeEach(() => {
  beginAnew();
  workspace.write('main.tf', FIELDS);
});

/** The command with production's address and credentials, or without: a rehearsal needs neither. */
function zonewright(args: readonly string[], env: NodeJS.ProcessEnv = service.env): Promise<Finished> {
  return command.run(args, { NO_COLOR: '1', ...env }, workspace.cwd);
}

const NOTHING = { ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '' };

async function copied(): Promise<Finished> {
  return done(await zonewright(['copy', '--all', '--out', copy]));
}

let first: string | undefined;

/** A copy of the zones as they are at first, which is made once. */
async function copiedAtFirst(): Promise<void> {
  if (first === undefined) await copied();
  else writeFileSync(copy, first);
  first ??= readFileSync(copy, 'utf8');
}

function done(finished: Finished): Finished {
  if (finished.exitCode !== 0) throw new Error(finished.stdout + finished.stderr);
  return finished;
}

async function rehearsed(...more: readonly string[]): Promise<Rehearsal> {
  const out = join(workspace.cwd, 'rehearsal.json');
  rmSync(out, { force: true });
  const finished = await zonewright(
    ['rehearse', workspace.cwd, '--on', copy, '--out', `json=${out}`, ...more],
    NOTHING,
  );
  if (!existsSync(out)) throw new Error(finished.stdout + finished.stderr);
  const rehearsal = JSON.parse(readFileSync(out, 'utf8')) as Rehearsal;
  expect(finished.exitCode).toBe(rehearsal.exit_code);
  return rehearsal;
}

test('the whole migration of a zone, rehearsed by two commands, is what then happens in production', async () => {
  service.emulator.control.clearJournal();
  workspace.write('main.tf', migrationAlone('validation'));
  await copied();
  expect(service.emulator.control.journal().every(({ method }) => method === 'GET')).toBe(true);
  service.emulator.control.clearJournal();
  const before = service.emulator.control.zones();
  const rehearsal = await rehearsed();
  expect(service.emulator.control.journal()).toEqual([]);
  expect(service.emulator.control.zones()).toEqual(before);
  expect([rehearsal.exit_code, rehearsal.finish?.exit_code, rehearsal.missing]).toEqual([2, 3, []]);
  expect(readFileSync(join(workspace.cwd, 'terraform.tfstate'), 'utf8')).toBe('');

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
      (lost as readonly { readonly description: string }[]).map(({ description }) => `loses ${description}`),
    ),
  );
});

/** Fields of the zone that a variable names. */
const OF_VARIABLE = hcl(`variable "zone_id" {}
resource "zone_log_custom_fields" "fields" {
  zone_id = var.zone_id
  cookies = ["sid"]
}
`);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(workspace.cwd, file)), { recursive: true });
  writeFileSync(join(workspace.cwd, file), text);
}

test('a workspace is rehearsed with its own state, and the report tells that there is none', async () => {
  workspace.write('main.tf', OF_VARIABLE);
  const staging = { TF_WORKSPACE: 'staging', TF_VAR_zone_id: SHOP };
  const applied = await createEngine({
    ...{ binary: workspace.binary, cwd: workspace.cwd },
    env: { ...process.env, ...service.env, ...staging },
  }).apply();
  expect(applied.exitCode).toBe(0);
  await copied();
  const notesIn = async (TF_WORKSPACE: string): Promise<unknown> => {
    const out = join(workspace.cwd, 'rehearsal.json');
    const env = { ...NOTHING, TF_WORKSPACE, TF_VAR_zone_id: SHOP };
    await zonewright(['rehearse', workspace.cwd, '--on', copy, '--out', `json=${out}`], env);
    const { exit_code: code, notes } = JSON.parse(readFileSync(out, 'utf8')) as Rehearsal;
    return { code, notes };
  };
  expect(await notesIn('staging')).toEqual({ code: 0, notes: [] });
  expect(await notesIn('other')).toMatchObject({
    code: 2,
    notes: [expect.stringMatching(/ was planned as new, because it has no state\.$/)],
  });
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

test('while a rehearsal runs, only its own engine reads the copy, with a token of this run that stands nowhere', async () => {
  await copied();
  const { credentials } = parse(readFileSync(copy, 'utf8')) as SeedDocument;
  const ofCopy = credentials?.tokens?.[0]?.token ?? '';
  expect(ofCopy).toMatch(/^[\w-]{43}$/);
  workspace.write('intruder.cjs', INTRUDER);
  const spy = join(workspace.cwd, 'seen.jsonl');
  const known = SEED.credentials?.tokens?.map(({ token }) => token) ?? [];
  const engine = fakeProgram(
    join(workspace.cwd, 'engine'),
    `case "$1" in plan|apply)
  SPY='${spy}' KNOWN='${[...known, ofCopy].join(' ')}' '${process.execPath}' '${join(workspace.cwd, 'intruder.cjs')}' "$@" || exit 1
esac
exec '${workspace.binary}' "$@"`,
  );
  const out = ['json', 'html', 'markdown'].map((format) => join(workspace.cwd, `told.${format}`));
  const tokens = new Set<string>();
  for (const run of [1, 2]) {
    rmSync(spy, { force: true });
    const finished = await zonewright(
      [
        'rehearse',
        workspace.cwd,
        '--on',
        copy,
        ...out.flatMap((file) => ['--out', `${file.split('.').at(-1)}=${file}`]),
      ],
      { ...NOTHING, ZONEWRIGHT_TERRAFORM: engine },
    );
    expect(finished.exitCode).toBe(2);
    const seen = readFileSync(spy, 'utf8').trim().split('\n');
    expect(seen.length).toBeGreaterThan(2);
    for (const line of seen) {
      const { token, argv, ...rest } = JSON.parse(line) as {
        readonly token: string;
        readonly argv: readonly string[];
      };
      expect(rest).toEqual({
        ...{ snapshot: [401, 401], page: 401, known: [403, 403, 403], rebound: 403, own: 200 },
        ...{ mode: '700', onDisk: '' },
      });
      tokens.add(token);
      const told = [
        finished.stdout,
        finished.stderr,
        ...argv,
        ...out.map((file) => readFileSync(file, 'utf8')),
      ];
      expect(told.filter((text) => text.includes(token))).toEqual([]);
    }
    expect(tokens.size).toBe(run);
  }
});

test('stacks side by side, with a module beside them: its migration stays in validation, and the report says so', async () => {
  write('modules/migration/main.tf', migrationAlone('validation'));
  write('stacks/a/main.tf', 'module "shop" {\n  source = "../../modules/migration"\n}\n');
  write(
    'stacks/b/main.tf',
    hcl(`resource "zone_log_custom_fields" "logs" {
  zone_id = "${zoneIdOf('logs')}"
  cookies = ["sid"]
}
`),
  );
  // As an editor leaves it.
  symlinkSync('nowhere', join(workspace.cwd, 'stacks', '.#lock'));
  const folder = join(workspace.cwd, 'stacks', 'a');
  expect(
    await createEngine({ binary: workspace.binary, cwd: folder, env: process.env }).run(['get']),
  ).toMatchObject({ exitCode: 0 });
  await copiedAtFirst();
  const { exitCode, stdout, stderr } = await zonewright(
    ['rehearse', 'stacks/a', 'stacks/b', '--on', copy],
    NOTHING,
  );
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
  expect(stdout).toContain('Every plan was applied, and the next one is empty.');
  expect(stdout).toContain('b was planned as new, because it has no state.');
  expect(stdout).toContain(
    'zone_managed_rules_migration.shop stays in validation, because it is declared in a module.',
  );
  expect(stdout).toContain('b: apply: done');
});

test('ephemeral variables of a file reach plan and apply', async () => {
  workspace.write(
    'main.tf',
    hcl(`variable "key" {
  ephemeral = true
}
resource "zone_logpush_job" "new" {
  zone_id                     = "${zoneIdOf('logs')}"
  dataset                     = "http_requests"
  name                        = "new"
  destination_conf_wo         = "https://logs.example/new?header_Authorization=\${var.key}"
  destination_conf_wo_version = 1
  enabled                     = false
}
`).replace('"new"\n  destination', 'var.name\n  destination') + 'variable "name" {}\n',
  );
  workspace.write('zzz.auto.tfvars', 'name = "other"\n');
  workspace.write('given.tfvars', 'key = "g1ven-key"\nname = "given"\n');
  await copiedAtFirst();
  const {
    exit_code: code,
    steps,
    review,
  } = await rehearsed('--var-file', join(workspace.cwd, 'given.tfvars'));
  rmSync(join(workspace.cwd, 'zzz.auto.tfvars'));
  expect({ code, errors: steps.flatMap(({ errors }) => errors) }).toEqual({ code: 2, errors: [] });
  // A file that is named wins over those that the engine finds.
  expect(JSON.stringify(review.rows)).toContain('given');
});

describe('a copy that lacks something', () => {
  test('of what the credentials may not read: the rehearsal fails, and says what', async () => {
    workspace.write('main.tf', migrationAlone('validation'));
    const reader = { ...service.env, ZONEWRIGHT_API_TOKEN: READER };
    const { exitCode, stdout } = await zonewright(['copy', '--all', '--out', copy], reader);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringMatching(/403/) });
    const { exit_code: code, missing } = await rehearsed();
    expect(code).toBe(1);
    expect(missing).toContain(
      `GET /zones/${SHOP}/firewall/waf/packages was refused with status 403: copy with a token that may read it.`,
    );
  });

  test('of the zones of the stack', async () => {
    done(await zonewright(['copy', 'blog.example', '--out', copy]));
    const { exit_code: code, missing } = await rehearsed();
    expect({ code, missing }).toEqual({
      code: 1,
      missing: [`The zone ${SHOP} is not in the copy: copy it, too.`],
    });
  });
});

test('the address and the credentials of a provider block give way to those of the rehearsal', async () => {
  workspace.write(
    'main.tf',
    `${FIELDS}
provider "zone" {
  base_url  = "${service.emulator.baseUrl}"
  api_token = "${service.emulator.credentials.token}"
}
`,
  );
  await copiedAtFirst();
  service.emulator.control.clearJournal();
  expect((await rehearsed()).steps.flatMap(({ errors }) => errors)).toEqual([]);
  expect(service.emulator.control.journal()).toEqual([]);
});

const leftovers = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('zonewright-rehearsal-'));

/** Processes of engines and providers that work in folders of rehearsals of this file. */
const processes = (): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return readlinkSync(join('/proc', pid, 'cwd')).startsWith(
        join(realpathSync(tmpdir()), 'zonewright-rehearsal-'),
      );
    } catch {
      return false;
    }
  });

test('killed a rehearsal leaves production and the original as they are, and neither files nor processes', async () => {
  await copiedAtFirst();
  await workspace.ready();
  mkdirSync(join(workspace.cwd, 'elsewhere'));
  for (const path of ['.terraform.lock.hcl', '.terraform/providers', 'terraform.tfstate']) {
    const target = join(workspace.cwd, 'elsewhere', basename(path));
    renameSync(join(workspace.cwd, path), target);
    symlinkSync(target, join(workspace.cwd, path));
  }
  const files = entriesOf(workspace.cwd);
  const before = service.emulator.control.zones();
  service.emulator.control.clearJournal();
  for (const moment of inLane({ share: [1, 4, 8], whole: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] })) {
    const child = command.start(
      ['rehearse', workspace.cwd, '--on', copy],
      { NO_COLOR: '1', ...NOTHING },
      workspace.cwd,
    );
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
