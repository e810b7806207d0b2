import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { lockProvider } from '../../lib/provider/dependency-lock';
import { placeProvider, providerInstallation } from '../../lib/provider/provider-package';
import { OPENTOFU_PROVIDER_ADDRESS, PROVIDER_ADDRESS } from '../../schema';
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

/** What a rehearsal needs besides the copy of the zones. */
export interface Surroundings {
  readonly binary: string;
  /** The user's. */
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** A folder for it alone. */
  readonly work: string;
  /** Real paths of stacks, in the order in which they are applied. */
  readonly folders: readonly string[];
  readonly varFiles: readonly string[];
  /** Called before each command of the engine. */
  readonly onStep: (what: string) => void;
}

/** Why a stack is not rehearsed, and how it can be. */
export function notRehearsed(stack: string, seen: readonly string[], ...hints: string[]): CommandFailure {
  return new CommandFailure({
    message: `the stack ${basename(stack)} cannot be rehearsed`,
    seen,
    allowed: ['zonewright/zone, terraform_data; hashicorp/null, random and time from their registry'],
    hints: [...hints, 'or move what Zonewright manages into a stack without it'],
  });
}

/** The modules that `init` has installed in a stack, where they are from the root. @param env the user's */
function modulesOf(stack: string, env: NodeJS.ProcessEnv): readonly { readonly Dir: string }[] {
  const file = resolve(stack, env['TF_DATA_DIR'] || '.terraform', 'modules', 'modules.json');
  if (!existsSync(file)) return [];
  try {
    const { Modules } = JSON.parse(readFileSync(file, 'utf8')) as { readonly Modules: { Dir: string }[] };
    return Modules.map((each) => ({ ...each, Dir: resolve(stack, each.Dir) }));
  } catch {
    throw notRehearsed(stack, [`${file} is no list of modules`], 'remove it and run terraform get there');
  }
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
  // JSON and labels of blocks may have escapes.
  const unescape = (_: string, code: string): string => String.fromCharCode(parseInt(code, 16));
  for (const folder of new Set([stack, ...modulesOf(stack, env).map(({ Dir }) => Dir)])) {
    const names = existsSync(`${folder}/`) ? readdirSync(folder) : [];
    for (const name of names.filter((each) => /^[^.][^]*\.(tf|tofu)(\.json)?$/.test(each))) {
      const file = join(folder, name);
      if (!existsSync(file) || !statSync(file).isFile()) continue;
      const text = readFileSync(file, 'utf8').replace(/\\u(?:0000)?([0-9a-f]{4})/gi, unescape);
      const isIn = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
      const found = REFUSED.find((words) => words.split(' ').every(isIn))?.replaceAll(' ', ' and ');
      if (found) throw notRehearsed(stack, [`${relative(stack, file)} has ${found}`], 'remove it');
    }
  }
}

/** @throws CommandFailure if a resource of any module has a provisioner */
export function checkProvisioners(stack: string, { configuration = {} }: PlanJson): void {
  const provisioners = /(?:"address":"([^"]*)"(?:(?!"address":)[^])*)?"provisioners":\[/;
  const [found, address = 'a resource'] = provisioners.exec(JSON.stringify(configuration)) ?? [];
  if (found) throw notRehearsed(stack, [`${address} has a provisioner`], 'remove it');
}

/** The last of most override files. With one that comes later and has another backend, the engine refuses to plan. */
const BACKEND_FILE = '~zonewright_rehearsal_override.tf.json';

/** The other providers that a rehearsal installs, which reach nothing. */
const OTHERS = ['registry.terraform.io', 'registry.opentofu.org'].flatMap((host) =>
  ['null', 'random', 'time'].map((name) => `${host}/hashicorp/${name}`),
);

/** Variables of the user's environment that the engine of a rehearsal sees: nothing that changes what it runs and reaches. */
const KEPT =
  /^(PATH|TMPDIR|TEMP|TMP|LANG|LC_.*|TF_VAR_.*|(HTTPS|NO)_PROXY|SSL_CERT_(FILE|DIR)|ZONEWRIGHT_(?!BASE_URL|API_|EMAIL|CONTROL_).*)$/i;

/**
 * Copies a stack, and initializes the copy with the local backend, the provider of this package, and a data folder of its own.
 *
 * @param work a folder for it alone
 * @returns an engine in the copy, which reaches nothing but the service, and why the stack has no state there if it has none
 * @throws CommandFailure if the stack needs anything else
 */
export async function openCopy(
  folder: string,
  work: string,
  { binary, env, signal, varFiles }: Surroundings,
  service: Parameters<typeof serviceEnvironment>[0],
): Promise<{ readonly engine: Engine; readonly problem?: string }> {
  const engineIn = (cwd: string, options: Parameters<typeof engineEnvironment>[0]): Engine =>
    createEngine({ binary, signal, cleansUp: true, cwd, env: engineEnvironment(options) });
  const { run } = engineIn(folder, { base: env });
  // A wrapper of the engine prints other lines, too.
  const [workspace = 'default'] = /^[\w.~$&+=:@%-]+$/m.exec((await run(['workspace', 'show'])).stdout) ?? [];
  const { exitCode, stdout, stderr } = await run(['state', 'pull']);
  const [state] = /^\{$[^]*?^\}$/m.exec(stdout) ?? [];
  const [why = exitCode === 0 ? '' : stderr.trim()] = errorsIn(stderr)[0]?.split('\n') ?? [];

  const at = (...names: readonly string[]): string => join(work, ...names);
  const copy = workingCopy(work, folder);
  const states = workspace === 'default' ? copy : join(copy, 'terraform.tfstate.d', workspace);
  for (const each of [at('backend'), at('data', 'modules'), states]) mkdirSync(each, { recursive: true });
  const backend = JSON.stringify({ terraform: { backend: { local: {} } } });
  for (const each of [at('backend'), copy]) writeFileSync(join(each, BACKEND_FILE), backend);
  if (state) writeFileSync(join(states, 'terraform.tfstate'), state, { mode: 0o600 });
  // Where plan and apply both find them, after all others: ephemeral variables are wanted again at apply.
  for (const [index, file] of varFiles.entries())
    writeFileSync(join(copy, `~${100 + index}.auto.tfvars${/\.json$/.exec(file) ?? ''}`), readFileSync(file));
  // The engine would also take other spellings of these members. Nothing fetches modules.
  const [Modules, members] = [modulesOf(folder, env), ['Modules', 'Key', 'Source', 'Version', 'Dir']];
  writeFileSync(at('data', 'modules', 'modules.json'), JSON.stringify({ Modules }, members));
  // Our provider from this package, the others from their registry, and nothing else.
  const others = `direct {\n    include = ${JSON.stringify(OTHERS)}\n  }`;
  const installation = providerInstallation(at('plugins'), () => others);
  writeFileSync(at('cli.tfrc'), installation);
  const provider = placeProvider(at('plugins'));
  for (const address of [PROVIDER_ADDRESS, OPENTOFU_PROVIDER_ADDRESS])
    lockProvider(copy, { address, ...provider });

  const places = { HOME: at('home'), TF_DATA_DIR: at('data'), TF_WORKSPACE: workspace };
  const own = {
    base: Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name))),
    cliConfigFile: at('cli.tfrc'),
    extra: { ...serviceEnvironment(service), ...places, ZONEWRIGHT_NODE: process.execPath },
  };
  // No file of the stack is there. From here on, the engine takes no other backend than the one that it stores now.
  const { stderr: said } = await engineIn(at('backend'), own).init({ args: ['-get=false'] });
  const file = at('data', 'terraform.tfstate');
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : said;
  if (!/"type":\s*"local",\s*"config":\s*\{(\s*"\w+":\s*null,?)*\s*\}/.test(stored))
    throw notRehearsed(folder, [`init does not store the local backend: ${stored}`], WRAPPED_HINT);
  const engine = engineIn(copy, own);
  const result = await engine.init({ args: ['-backend=false', '-get=false'] });
  if (!hasSucceeded('init', result))
    throw notRehearsed(
      folder,
      errorsIn(`${result.stdout}\n${result.stderr}`),
      'where the registry cannot be reached: use terraform_data in place of null_resource',
      'where a module is not installed: run terraform get in the stack, because a rehearsal fetches none',
    );
  if (state) return { engine };
  return { engine, problem: why ? `its state cannot be read (${why})` : 'it has no state' };
}

/** What a copy has not of a stack: what the engine starts programs from, and states. */
const LEFT_BEHIND = /^(zonewright-rehearsal-\w{12}|\.terraform|terraform\.d|.*\.tfstate(\..*)?)$/s;

/**
 * A copy of a stack in which an engine writes nothing of the original: it writes in this folder alone, whose files are copies.
 * The folders in it, and what is beside it up to the repository, such as modules, are links.
 *
 * @param from the real path of the stack
 */
export function workingCopy(work: string, from: string): string {
  const copyOf = (path: string): string => join(work, 'copy', relative('/', path));
  const folders = [from, ...parentsOf(from)];
  const repository = folders.findIndex((each) => existsSync(join(each, '.git')));
  for (const folder of folders.slice(0, repository < 0 ? 3 : repository + 1)) {
    mkdirSync(copyOf(folder), { recursive: true });
    for (const name of readdirSync(folder)) {
      const [path, copy] = [join(folder, name), copyOf(join(folder, name))];
      // A link that leads nowhere is left out.
      if (existsSync(copy) || !existsSync(path) || (folder === from && LEFT_BEHIND.test(name))) continue;
      if (folder === from && statSync(path).isFile()) copyFileSync(path, copy);
      else symlinkSync(path, copy);
    }
  }
  return copyOf(from);
}

function parentsOf(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...parentsOf(parent)];
}
