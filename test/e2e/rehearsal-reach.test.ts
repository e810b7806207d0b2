import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { runningClock } from '../../emulator';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
import { entriesOf } from '../support/entries';
import { listening } from '../support/listening';
import { hcl } from '../support/workspace';
import { migratingZone, zoneIdOf } from './migrating-zones';
import { flat, service, useWorkspace, workspace } from './one-service';

/** What a stack has that would run its programs, or reach its backend, in a rehearsal: nothing of it does. */

const FIELDS = hcl(`resource "zone_log_custom_fields" "shop" {
  zone_id = "${zoneIdOf('shop')}"
  cookies = ["sid"]
}`);

useWorkspace({ seed: { zones: [migratingZone('shop')] }, clock: runningClock() });

const folder = temporaryFolder();
const [copy, mark, seen] = [join(folder, 'copy.json'), join(folder, 'mark'), join(folder, 'seen.jsonl')];

/** A backend of the stack, and how often something reached it. */
let [stacks, reached, port] = [0, 0, 0];
const backend = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
beforeAll(async () => {
  port = await listening(backend);
  expect(await command.run(['copy', '--all', '--out', copy], service.env)).toMatchObject({ exitCode: 0 });
});

/** Texts by file, with PORT for that of the backend. */
type Files = Readonly<Record<string, string>>;

/** Rehearses where no registry can be reached, behind a wrapper of the engine, which notes what that gets. */
async function rehearsed(files: Files, env: NodeJS.ProcessEnv = {}, engineIs = ''): Promise<Finished> {
  for (const each of [mark, seen]) rmSync(each, { force: true });
  const stack = join(folder, `stack-${(stacks += 1)}`);
  for (const [name, text] of Object.entries({ 'main.tf': FIELDS, ...files })) {
    mkdirSync(dirname(join(stack, name)), { recursive: true });
    const mode = text.startsWith('#!') ? 0o755 : 0o644;
    writeFileSync(join(stack, name), text.replaceAll('PORT', String(port)), { mode });
  }
  symlinkSync('main.tf', join(stack, 'link.tf~'));
  symlinkSync(stack, `${stack}-link`);
  const before = entriesOf(stack);
  const engine = fakeProgram(
    join(folder, 'engine'),
    `case "$PWD" in ${engineIs}*zonewright-rehearsal-*) '${process.execPath}' -e '${NOTE}' "$@" >>'${seen}' ;; esac
echo "[command]terraform $*"; '${workspace.binary}' "$@"; echo "::debug::exitcode: $?"; exit 0`,
  );
  const path = `${dirname(fakeProgram(join(folder, 'bin', 'git'), PROGRAM))}:${process.env['PATH']}`;
  const own = { ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '', NO_COLOR: '1', HOME: folder, PATH: path };
  const finished = await command.run(['rehearse', `${stack}-link`, '--on', copy], {
    ...{ ...own, ZONEWRIGHT_TERRAFORM: engine },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:1', TF_CLI_CONFIG_FILE: undefined, ...env },
  });
  const after = { reached, ran: existsSync(mark), entries: entriesOf(stack) };
  expect(after).toEqual({ reached: 0, ran: false, entries: before });
  return finished;
}

const NOTE = `
const { readFileSync, readdirSync } = require("node:fs");
const { TF_CLI_CONFIG_FILE: file } = process.env;
const config = readFileSync(file, "utf8");
const here = (text) => text.replaceAll(file.slice(0, -"/cli.tfrc".length), "WORK");
const [, mirror] = /path *= "(.*)"/.exec(config);
console.log(JSON.stringify({
  args: process.argv.slice(1),
  cwd: here(process.cwd()),
  files: readdirSync(".").sort(),
  config: here(config),
  mirror: readdirSync(mirror, { recursive: true }).filter((each) => each.split("/").length === 3).sort(),
  env: Object.entries(process.env).filter(([name]) => /^(TF_|HOME$|.*PROXY|ZONEWRIGHT_(?!TEST_))/.test(name)).map(([name, value]) => name + " " + here(value)).sort(),
}));`;

const PROGRAM = `#!/bin/sh\ntouch '${mark}'\n`;
const PLATFORM = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A program where the engine finds a provider by itself. */
const providerAt = (place: string, address: string): Files => ({
  [`${place}/${address}/9.9.9/${PLATFORM}/terraform-provider-${address.split('/').at(-1)}_v9.9.9`]: PROGRAM,
});

const registered = (name: string): string => `registry.terraform.io/${name}`;
const [NULL, ELSEWHERE] = [registered('hashicorp/null'), 'registry.example.invalid/zonewright/zone'];
const USES_NULL = 'resource "null_resource" "a" {}\n';
const EXEC = `provisioner "local-exec" {\n    command = "touch '${mark}'"\n  }`;
const EXECUTES = `resource "terraform_data" "a" {\n  ${EXEC}\n}\n`;
const HTTP = 'terraform {\n  backend "http" {\n    address = "http://127.0.0.1:PORT/state"\n  }\n}\n';
const HTTP_JSON = '{"terraform":{"backend":{"http":{"address":"http://127.0.0.1:PORT/state"}}}}';
const CLOUD =
  'terraform {\n  cloud {\n    hostname = "localhost:PORT"\n    organization = "a"\n    workspaces {\n      name = "a"\n    }\n  }\n}\n';
const OF_STATE = JSON.stringify({
  ...{ version: 4, terraform_version: '1.5.0', serial: 1, lineage: 'a', outputs: {} },
  resources: [
    {
      ...{ mode: 'managed', type: 'a_b', name: 'a', provider: `provider["${registered('x/a')}"]` },
      instances: [{ schema_version: 0, attributes: {} }],
    },
  ],
});
const MODULES = '.terraform/modules/modules.json';
const inModule = (Dir: string, more: object = {}): string =>
  JSON.stringify({ Modules: [{ Dir: '.' }, { Key: 'm', Source: './m', Dir, ...more }] });
const USES_MODULE = 'module "m" {\n  source = "./m"\n}\n';
const READS_STATE = `data "terraform_remote_state" "a" {
  backend = "http"
  config  = { address = "http://127.0.0.1:PORT/state" }
}
`;
/** From the copy of a stack, above what is copied and back; from the stack itself, where nothing is. */
const IN_COPY = `${'../'.repeat(join(folder, 'stack').split('/').length)}copy${folder}/other`;

/** A stack whose rehearsal is refused, and what the error has. What words alone refuse: test/cli/rehearsed-programs.test.ts. */
const REFUSED: Readonly<Record<string, readonly [Files, string]>> = {
  'a program in .terraform': [
    {
      'null.tf': USES_NULL,
      '.terraform.lock.hcl': `provider "${NULL}" {\n  version = "9.9.9"\n}\n`,
      ...providerAt('.terraform/providers', NULL),
    },
    'use terraform_data in place of null_resource',
  ],
  "a provider under another's name": [
    {
      'main.tf': hcl(USES_NULL, 'null = { source = "evil/null" }'),
      ...providerAt('terraform.d/plugins', registered('evil/null')),
    },
    'registry.terraform.io/evil/null was not found',
  ],
  'our name elsewhere': [
    {
      'main.tf': FIELDS.replace('zonewright/zone', ELSEWHERE),
      ...providerAt('terraform.d/plugins', ELSEWHERE),
    },
    `${ELSEWHERE} was not found`,
  ],
  'a data source that runs programs': [
    {
      'external.tf': `data "external" "a" {\n  program = ["touch", "${mark}"]\n}\n`,
      ...providerAt('terraform.d/plugins', registered('hashicorp/external')),
    },
    'registry.terraform.io/hashicorp/external was not found',
  ],
  'a provider of the state alone': [
    { 'terraform.tfstate': OF_STATE, ...providerAt('terraform.d/plugins', registered('x/a')) },
    'registry.terraform.io/x/a was not found',
  ],
  'a provisioner of a resource': [{ 'a.tf': EXECUTES }, 'terraform_data.a has a provisioner'],
  'a provisioner in a module': [
    { 'a.tf': USES_MODULE, 'm/main.tf': EXECUTES, [MODULES]: inModule('m') },
    'terraform_data.a has a provisioner',
  ],
  'a module that only a copy leads to': [
    { 'a.tf': USES_MODULE, '../other/a.tf': READS_STATE, [MODULES]: inModule(IN_COPY) },
    'run terraform get in the stack',
  ],
  'a list of modules that is broken': [{ [MODULES]: '{bad' }, 'remove it and run terraform get there'],
  'a module that is not installed': [
    { 'a.tf': `module "m" {\n  source = "git::file://${folder}/repository"\n}\n` },
    'run terraform get in the stack',
  ],
  'a backend in an override file that comes last': [
    { 'ÿ_override.tf': HTTP },
    'Backend type changed from "local" to "http"',
  ],
  'a local backend elsewhere in an override file that comes last': [
    { 'ÿ_override.tf': `terraform {\n  backend "local" {\n    path = "${mark}"\n  }\n}\n` },
    'Backend configuration block has changed',
  ],
  'a cloud block in an override file that comes last': [
    { 'ÿ_override.tf': CLOUD },
    'Changed from backend "local" to HCP Terraform',
  ],
};

test.each(Object.entries(REFUSED))('refused: %s', async (_what, [files, said]) => {
  const { exitCode, stdout, stderr } = await rehearsed(files);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(flat(stderr)).toContain(said);
});

/** A stack that is rehearsed on the local backend. */
const REHEARSED: Readonly<Record<string, Files>> = {
  'a backend in JSON and in override files, with its address in what the user has set': {
    ...{ 'backend.tf.json': HTTP_JSON, 'override.tf.json': HTTP_JSON, 'zzz_override.tf': HTTP },
  },
  'a cloud block': { 'cloud.tf': CLOUD },
  'a module with a second folder that the engine prefers': {
    ...{ 'a.tf': USES_MODULE, 'm/a.tf': '', '../other/a.tf': READS_STATE },
    [MODULES]: inModule('m', { dir: '../other' }),
  },
};

test.each(Object.entries(REHEARSED))('rehearsed, and nothing is reached: %s', async (_what, files) => {
  const set = { TF_CLI_ARGS_init: `-backend-config=address=http://127.0.0.1:${port}/state` };
  const { exitCode, stdout, stderr } = await rehearsed(files, set);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
  expect(stdout).toContain('Every plan was applied, and the next one is empty.');
});

test('an apply that fails has failed, and its error is told', async () => {
  const fails =
    'lifecycle {\n    postcondition {\n      condition     = self.id == ""\n      error_message = "no"\n    }\n  }';
  const { exitCode, stdout } = await rehearsed({
    'a.tf': `resource "terraform_data" "a" {\n  ${fails}\n}\n`,
  });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/Error: Resource postcondition failed[^]*: apply: failed/);
});

test('where the engine stores another backend, nothing else runs', async () => {
  const stored = '{"backend":{"type":"http","config":{"address":"http://127.0.0.1"}}}';
  const other = `*zonewright-rehearsal-*/backend) echo '${stored}' >"$TF_DATA_DIR/terraform.tfstate"; exit ;;`;
  const { exitCode, stderr } = await rehearsed({}, {}, `${other}\n`);
  expect({ exitCode, stderr, isNoted: existsSync(seen) }).toEqual({
    ...{ exitCode: 1, isNoted: false },
    stderr: expect.stringContaining(`init does not store the local backend: ${stored}`),
  });
});

test('what init can install is our provider and three others, whatever the stack and the user have', async () => {
  const addresses = [registered('zonewright/zone'), 'registry.opentofu.org/zonewright/zone'];
  const reattached = {
    ...{ Protocol: 'grpc', ProtocolVersion: 6, Pid: 1, Test: true },
    Addr: { Network: 'unix', String: '/nowhere' },
  };
  const { exitCode } = await rehearsed(
    {
      ...providerAt('terraform.d/plugins', registered('zonewright/zone')),
      '../cli.tfrc': `provider_installation {\n  dev_overrides {\n    "zonewright/zone" = "${folder}/bin"\n  }\n}\n`,
    },
    {
      ...{ TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), TF_PLUGIN_CACHE_DIR: folder },
      TF_REATTACH_PROVIDERS: JSON.stringify({ [registered('zonewright/zone')]: reattached }),
      ...{ TF_CLI_ARGS_plan: '-destroy', TF_VAR_a: 'a' },
    },
  );
  expect(exitCode).toBe(2);
  const calls = readFileSync(seen, 'utf8').trim().split('\n');
  const [first, second, ...others] = calls.map((line) => JSON.parse(line) as { readonly env: unknown });
  const own = {
    config: `provider_installation {
  filesystem_mirror {
    path    = "WORK/plugins"
    include = ${JSON.stringify(addresses)}
  }
  direct {
    include = ["registry.terraform.io/hashicorp/null","registry.terraform.io/hashicorp/random","registry.terraform.io/hashicorp/time","registry.opentofu.org/hashicorp/null","registry.opentofu.org/hashicorp/random","registry.opentofu.org/hashicorp/time"]
  }
}
`,
    mirror: [...addresses].reverse(),
    env: [
      ...['HOME WORK/home', 'HTTPS_PROXY http://127.0.0.1:1', 'TF_CLI_CONFIG_FILE WORK/cli.tfrc'],
      ...['TF_DATA_DIR WORK/data', 'TF_INPUT 0', 'TF_IN_AUTOMATION 1', 'TF_VAR_a a', 'TF_WORKSPACE default'],
      expect.stringMatching(/^ZONEWRIGHT_API_TOKEN ./),
      expect.stringMatching(/^ZONEWRIGHT_BASE_URL http:\/\/127\.0\.0\.1:/),
      ...['ZONEWRIGHT_ENVIRONMENT_ONLY on', 'ZONEWRIGHT_MAX_REQUESTS_PER_SECOND 1000'],
      ...[`ZONEWRIGHT_NODE ${process.execPath}`, `ZONEWRIGHT_TERRAFORM ${join(folder, 'engine')}`],
    ],
  };
  const init = ['init', '-input=false', '-no-color'];
  const override = '~zonewright_rehearsal_override.tf.json';
  expect([first, second]).toEqual([
    { ...own, ...{ args: [...init, '-get=false'], cwd: 'WORK/backend', files: [override] } },
    {
      ...{ ...own, args: [...init, '-backend=false', '-get=false'] },
      cwd: expect.stringMatching(/^WORK\/copy\//),
      files: ['.terraform.lock.hcl', 'link.tf~', 'main.tf', override],
    },
  ]);
  expect(others.map(({ env }) => env)).toEqual(others.map(() => own.env));
});
