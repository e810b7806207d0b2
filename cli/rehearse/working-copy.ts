import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { placeProvider } from '../../lib/provider/provider-package';
import { packageRoot } from '../../lib/provider/package-root';
import { repositoryOf, type Stack } from '../copy/stacks';
import { IN_ENVIRONMENT, type Variables } from '../copy/variables';
import { CommandFailure } from '../terminal/failure';

/** Files of a stack that a rehearsal does not take along. */
const LEFT_BEHIND =
  /(^|[/\\])(\.git|node_modules|\.terraform[/\\](?!modules|providers).*|[^/\\]*\.tfstate(\..*)?|[^/\\]*\.tfplan|tfplan)$/;

/** The last of all files takes precedence over the backend of the stack. The provider's own settings come from the environment. */
const BACKEND_FILE = '~zonewright_rehearsal_override.tf.json';

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
  // First of all, so that no stack is linked as the neighbour of another.
  for (const { target } of copies) mkdirSync(target, { recursive: true });
  for (const { from, target, stack } of copies) {
    copyStack(from, target, stack);
    // Where plan and apply both find them, after all others: ephemeral variables are wanted again at apply.
    for (const [index, file] of varFiles.entries())
      cpSync(file, join(target, `~${100 + index}.auto.tfvars${file.endsWith('.json') ? '.json' : ''}`));
  }
  return copies.map(({ target }) => target);
}

function copyStack(from: string, target: string, { workspace, state }: Stack): void {
  linkNeighbours(from, target);
  cpSync(from, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_BEHIND.test(relative(from, path)),
  });
  if (namesBackend(target))
    writeFileSync(join(target, BACKEND_FILE), JSON.stringify({ terraform: { backend: { local: {} } } }));
  bringProvider(target);
  if (state === undefined) return;
  const folder = workspace === 'default' ? target : join(target, 'terraform.tfstate.d', workspace);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'terraform.tfstate'), JSON.stringify(state), { mode: 0o600 });
}

/** Whether a stack may have a backend. The engine wants to be initialized for one, so there is none in vain. */
function namesBackend(folder: string): boolean {
  return configurationIn(folder).some((file) => /\b(backend|cloud)\b/.test(readFileSync(file, 'utf8')));
}

/** For the engine to be initialized with the provider of this package, in the place of any that is locked. */
function bringProvider(folder: string): void {
  placeProvider(join(folder, 'terraform.d', 'plugins'));
  const lock = join(folder, LOCK_FILE);
  if (!existsSync(lock)) return;
  const others = readFileSync(lock, 'utf8').replace(/^provider "[^"]*\/zonewright\/zone" \{.*?^\}\n*/gms, '');
  writeFileSync(lock, others);
}

const LOCK_FILE = '.terraform.lock.hcl';

/** Up to the repository, or two folders up where there is none. */
function linkNeighbours(from: string, target: string): void {
  const top = repositoryOf(from) ?? dirname(dirname(from));
  let [original, copy] = [from, target];
  while (original !== top && dirname(original) !== dirname(dirname(original))) {
    [original, copy] = [dirname(original), dirname(copy)];
    for (const name of readdirSync(original))
      if (!lstatSync(join(copy, name), { throwIfNoEntry: false }))
        symlinkSync(join(original, name), join(copy, name));
  }
}

/** Where the engine finds the provider of this package, whatever the stack's lock file says. */
export function cliConfigFile(work: string): string {
  const file = join(work, 'cli.tfrc');
  const provider = JSON.stringify(join(packageRoot().folder, 'dist', 'provider'));
  writeFileSync(
    file,
    `provider_installation {\n  dev_overrides {\n    "zonewright/zone" = ${provider}\n  }\n  direct {}\n}\n`,
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
    readonly variables: Variables;
    readonly workspace: string;
  },
): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(
      Object.entries(given.variables).map(([name, value]) => [`${IN_ENVIRONMENT}${name}`, value]),
    ),
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

/** Whether apply with this provider reaches nothing but the copy. */
export function isHarmless(provider: string): boolean {
  return HARMLESS.test(provider);
}

/**
 * @param providers that the plan names, besides those of the lock file
 * @throws CommandFailure if apply would change something outside of the rehearsal: other providers, or programs that it runs
 */
export function checkReach(cwd: string, stack: string, providers: readonly string[] = []): void {
  const backend = initializedBackend(cwd);
  if (backend !== undefined && backend !== 'local')
    throw reachesElsewhere(stack, `an override file sets the backend ${backend}`);
  const lock = join(cwd, LOCK_FILE);
  const locked = existsSync(lock) ? [...readFileSync(lock, 'utf8').matchAll(/^provider "([^"]+)"/gm)] : [];
  const names = [...new Set([...locked.map(([, name = '']) => name), ...providers])];
  const others = names.filter((name) => !isHarmless(name));
  if (others.length > 0) throw reachesElsewhere(stack, `it uses ${others.join(', ')}`);
  const withPrograms = modulesOf(cwd)
    .flatMap(configurationIn)
    .find((file) => PROVISIONER.test(readFileSync(file, 'utf8')));
  if (withPrograms !== undefined)
    throw reachesElsewhere(stack, `${relative(cwd, withPrograms)} has a provisioner, which runs programs`);
}

/** Also in a block `removed`, which the JSON of a plan does not show. */
const PROVISIONER = /^[^#\n]*\bprovisioner"?\s*[":{[]/m;

/** The folders of the root module and of those that the engine installed. */
function modulesOf(cwd: string): readonly string[] {
  const file = join(cwd, '.terraform', 'modules', 'modules.json');
  if (!existsSync(file)) return [cwd];
  const { Modules: modules } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly Modules: readonly { readonly Dir: string }[];
  };
  return [...new Set([cwd, ...modules.map(({ Dir: folder }) => join(cwd, folder))])];
}

function configurationIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /\.(tf|tofu)(\.json)?$/.test(name)).map((name) => join(folder, name));
}

/** The backend that the engine initialized, with its file if that is elsewhere; undefined if there is none. */
function initializedBackend(cwd: string): string | undefined {
  const file = join(cwd, '.terraform', 'terraform.tfstate');
  if (!existsSync(file)) return undefined;
  const { backend } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly backend?: { readonly type?: string; readonly config?: { readonly path?: string | null } };
  };
  return backend?.config?.path ? `${backend.type} with the file ${backend.config.path}` : backend?.type;
}

export function reachesElsewhere(stack: string, seen: string): CommandFailure {
  return new CommandFailure({
    code: 'reaches_elsewhere',
    message: `the stack ${basename(stack)} cannot be rehearsed: apply would change more than the copy`,
    seen: [seen],
    allowed: ['zonewright/zone, terraform_data without provisioners, and hashicorp/null, random and time'],
    hints: ['move what Zonewright manages into a stack of its own'],
  });
}
