import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { placeProvider } from '../../lib/provider/provider-package';
import { packageRoot } from '../../lib/provider/package-root';
import type { Engine } from '../engine/run';
import { isObject, member, parseJson, type Json } from '../text/json';
import { checkPrograms, configurationIn, reachesElsewhere } from './programs';
import type { Stack } from './stacks';

/** Files of a stack that a rehearsal does not take along. */
const LEFT_BEHIND =
  /(^|[/\\])(\.git|node_modules|zonewright-rehearsal-\w{12}|\.terraform[/\\](?!modules|providers).*|[^/\\]*\.tfstate(\..*)?|[^/\\]*\.tfplan|tfplan)$/;

/** The last of all files takes precedence over the backend of the stack. The provider's own settings come from the environment. */
const BACKEND_FILE = '~zonewright_rehearsal_override.tf.json';

/** Folders that the engine writes into, at least. Others stay links where they are. */
const WRITTEN = /^(\.terraform|terraform\.d)([/\\][^/\\]+){0,7}$/;

/**
 * Copies the folders of stacks with their states, so that an engine there reaches neither the backend nor files of the
 * original. What is beside a folder, such as modules, is linked.
 *
 * @returns the folders of the copies
 */
export function workingCopies(
  work: string,
  stacks: readonly (Stack & { readonly folder: string })[],
  varFiles: readonly string[],
): readonly string[] {
  const copies = stacks.map((stack) => {
    const from = realpathSync(stack.folder);
    return { from, target: join(work, relative('/', from)), stack };
  });
  const targets = copies.map(({ target }) => target);
  // First of all, so that no stack is linked, and one within another before that.
  for (const { from, target } of [...copies].sort((one, other) => other.from.length - one.from.length))
    copyFolder(from, target);
  for (const { from, target, stack } of copies) {
    linkNeighbours(from, target, targets);
    prepareCopy(target, stack);
    // Where plan and apply both find them, after all others: ephemeral variables are wanted again at apply.
    for (const [index, file] of varFiles.entries())
      copyFileSync(file, join(target, `~${100 + index}.auto.tfvars${file.endsWith('.json') ? '.json' : ''}`));
  }
  return targets;
}

/** Whatever is written in the copy, nothing is written through a link. One that leads nowhere, or back, is left out. */
function copyFolder(from: string, target: string, below = ''): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(from)) {
    const [path, copy, within] = [join(from, name), join(target, name), join(below, name)];
    if (!existsSync(path) || LEFT_BEHIND.test(within)) continue;
    const [real, found] = [realpathSync(path), statSync(path)];
    const leadsBack = `${path}/`.startsWith(`${real}/`);
    if (found.isDirectory() && (real === path || (WRITTEN.test(within) && !leadsBack)))
      copyFolder(real, copy, within);
    else if (existsSync(copy)) continue;
    else if (found.isFile()) copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    else if (found.isDirectory() && !WRITTEN.test(within)) symlinkSync(real, copy);
  }
}

function prepareCopy(target: string, { workspace, state }: Stack): void {
  // The engine wants to be initialized for a backend, so there is none in vain. JSON may spell it with escapes.
  const namesBackend = configurationIn(target).some((name) =>
    /\b(backend|cloud)\b|\\u/.test(readFileSync(join(target, name), 'utf8')),
  );
  if (namesBackend)
    writeFileSync(join(target, BACKEND_FILE), JSON.stringify({ terraform: { backend: { local: {} } } }));
  // For the engine to be initialized with the provider of this package, in the place of any that is locked.
  placeProvider(join(target, 'terraform.d', 'plugins'));
  const lock = join(target, LOCK_FILE);
  if (existsSync(lock)) writeFileSync(lock, readFileSync(lock, 'utf8').replace(OWN_LOCK, ''));
  if (state === undefined) return;
  const folder = workspace === 'default' ? target : join(target, 'terraform.tfstate.d', workspace);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'terraform.tfstate'), JSON.stringify(state), { mode: 0o600 });
}

const LOCK_FILE = '.terraform.lock.hcl';

const OWN_LOCK = /^[ \t]*provider\s+"[^"]*\/zonewright\/zone"\s*\{.*?^[ \t]*\}\n*/gms;

/** Up to the repository, or two folders up where there is none. */
function linkNeighbours(from: string, target: string, targets: readonly string[]): void {
  const top = repositoryOf(from) ?? dirname(dirname(from));
  let [original, copy] = [from, target];
  while (original !== top && dirname(original) !== dirname(dirname(original))) {
    [original, copy] = [dirname(original), dirname(copy)];
    // The engine works in the copy of a stack.
    for (const name of targets.includes(copy) ? [] : readdirSync(original))
      if (!lstatSync(join(copy, name), { throwIfNoEntry: false }))
        symlinkSync(join(original, name), join(copy, name));
  }
}

/** The folder of the repository that a folder is in. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? undefined : repositoryOf(dirname(folder));
}

/** Where the engine finds the provider of this package, whatever the stack's lock file says. */
export function cliConfigFile(work: string): string {
  const file = join(work, 'cli.tfrc');
  const provider = join(work, 'provider');
  if (!existsSync(provider)) {
    mkdirSync(provider);
    // The engine cannot read the archive in which Yarn keeps a package; this process can.
    const built = join(packageRoot().folder, 'dist', 'provider');
    for (const name of readdirSync(built))
      writeFileSync(join(provider, name), readFileSync(join(built, name)), { mode: 0o755 });
  }
  writeFileSync(
    file,
    `provider_installation {\n  dev_overrides {\n    "zonewright/zone" = ${JSON.stringify(provider)}\n  }\n  direct {}\n}\n`,
  );
  return file;
}

/** Variables of the user's environment that the engine of a rehearsal sees: nothing with which anything else is reached. */
const KEPT = /^(PATH|TMPDIR|TEMP|TMP|LANG|LC_.*|TF_VAR_.*|ZONEWRIGHT_(?!BASE_URL|API_|EMAIL|CONTROL_).*)$/;

/** The environment of a rehearsal. Address and credentials win over those of provider blocks. */
export function rehearsalEnvironment(
  env: NodeJS.ProcessEnv,
  given: {
    readonly work: string;
    readonly baseUrl: string;
    readonly token: string;
    readonly workspace: string;
  },
): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name))),
    ...(given.workspace !== 'default' && { TF_WORKSPACE: given.workspace }),
    HOME: given.work,
    TF_CLI_CONFIG_FILE: cliConfigFile(given.work),
    ZONEWRIGHT_ENVIRONMENT_ONLY: 'on',
    ZONEWRIGHT_BASE_URL: given.baseUrl,
    ZONEWRIGHT_API_TOKEN: given.token,
    ZONEWRIGHT_MAX_REQUESTS_PER_SECOND: '1000',
    ZONEWRIGHT_NODE: process.execPath,
  };
}

/** Providers that reach nothing, from the public registries alone: one of that name from elsewhere may be anything. */
const HARMLESS =
  /^((registry\.(terraform\.io|opentofu\.org)\/)?(zonewright\/zone|hashicorp\/(null|random|time))|terraform\.io\/builtin\/terraform)$/;

/** @throws CommandFailure if apply would change something outside of the rehearsal with one of these */
export function checkProviders(stack: string, names: Iterable<string>): void {
  const others = [...new Set(names)].filter((name) => !HARMLESS.test(name));
  if (others.length > 0) throw reachesElsewhere(stack, `it uses ${others.join(', ')}`);
}

/** @throws CommandFailure if plan or apply in a copy would change something outside of the rehearsal, or run programs */
export async function checkReach({ cwd, run }: Engine, stack: string): Promise<void> {
  const backend = initializedBackend(cwd);
  if (backend !== undefined && backend !== 'local')
    throw reachesElsewhere(stack, `an override file sets the backend ${backend}`);
  checkPrograms(stack, cwd);
  // Those that are locked, which is a condition for any that is used.
  const { stdout } = await run(['version', '-json']);
  const answer = (stdout.startsWith('{') ? parseJson(stdout) : null) as Json;
  const selected = member(answer, 'provider_selections');
  if (!isObject(selected)) throw reachesElsewhere(stack, 'the engine does not say which providers it uses');
  checkProviders(stack, Object.keys(selected));
}

/** The backend that the engine initialized, with its file or folder if that is elsewhere; undefined if there is none. */
function initializedBackend(cwd: string): string | undefined {
  const file = join(cwd, '.terraform', 'terraform.tfstate');
  if (!existsSync(file)) return undefined;
  const { backend } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly backend?: { readonly type?: string; readonly config?: Readonly<Record<string, string | null>> };
  };
  const place = Object.values(backend?.config ?? {}).find((value) => value);
  return place ? `${backend?.type} with ${place}` : backend?.type;
}
