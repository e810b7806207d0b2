import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { runningClock } from '../../emulator';
import { command, type Finished } from '../cli/built-command';
import { fakeProgram, temporaryFolder } from '../cli/engine/fake-program';
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
let stacks = 0;

/** A backend of the stack, and how often something reached it. */
let [reached, port] = [0, 0];
const backend = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  port = (backend.address() as { readonly port: number }).port;
  expect(await command.run(['copy', '--all', '--out', copy], service.env)).toMatchObject({ exitCode: 0 });
});
afterAll(() => backend.close());

type Files = Readonly<Record<string, string>>;

/** A stack with these files; those of programs can be run. */
function stackOf(files: Files): string {
  const stack = join(folder, `stack-${(stacks += 1)}`);
  for (const [name, text] of Object.entries({ 'main.tf': FIELDS, ...files })) {
    mkdirSync(dirname(join(stack, name)), { recursive: true });
    writeFileSync(join(stack, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  return stack;
}

/** Rehearses where no registry can be reached, behind a wrapper of the engine, which notes what that gets. */
async function rehearsed(stack: string, env: NodeJS.ProcessEnv = {}): Promise<Finished> {
  rmSync(mark, { force: true });
  rmSync(seen, { force: true });
  reached = 0;
  const engine = fakeProgram(
    join(folder, 'engine'),
    `case "$PWD" in *zonewright-rehearsal-*) '${process.execPath}' -e '${NOTE}' "$@" >>'${seen}' ;; esac
echo "[command]terraform $*"; '${workspace.binary}' "$@"; echo "::debug::exitcode: $?"; exit 0`,
  );
  return command.run(['rehearse', stack, '--on', copy], {
    ...{ ZONEWRIGHT_BASE_URL: '', ZONEWRIGHT_API_TOKEN: '', ZONEWRIGHT_TERRAFORM: engine, NO_COLOR: '1' },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:1', TF_CLI_CONFIG_FILE: undefined, HOME: folder, ...env },
  });
}

const NOTE = `
const { readFileSync, readdirSync } = require("node:fs");
const { TF_CLI_CONFIG_FILE: file, TF_DATA_DIR: data } = process.env;
const config = readFileSync(file, "utf8");
const [, mirror] = /path *= (".*")/.exec(config);
const work = file.slice(0, -"/cli.tfrc".length);
console.log(JSON.stringify({
  args: process.argv.slice(1),
  cwd: process.cwd().replace(work, "WORK"),
  files: readdirSync(".").sort(),
  config: config.replaceAll(work, "WORK"),
  mirror: readdirSync(JSON.parse(mirror), { recursive: true }).filter((each) => each.split("/").length === 3).sort(),
  env: Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(TF_|HOME$|.*PROXY|ZONEWRIGHT_(?!TEST_))/.test(name)).map(([name, value]) => [name, value.replaceAll(work, "WORK")])),
}));`;

const PROGRAM = (): string => `#!/bin/sh\ntouch '${mark}'\n`;
const PLATFORM = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A program where the engine finds a provider by itself. */
const providerAt = (place: string, address: string): Files => ({
  [`${place}/${address}/9.9.9/${PLATFORM}/terraform-provider-${address.split('/').at(-1)}_v9.9.9`]: PROGRAM(),
});

const NULL = 'registry.terraform.io/hashicorp/null';
const OWN_ELSEWHERE = 'registry.example.invalid/zonewright/zone';
const USES_NULL = 'resource "null_resource" "a" {}\n';
const EXEC = (): string => `provisioner "local-exec" {\n    command = "touch '${mark}'"\n  }`;
const EXECUTES = (): string => `resource "terraform_data" "a" {\n  ${EXEC()}\n}\n`;
const HTTP = (): string => `backend "http" {\n    address = "http://127.0.0.1:${port}/state"\n  }`;
const IN_JSON = (): string =>
  JSON.stringify({ terraform: { backend: { http: { address: `http://127.0.0.1:${port}/state` } } } });
const REMOTE = (): string =>
  `data "terraform_remote_state" "a" {\n  backend = "http"\n  config  = { address = "http://127.0.0.1:${port}/state" }\n}\n`;

/** A stack whose rehearsal is refused, and the error. */
const REFUSED: Readonly<Record<string, readonly [() => Files, said: RegExp]>> = {
  'a program in terraform.d': [
    () => ({ 'null.tf': USES_NULL, ...providerAt('terraform.d/plugins', NULL) }),
    /hashicorp\/null.* use terraform_data in place of null_resource/,
  ],
  'a program in .terraform': [
    () => ({
      'null.tf': USES_NULL,
      '.terraform.lock.hcl': `provider "${NULL}" {\n  version = "9.9.9"\n}\n`,
      ...providerAt('.terraform/providers', NULL),
    }),
    /hashicorp\/null/,
  ],
  'a program in a folder of the user': [
    () => ({ 'null.tf': USES_NULL, ...providerAt('../.terraform.d/plugins', NULL) }),
    /hashicorp\/null/,
  ],
  "a provider under another's name": [
    () => ({
      'main.tf': hcl(USES_NULL, 'null = { source = "evil/null" }'),
      ...providerAt('terraform.d/plugins', 'registry.terraform.io/evil/null'),
    }),
    /registry\.terraform\.io\/evil\/null was not found/,
  ],
  'our name elsewhere': [
    () => ({
      'main.tf': FIELDS.replace('zonewright/zone', OWN_ELSEWHERE),
      ...providerAt('terraform.d/plugins', OWN_ELSEWHERE),
    }),
    /registry\.example\.invalid\/zonewright\/zone was not found/,
  ],
  'a data source that runs programs': [
    () => ({
      'external.tf': `data "external" "a" {\n  program = ["touch", "${mark}"]\n}\n`,
      ...providerAt('terraform.d/plugins', 'registry.terraform.io/hashicorp/external'),
    }),
    /registry\.terraform\.io\/hashicorp\/external was not found/,
  ],
  'a provider of the state alone': [
    () => ({
      'terraform.tfstate': JSON.stringify({
        ...{ version: 4, terraform_version: '1.5.0', serial: 1, lineage: 'a', outputs: {} },
        resources: [
          {
            ...{ mode: 'managed', type: 'a_b', name: 'a', provider: 'provider["registry.terraform.io/x/a"]' },
            instances: [{ schema_version: 0, attributes: {} }],
          },
        ],
      }),
      ...providerAt('terraform.d/plugins', 'registry.terraform.io/x/a'),
    }),
    /registry\.terraform\.io\/x\/a was not found/,
  ],
  'a provisioner of a resource': [
    () => ({ 'a.tf': EXECUTES() }),
    /seen: terraform_data\.a has a provisioner/,
  ],
  'a provisioner in a module': [
    () => ({
      'a.tf': 'module "m" {\n  source = "./m"\n}\n',
      'm/main.tf': EXECUTES(),
      '.terraform/modules/modules.json': installed('m', './m', 'm'),
    }),
    /seen: terraform_data\.a has a provisioner/,
  ],
  'a provisioner in a removed block': [
    () => ({ 'a.tf': `removed {\n  from = terraform_data.a\n  ${EXEC()}\n}\n` }),
    /seen: a\.tf has removed and provisioner/,
  ],
  'the state of another stack': [() => ({ 'a.tf': REMOTE() }), /seen: a\.tf has terraform_remote_state/],
  'the state of another stack in a check of an installed module': [
    () => ({
      '.terraform/modules/m/main.tf': `check "c" {\n${REMOTE()}}\n`,
      '.terraform/modules/modules.json': installed('m', 'registry.example/a/b/c', '.terraform/modules/m'),
    }),
    /seen: \.terraform\/modules\/m\/main\.tf has terraform_remote_state/,
  ],
  'a module that is not installed': [
    () => ({ 'a.tf': `module "m" {\n  source = "git::file://${folder}/repository"\n}\n` }),
    /Module not installed.* run terraform get in the stack/,
  ],
  'a backend in an override file that comes last': [
    () => ({ 'ÿ_override.tf': `terraform {\n  ${HTTP()}\n}\n` }),
    /Backend type changed from "local" to "http"/,
  ],
  'a local backend elsewhere in an override file that comes last': [
    () => ({ 'ÿ_override.tf': `terraform {\n  backend "local" {\n    path = "${mark}"\n  }\n}\n` }),
    /Backend configuration block has changed/,
  ],
  'a cloud block in an override file that comes last': [
    () => ({ 'ÿ_override.tf': CLOUD() }),
    /Changed from backend "local" to HCP Terraform/,
  ],
};

const CLOUD = (): string =>
  `terraform {\n  cloud {\n    hostname     = "localhost:${port}"\n    organization = "a"\n    workspaces {\n      name = "a"\n    }\n  }\n}\n`;

const installed = (Key: string, Source: string, Dir: string): string =>
  JSON.stringify({
    Modules: [
      { Key: '', Source: '', Dir: '.' },
      { Key, Source, Dir },
    ],
  });

test.each(Object.entries(REFUSED))('refused: %s', async (_what, [files, said]) => {
  const path = `${dirname(fakeProgram(join(folder, 'bin', 'git'), PROGRAM()))}:${process.env['PATH']}`;
  const { exitCode, stdout, stderr } = await rehearsed(stackOf(files()), { PATH: path });
  expect({ exitCode, stdout, reached }).toEqual({ exitCode: 1, stdout: '', reached: 0 });
  expect(flat(stderr)).toMatch(said);
  expect(existsSync(mark)).toBe(false);
});

const REATTACHED = JSON.stringify({
  'registry.terraform.io/zonewright/zone': {
    ...{ Protocol: 'grpc', ProtocolVersion: 6, Pid: 1, Test: true },
    Addr: { Network: 'unix', String: '/nowhere' },
  },
});

/** A stack that is rehearsed on the local backend, and the environment. */
const REHEARSED: Readonly<Record<string, readonly [() => Files, env?: () => NodeJS.ProcessEnv]>> = {
  'a backend': [() => ({ 'backend.tf': `terraform {\n  ${HTTP()}\n}\n` })],
  'a backend in JSON and in override files': [
    () => ({
      'backend.tf.json': IN_JSON(),
      'override.tf.json': IN_JSON(),
      'zzz_override.tf': `terraform {\n  ${HTTP()}\n}\n`,
    }),
  ],
  'a cloud block': [() => ({ 'cloud.tf': CLOUD() })],
  'a data folder that names a backend': [
    () => ({
      'backend.tf': `terraform {\n  backend "http" {}\n}\n`,
      '.terraform/environment': 'default',
    }),
    () => ({ TF_CLI_ARGS_init: `-backend-config=address=http://127.0.0.1:${port}/state` }),
  ],
  'programs that nothing needs, and what the user has set for the engine': [
    () => ({
      ...providerAt('terraform.d/plugins', 'registry.terraform.io/zonewright/zone'),
      'cli.tfrc': `provider_installation {\n  dev_overrides {\n    "zonewright/zone" = "${folder}/bin"\n  }\n}\n`,
    }),
    () => ({
      TF_CLI_CONFIG_FILE: join(folder, `stack-${stacks}`, 'cli.tfrc'),
      TF_PLUGIN_CACHE_DIR: folder,
      TF_REATTACH_PROVIDERS: REATTACHED,
      TF_CLI_ARGS_plan: '-destroy',
      TF_VAR_a: 'a',
    }),
  ],
};

test.each(Object.entries(REHEARSED))('rehearsed, and nothing is reached: %s', async (_what, [files, env]) => {
  const stack = stackOf(files());
  const { exitCode, stdout, stderr } = await rehearsed(stack, env?.());
  expect({ exitCode, stderr, reached }).toEqual({ exitCode: 2, stderr: '', reached: 0 });
  expect(stdout).toContain('Every plan was applied, and the next one is empty.');
  expect(existsSync(mark)).toBe(false);
});

test('where the engine stores another backend, nothing else runs', async () => {
  const stored = '{"backend":{"type":"http","config":{"address":"http://127.0.0.1"}}}';
  const engine = fakeProgram(
    join(folder, 'wrapper'),
    `case "$PWD" in *zonewright-rehearsal-*/backend) echo '${stored}' >"$TF_DATA_DIR/terraform.tfstate"; exit ;;
*zonewright-rehearsal-*) touch '${mark}' ;; esac
exec '${workspace.binary}' "$@"`,
  );
  const { exitCode, stderr } = await rehearsed(stackOf({}), { ZONEWRIGHT_TERRAFORM: engine });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(`init does not store the local backend: ${stored}`),
  });
  expect(existsSync(mark)).toBe(false);
});

test('what init can install is our provider and three others, whatever the stack and the user have', async () => {
  const [[files = () => ({}), env] = []] = [
    REHEARSED['programs that nothing needs, and what the user has set for the engine'],
  ];
  symlinkSync('main.tf', join(stackOf(files()), 'linked.tf'));
  await rehearsed(join(folder, `stack-${stacks}`), env?.());
  const calls = readFileSync(seen, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly args: readonly string[]; readonly env: object });
  const own = {
    config: `provider_installation {
  filesystem_mirror {
    path    = "WORK/plugins"
    include = ["registry.terraform.io/zonewright/zone","registry.opentofu.org/zonewright/zone"]
  }
  direct {
    include = ["registry.terraform.io/hashicorp/null","registry.terraform.io/hashicorp/random","registry.terraform.io/hashicorp/time","registry.opentofu.org/hashicorp/null","registry.opentofu.org/hashicorp/random","registry.opentofu.org/hashicorp/time"]
  }
}
`,
    mirror: ['registry.opentofu.org/zonewright/zone', 'registry.terraform.io/zonewright/zone'],
    env: {
      ...{
        HOME: 'WORK/home',
        TF_CLI_CONFIG_FILE: 'WORK/cli.tfrc',
        TF_DATA_DIR: 'WORK/data',
        TF_VAR_a: 'a',
        TF_WORKSPACE: 'default',
      },
      ...{ TF_INPUT: '0', TF_IN_AUTOMATION: '1', HTTPS_PROXY: 'http://127.0.0.1:1' },
      ...{ ZONEWRIGHT_ENVIRONMENT_ONLY: 'on', ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' },
      ...{
        ZONEWRIGHT_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
        ZONEWRIGHT_API_TOKEN: expect.any(String),
      },
      ...{ ZONEWRIGHT_NODE: process.execPath, ZONEWRIGHT_TERRAFORM: join(folder, 'engine') },
    },
  };
  expect(calls.slice(0, 2)).toEqual([
    {
      ...own,
      ...{ args: ['init', '-input=false', '-no-color', '-get=false'], cwd: 'WORK/backend' },
      files: ['~zonewright_rehearsal_override.tf.json'],
    },
    {
      ...own,
      args: ['init', '-input=false', '-no-color', '-backend=false', '-get=false'],
      cwd: expect.stringMatching(/^WORK\/copy\//),
      files: [
        '.terraform.lock.hcl',
        'cli.tfrc',
        'linked.tf',
        'main.tf',
        '~zonewright_rehearsal_override.tf.json',
      ],
    },
  ]);
  expect(calls.map((call) => call.env)).toEqual(calls.map(() => own.env));
});
