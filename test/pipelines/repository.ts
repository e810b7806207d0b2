import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { runProgram, type RunResult } from '../../cli/engine/process';
import { startEmulator } from '../../emulator';
import { fakeProgram } from '../cli/engine/fake-program';

const ROOT = join(__dirname, '..', '..');

/** The example repository of docs/guides/pipelines.md, and what takes the place of its app in one of .tf files. */
export const EXAMPLE = join(ROOT, 'examples', 'pipelines');
export const HCL = join(ROOT, 'examples', 'pipelines-hcl');
const APP = ['main.ts', 'cdktf.json', 'tsconfig.json', 'zones.json', 'plan-again.json'];

export type Env = Readonly<Record<string, string>>;

/** A job of a workflow of GitHub Actions, as far as the tests read it. */
interface Job {
  readonly environment?: string;
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly env?: Env;
  readonly steps: readonly { readonly name?: string; readonly run?: string }[];
}

export interface Workflow {
  readonly env?: Env;
  readonly defaults?: { readonly run?: { readonly shell?: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

export function workflow(name: string): Workflow {
  return parse(readFileSync(join(EXAMPLE, `.github/workflows/${name}.yml`), 'utf8')) as Workflow;
}

/** The commands of a step, by how its name begins. */
export function step(file: string, job: string, name: string): string {
  const { run } = workflow(file).jobs[job]?.steps.find((each) => each.name?.startsWith(name)) ?? {};
  if (run === undefined) throw new Error(`${file}.yml: the job ${job} has no step "${name}" with commands`);
  return run;
}

/** The commands of a job of `.gitlab-ci.yml`. */
export function gitlabScript(job: string): string {
  const jobs = parse(readFileSync(join(EXAMPLE, '.gitlab-ci.yml'), 'utf8')) as Readonly<
    Record<string, { readonly script: readonly string[] }>
  >;
  const { script } = jobs[job] ?? {};
  if (script === undefined) throw new Error(`.gitlab-ci.yml: no job ${job} with commands`);
  return script.join('\n');
}

/** The server-side configuration of Atlantis, as far as the tests read it. */
export const ATLANTIS = parse(readFileSync(join(EXAMPLE, 'atlantis-repos.yaml'), 'utf8')) as {
  readonly repos: readonly [{ readonly pre_workflow_hooks: readonly [{ readonly run: string }] }];
  readonly workflows: {
    readonly zones: Readonly<
      Record<string, { readonly steps: readonly { readonly run?: string | { readonly command: string } }[] }>
    >;
  };
};

/** The id of the zone with this name: 32 hexadecimal digits that follow from the name. */
export function zoneId(name: string): string {
  return createHash('md5').update(name).digest('hex');
}

/** A zone of `zones.json`. */
export function zoneOf(
  name: string,
  stack: string,
  logs: readonly string[] = ['http'],
  migration?: string,
): object {
  const id = zoneId(name);
  return { id, name, stack, logs, migration, ...(migration === 'finished' && { finish: id }) };
}

/** A repository with the example, the service, and the server with the states. */
export type TestRepository = Awaited<ReturnType<typeof startRepository>>;

/**
 * An installation without a registry: `npm ci` links what the example depends on to the packages of this checkout, and the
 * checkout itself as the package. The real npm only needs to run scripts, which takes it longer than the scripts themselves.
 */
function installInto(programs: string, packages: string): void {
  mkdirSync(join(packages, '.bin'), { recursive: true });
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(join(packages, path)), { recursive: true });
    symlinkSync(join(ROOT, target), join(packages, path));
  };
  const manifest = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8')) as Record<string, object>;
  for (const name of Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] }))
    link(name, name === 'zonewright' ? '.' : `node_modules/${name}`);
  for (const name of ['esbuild', 'tsc']) link(`.bin/${name}`, `node_modules/.bin/${name}`);
  link('.bin/zonewright', 'dist/cli/main.js');
  fakeProgram(
    join(programs, 'npm'),
    `if [ "$1" = ci ]; then exec ln -s '${packages}' node_modules; fi
[ "$1 $2" = "run --silent" ] || exit 9
shift "$(($# - 1))" # to the name of the script, which --if-present may miss
PATH="$PWD/node_modules/.bin:$PATH" exec bash -c "$(jq -r --arg name "$1" '.scripts[$name] // ""' package.json)"`,
  );
  fakeProgram(
    join(programs, 'npx'),
    `root=$PWD
until [ -e "$root/node_modules" ]; do root=$(dirname "$root"); done
name=$1
shift
exec "$root/node_modules/.bin/$name" "$@"`,
  );
}

/** @param stacks of a repository of .tf files, with the zone of each; without them, an app makes them */
export async function startRepository(zones: readonly string[], stacks?: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'zonewright-pipeline-'));
  const emulator = await startEmulator({
    seed: { zones: zones.map((name) => ({ id: zoneId(name), name })) },
    settings: { finishSeconds: 0 },
  });
  /** As they were last written, by the name of the stack. */
  const states = new Map<string, string>();
  const backend = await startBackend(states);
  /** The clone in which the app is edited. */
  const folder = join(root, 'clone');
  /** Programs before all others. */
  const programs = join(root, 'fakes');
  for (const each of [folder, programs]) mkdirSync(each);
  installInto(programs, join(root, 'node_modules'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=u', '-c', 'user.email=u@example.com', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  git('commit', '--quiet', '--allow-empty', '--message', 'Begin');
  cpSync(EXAMPLE, folder, { recursive: true });
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  if (stacks !== undefined) {
    for (const file of APP) rmSync(join(folder, file));
    cpSync(HCL, folder, { recursive: true });
    const shop = readFileSync(join(HCL, 'stacks/shop/main.tf'), 'utf8');
    for (const [stack, zone] of Object.entries(stacks)) {
      const text = shop
        .replaceAll('https://state.example.com/terraform/shop', `${backend.address}/${stack}`)
        .replace(
          /zones = \{[^}]*\}/,
          `zones = { ${JSON.stringify(zone)} = ${JSON.stringify(zoneId(zone))} }`,
        );
      mkdirSync(join(folder, 'stacks', stack), { recursive: true });
      writeFileSync(join(folder, 'stacks', stack, 'main.tf'), text);
    }
  }

  const env: Env = {
    HOME: root,
    PATH: [programs, process.env['PATH']].join(delimiter),
    ...{ TMPDIR: tmpdir(), CI: 'true', CHECKPOINT_DISABLE: '1', NO_COLOR: '1' },
    ...{ ZONEWRIGHT_BASE_URL: emulator.baseUrl, ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000' },
    STATE_ADDRESS: backend.address,
    ZONEWRIGHT_API_TOKEN: emulator.credentials.token,
    PLAN_KEY: 'plan-key-0123456789abcdefghijklmnopqrstuvwxyz',
    ...{ TF_VAR_store_key_id: 'store-key-id-4711', TF_VAR_store_key: 'store-key-secret-4711' },
  };
  /** Runs commands as the shell of a pipeline does. */
  const run = (cwd: string, commands: string, own: Env = {}): Promise<RunResult> =>
    runProgram('bash', ['-eo', 'pipefail', '-c', commands], { cwd, env: { ...env, ...own } });
  const newFolder = (): string => mkdtempSync(join(root, 'runner-'));
  return {
    ...{ emulator, states, folder, programs, run, newFolder },
    /** Writes the zones of the app, if any are given, and commits everything. */
    commit: (declared?: readonly object[]): string => {
      if (declared !== undefined) writeFileSync(join(folder, 'zones.json'), JSON.stringify(declared));
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Change');
      return git('rev-parse', 'HEAD');
    },
    /** A clone with the packages installed and the app synthesized. */
    checkout: async (revision = 'main'): Promise<string> => {
      const to = newFolder();
      const { exitCode, stderr } = await run(
        to,
        `git clone --quiet 'file://${folder}' . && git checkout --quiet ${revision} && npm ci && npm run --silent synth`,
      );
      if (exitCode !== 0) throw new Error(stderr);
      return to;
    },
    /** Names of the zone's log push jobs. */
    jobsOf: (zone: string): readonly string[] =>
      (emulator.control.zone(zoneId(zone)).logpush?.jobs ?? []).map(({ name }) => String(name)).sort(),
    /** How many requests have changed something at the service. */
    writes: (): number =>
      emulator.control.journal().filter(({ method, status }) => method !== 'GET' && status === 200).length,
    stop: async (): Promise<void> => {
      backend.close();
      await emulator.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The engine's backend `http`, with locks: https://developer.hashicorp.com/terraform/language/backend/http */
async function startBackend(
  states: Map<string, string>,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const locks = new Map<string, string>();
  const idOf = (lock = '{}'): unknown => (JSON.parse(lock || '{}') as { readonly ID?: string }).ID;
  const answer = (method: string, url: URL, body: string): readonly [status: number, body?: string] => {
    const name = url.pathname.slice(1);
    const lock = locks.get(name);
    if (method === 'GET') return states.has(name) ? [200, states.get(name)] : [404];
    const isOwn = lock === undefined || idOf(lock) === (url.searchParams.get('ID') ?? idOf(body));
    if (method === 'LOCK' ? lock !== undefined : !isOwn) return [423, lock];
    if (method === 'LOCK') locks.set(name, body);
    if (method === 'UNLOCK') locks.delete(name);
    if (method === 'POST') states.set(name, body);
    return [200];
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const [status, text] = answer(String(request.method), new URL(request.url ?? '', 'http://state'), body);
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
