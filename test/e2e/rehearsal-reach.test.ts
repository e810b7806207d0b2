import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
const [copy, mark] = [join(folder, 'copy.json'), join(folder, 'mark')];

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

/** Rehearses where no registry can be reached, behind a wrapper of the engine. */
async function rehearsed(files: Files, env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  rmSync(mark, { force: true });
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
    `echo "[command]terraform $*"; '${workspace.binary}' "$@"; echo "::debug::exitcode: $?"; exit 0`,
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
