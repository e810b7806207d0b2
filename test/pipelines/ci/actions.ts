import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Platform } from './platform';

/** Where an action works. */
export interface ActionPlace {
  readonly platform: Platform;
  /** The number of the run. */
  readonly run: number;
  /** The commit that the run is for. */
  readonly sha: string;
  readonly workspace: string;
}

type Inputs = Readonly<Record<string, string>>;

/**
 * Does what an action of the example workflows does, with what is awkward about it: artifacts lose hidden files, links and
 * permissions, and a checkout has as many commits as its depth.
 */
export function runAction(uses: string, inputs: Inputs, place: ActionPlace): void {
  switch (uses) {
    case 'actions/checkout@v4':
      return checkout(inputs, place);
    case 'actions/setup-node@v4':
      // Node.js is installed here; a cache of npm alone needs the repository's lock file.
      if (inputs['cache'] === 'npm') demand(existsSync(join(place.workspace, 'package-lock.json')), uses);
      return;
    case 'hashicorp/setup-terraform@v3':
      // With its wrapper, the exit codes and the output of the engine are others.
      return demand(inputs['terraform_wrapper'] === 'false', uses);
    case 'actions/upload-artifact@v4':
      return upload(inputs, place);
    case 'actions/download-artifact@v4':
      return download(inputs, place);
    case 'actions/cache/restore@v4':
      return restore(inputs, place);
    case 'actions/cache/save@v4':
      return save(inputs, place);
    default:
      throw new Error(`the action ${uses} is not known`);
  }
}

function demand(isGiven: boolean, uses: string): void {
  if (!isGiven) throw new Error(`${uses} lacks something`);
}

function checkout({ 'fetch-depth': depth = '1' }: Inputs, { platform, sha, workspace }: ActionPlace): void {
  const git = (...args: readonly string[]): Buffer =>
    execFileSync('git', ['-C', workspace, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  git('init', '--quiet');
  git('remote', 'add', 'origin', `file://${platform.repository}`);
  git('fetch', '--quiet', ...(depth === '0' ? [] : [`--depth=${depth}`]), 'origin', sha);
  git('checkout', '--quiet', '--force', 'FETCH_HEAD');
}

function folderOf({ platform, run }: ActionPlace): string {
  return join(platform.artifacts, String(run));
}

function upload({ name = 'artifact', path = '.' }: Inputs, place: ActionPlace): void {
  const from = join(place.workspace, path);
  const to = join(folderOf(place), name);
  if (existsSync(to)) throw new Error(`the run has an artifact ${name} already`);
  const files = existsSync(from) ? filesIn(from) : [];
  if (files.length === 0) throw new Error(`no files were found with the provided path: ${path}`);
  for (const file of files) {
    const target = join(to, file === from ? basename(from) : file.slice(from.length + 1));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
    chmodSync(target, 0o644);
  }
}

/** The files that an artifact takes: links are followed, what is hidden is left out. */
function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => filesIn(join(path, name)));
}

function download(inputs: Inputs, place: ActionPlace): void {
  const { name, pattern = '*', path = '.', 'run-id': run = String(place.run) } = inputs;
  if (inputs['run-id'] !== undefined) demand(inputs['github-token'] === 'github-token', 'another run');
  const from = join(place.platform.artifacts, run);
  const to = join(place.workspace, path);
  if (name !== undefined) {
    cpSync(join(from, name), to, { recursive: true });
    return;
  }
  const names = existsSync(from) ? readdirSync(from).filter((each) => matches(each, pattern)) : [];
  for (const each of names) cpSync(join(from, each), join(to, each), { recursive: true });
}

/** Whether a name matches a pattern with `*` and `{one,other}`. */
function matches(name: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll(/[.+^$()|]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll(/\{([^}]*)\}/g, (_match, choices: string) => `(?:${choices.replaceAll(',', '|')})`);
  return new RegExp(`^${expression}$`).test(name);
}

/** The newest cache with the key, or whose key begins so. */
function restore({ key = '', 'restore-keys': prefix = key }: Inputs, place: ActionPlace): void {
  const all = readdirSync(place.platform.caches).map((name) => Buffer.from(name, 'hex').toString());
  const [found] = all
    .filter((each) => each === key || each.startsWith(prefix))
    .map((each) => ({ each, made: statSync(cacheFile(place, each)).mtimeMs }))
    .sort((one, other) => other.made - one.made);
  if (found === undefined) return;
  execFileSync('tar', ['-xf', cacheFile(place, found.each), '-C', place.workspace]);
}

/** What the pattern names, with links, hidden files and permissions; nothing is only worth a warning. */
function save({ key = '', path = '' }: Inputs, place: ActionPlace): void {
  const script = `shopt -s nullglob; found=(${path}); [ \${#found[@]} = 0 ] || tar -cf "$0" "\${found[@]}"`;
  execFileSync('bash', ['-c', script, cacheFile(place, key)], { cwd: place.workspace });
}

function cacheFile({ platform }: ActionPlace, key: string): string {
  return join(platform.caches, Buffer.from(key).toString('hex'));
}
