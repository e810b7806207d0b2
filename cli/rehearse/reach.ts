import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { lockProvider } from '../../lib/provider/dependency-lock';
import { placeProvider, providerInstallation } from '../../lib/provider/provider-package';
import { OPENTOFU_PROVIDER_ADDRESS, PROVIDER_ADDRESS, type JsonObject } from '../../schema';
import {
  createEngine,
  engineEnvironment,
  errorsIn,
  hasSucceeded,
  serviceEnvironment,
  WRAPPED_HINT,
  type Engine,
} from '../engine/run';
import type { PlanJson } from '../review/plan-json';
import { CommandFailure } from '../terminal/failure';
import { workingCopy } from './working-copy';

/** A stack in one of its workspaces. */
export interface Stack {
  /** Its real path. */
  readonly folder: string;
  readonly workspace: string;
  /** Undefined if it has none yet. */
  readonly state?: JsonObject | undefined;
}

/** What a rehearsal needs besides the copy of the zones. */
export interface Surroundings {
  readonly binary: string;
  /** The user's. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** A folder for it alone. */
  readonly work: string;
  /** Of stacks, in the order in which they are applied. */
  readonly folders: readonly string[];
  readonly varFiles: readonly string[];
  /** Called before each command of the engine. */
  readonly onStep: (what: string) => void;
}

/** Why a stack is not rehearsed, and how it can be. */
export function notRehearsed(
  stack: string,
  seen: readonly string[],
  hints: readonly string[],
): CommandFailure {
  return new CommandFailure({
    message: `the stack ${basename(stack)} cannot be rehearsed`,
    seen,
    allowed: [
      'zonewright/zone of this package, terraform_data; hashicorp/null, random, time from their registry',
    ],
    hints: [...hints, 'or move what Zonewright manages into a stack without it'],
  });
}

/** The modules that `init` has installed in a stack, itself among them. @param env the user's */
function modulesOf(stack: string, env: NodeJS.ProcessEnv): readonly { readonly Dir: string }[] {
  const file = resolve(stack, env['TF_DATA_DIR'] || '.terraform', 'modules', 'modules.json');
  if (!existsSync(file)) return [{ Dir: '.' }];
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly Modules: { Dir: string }[] }).Modules;
}

/** Words that no file may have together, not even in comments: what they name works before there is a plan, or is not in it. */
const REFUSED = [
  'removed provisioner',
  'terraform_remote_state',
  'encryption key_provider',
  'encryption method external',
];

/** @throws CommandFailure if a file of the stack's modules has words of {@link REFUSED} */
export function checkFiles(stack: string, env: NodeJS.ProcessEnv): void {
  for (const folder of new Set(['.', ...modulesOf(stack, env).map((module) => module.Dir)])) {
    const path = resolve(stack, folder);
    for (const name of existsSync(path) ? readdirSync(path) : []) {
      const file = join(path, name);
      if (!/^[^.][^]*\.(tf|tofu)(\.json)?$/.test(name) || !existsSync(file) || !statSync(file).isFile())
        continue;
      // JSON and labels of blocks may have escapes.
      const unescape = (_: string, code: string): string => String.fromCharCode(parseInt(code, 16));
      const text = readFileSync(file, 'utf8').replace(/\\u(?:0000)?([0-9a-f]{4})/gi, unescape);
      const isIn = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
      const found = REFUSED.find((words) => words.split(' ').every(isIn))?.replaceAll(' ', ' and ');
      if (found) throw notRehearsed(stack, [`${join(folder, name)} has ${found}`], ['remove it']);
    }
  }
}

/** @throws CommandFailure if a resource of any module has a provisioner */
export function checkProvisioners(stack: string, { configuration = {} }: PlanJson): void {
  const provisioners = /(?:"address":"([^"]*)"(?:(?!"address":)[^])*)?"provisioners":\[/;
  const [found, address = 'a resource'] = provisioners.exec(JSON.stringify(configuration)) ?? [];
  if (found) throw notRehearsed(stack, [`${address} has a provisioner`], ['remove it']);
}

/** The last of most override files. With one that comes later and has another backend, the engine refuses to plan. */
const BACKEND_FILE = '~zonewright_rehearsal_override.tf.json';
const BACKEND = JSON.stringify({ terraform: { backend: { local: {} } } });

/** The other providers that a rehearsal installs, which reach nothing. */
const OTHERS = ['registry.terraform.io', 'registry.opentofu.org'].flatMap((host) =>
  ['null', 'random', 'time'].map((name) => `${host}/hashicorp/${name}`),
);

/** Variables of the user's environment that the engine of a rehearsal sees: nothing that changes what it runs and reaches. */
const KEPT =
  /^(PATH|TMPDIR|TEMP|TMP|LANG|LC_.*|TF_VAR_.*|(HTTPS|NO)_PROXY|SSL_CERT_(FILE|DIR)|ZONEWRIGHT_(?!BASE_URL|API_|EMAIL|CONTROL_).*)$/i;

/**
 * Copies a stack and initializes the copy, with the local backend, the provider of this package, and a data folder of its own.
 *
 * @param work a folder for it alone
 * @returns an engine in the copy, which reaches nothing but the service
 * @throws CommandFailure if the stack needs anything else
 */
export async function openCopy(
  work: string,
  { folder, workspace, state }: Stack,
  { binary, env, signal, varFiles }: Surroundings,
  service: Parameters<typeof serviceEnvironment>[0],
): Promise<Engine> {
  const copy = workingCopy(work, folder);
  const at = (...names: readonly string[]): string => join(work, ...names);
  const own = engineEnvironment({
    base: Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name))),
    cliConfigFile: at('cli.tfrc'),
    extra: {
      ...{ ...serviceEnvironment(service), ZONEWRIGHT_NODE: process.execPath },
      ...{ HOME: at('home'), TF_DATA_DIR: at('data'), TF_WORKSPACE: workspace },
    },
  });
  const engineIn = (cwd: string): Engine => createEngine({ binary, signal, cleansUp: true, cwd, env: own });
  // Our provider from this package, the others from their registry, and nothing else.
  const others = `direct {\n    include = ${JSON.stringify(OTHERS)}\n  }`;
  const config = providerInstallation(at('plugins'), () => others);
  writeFileSync(at('cli.tfrc'), config);
  const provider = placeProvider(at('plugins'));
  for (const address of [PROVIDER_ADDRESS, OPENTOFU_PROVIDER_ADDRESS])
    lockProvider(copy, { address, ...provider });
  // Modules that the copy has not are read where the stack has them. Nothing fetches any.
  const Modules = modulesOf(folder, env).map((module) => ({
    ...module,
    Dir: existsSync(join(copy, module.Dir)) ? module.Dir : resolve(folder, module.Dir),
  }));
  mkdirSync(at('data', 'modules'), { recursive: true });
  writeFileSync(at('data', 'modules', 'modules.json'), JSON.stringify({ Modules }));
  const states = workspace === 'default' ? copy : join(copy, 'terraform.tfstate.d', workspace);
  for (const each of [states, at('backend')]) mkdirSync(each, { recursive: true });
  if (state) writeFileSync(join(states, 'terraform.tfstate'), JSON.stringify(state), { mode: 0o600 });
  // Where plan and apply both find them, after all others: ephemeral variables are wanted again at apply.
  for (const [index, file] of varFiles.entries())
    writeFileSync(join(copy, `~${100 + index}.auto.tfvars${/\.json$/.exec(file) ?? ''}`), readFileSync(file));
  for (const each of [at('backend'), copy]) writeFileSync(join(each, BACKEND_FILE), BACKEND);
  // No file of the stack is there. From here on, the engine takes no other backend than the one that it stores now.
  const { stderr: said } = await engineIn(at('backend')).init({ args: ['-get=false'] });
  const file = at('data', 'terraform.tfstate');
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : said;
  if (!/"type":\s*"local",\s*"config":\s*\{(\s*"\w+":\s*null,?)*\s*\}/.test(stored))
    throw notRehearsed(folder, [`init does not store the local backend: ${stored}`], [WRAPPED_HINT]);
  const initialized = await engineIn(copy).init({ args: ['-backend=false', '-get=false'] });
  const { stdout, stderr } = initialized;
  if (!hasSucceeded('init', initialized))
    throw notRehearsed(folder, errorsIn(`${stdout}\n${stderr}`), TO_INITIALIZE);
  return engineIn(copy);
}

const TO_INITIALIZE = [
  'where the registry cannot be reached: use terraform_data in place of null_resource',
  'where a module is not installed: run terraform get in the stack, because a rehearsal fetches none',
];
