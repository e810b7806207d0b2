import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../provider-shim/sdk/text';
import { isRecord } from '../../schema';
import { runProgram } from '../engine/process';
import { CommandFailure, reasonOf, type Problem } from '../terminal/failure';
import { synthesizedStacks, type SynthesizedStack } from './synthesized-stacks';

export interface BaseRevision {
  /** A commit, branch or tag of git. */
  readonly revision: string;
  /** The folder of the app, with cdktf.json. */
  readonly folder: string;
  /** The shell command that runs the app. @default - `app` of cdktf.json */
  readonly app: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the app. */
  readonly signal: AbortSignal;
  /** Takes what people should know although nothing failed. */
  readonly note: (text: string) => void;
}

/**
 * The stacks of a revision: the app is synthesized in a worktree of its own, with the packages that are installed now, so
 * that only what the repository says makes a difference. A revision without an app has no stacks. Errors that are only
 * annotations do not count, such as an acknowledgement that ended since. Everything is removed afterwards.
 *
 * @returns 'unknown' if the app cannot be synthesized: otherwise nothing could ever mend it
 * @throws CommandFailure when git fails, or the run was interrupted
 */
export async function stacksAt(base: BaseRevision): Promise<readonly SynthesizedStack[] | 'unknown'> {
  const { revision, folder, env } = base;
  const root = (await git(folder, ['rev-parse', '--show-toplevel'], env)).trim();
  // The app sees its real path, which the stacks may name.
  const worktree = realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-matrix-')));
  try {
    await git(root, ['worktree', 'add', '--detach', worktree, revision], env);
    const there = join(worktree, relative(root, resolve(folder)));
    if (!hasApp(base, there)) {
      base.note(`${revision} has no app in this folder (no cdktf.json), so every stack counts as added.`);
      return [];
    }
    linkPackages(root, worktree, resolve(folder));
    return await synthesizedAt(base, there, join(worktree, '.zonewright-matrix'));
  } finally {
    await git(root, ['worktree', 'remove', '--force', worktree], env).catch(() => undefined);
    rmSync(worktree, { recursive: true, force: true });
  }
}

async function synthesizedAt(
  base: BaseRevision,
  there: string,
  outdir: string,
): Promise<readonly SynthesizedStack[] | 'unknown'> {
  try {
    await synthesize(base, there, outdir);
    return withPathsOf(base.folder, there, synthesizedStacks(outdir));
  } catch (thrown) {
    if (!(thrown instanceof CommandFailure) || base.signal.aborted) throw thrown;
    base.note(unknownNote(base.revision, thrown.problem));
    return 'unknown';
  }
}

function unknownNote(revision: string, { message, seen = [] }: Problem): string {
  const reason = printable(stripVTControlCharacters(firstLine(seen)));
  return [
    `${message}: ${reason}`,
    'So every stack counts as changed; stacks that are no longer declared are not known, and are left out.',
    `To compare with ${revision} all the same, synthesize it in a checkout of its own: --before FOLDER.`,
  ].join('\n      ');
}

/** Whether there was an app: the first change of a repository adds it. */
function hasApp({ app }: BaseRevision, there: string): boolean {
  return app === undefined ? existsSync(join(there, 'cdktf.json')) : existsSync(there);
}

/** The installed packages of the folder of the app and of those above it, in place of what git has of them. */
function linkPackages(root: string, worktree: string, folder: string): void {
  for (let here = folder; ; here = dirname(here)) {
    const installed = join(here, 'node_modules');
    const link = join(worktree, relative(root, here), 'node_modules');
    if (existsSync(installed) && existsSync(dirname(link))) {
      rmSync(link, { recursive: true, force: true });
      symlinkSync(installed, link, 'dir');
    }
    if (here === root || here === dirname(here)) return;
  }
}

async function synthesize(base: BaseRevision, there: string, outdir: string): Promise<void> {
  const command = base.app ?? appOf(there, base.revision);
  // cdktf then writes the stacks in spite of error annotations.
  const env = { ...base.env, CDKTF_OUTDIR: outdir, CDKTF_CONTINUE_SYNTH_ON_ERROR_ANNOTATIONS: 'true' };
  const { exitCode, stdout, stderr } = await runProgram('sh', ['-c', command], {
    cwd: there,
    env,
    signal: base.signal,
  });
  if (exitCode === 0) return;
  throw new CommandFailure({
    code: 'base_not_synthesized',
    message: `the app of ${base.revision} cannot be synthesized (${command})`,
    seen: appError(`${stdout}\n${stderr}`),
    hints: ['see what ends it: run the command in a checkout of the revision'],
  });
}

function appOf(folder: string, revision: string): string {
  try {
    const settings: unknown = JSON.parse(readFileSync(join(folder, 'cdktf.json'), 'utf8'));
    if (isRecord(settings) && typeof settings['app'] === 'string') return settings['app'];
    throw new Error('cdktf.json has no "app"');
  } catch (error) {
    throw new CommandFailure({
      code: 'app_unknown',
      message: `how to run the app of ${revision} is not known`,
      seen: [reasonOf(error)],
      hints: ['say how it is run: --app "npx ts-node main.ts"'],
    });
  }
}

/** What names the folder, such as the path of a local backend, names that of now. */
function withPathsOf(
  folder: string,
  there: string,
  stacks: readonly SynthesizedStack[],
): readonly SynthesizedStack[] {
  const text = JSON.stringify(stacks).replaceAll(
    JSON.stringify(there).slice(1, -1),
    JSON.stringify(resolve(folder)).slice(1, -1),
  );
  return JSON.parse(text) as readonly SynthesizedStack[];
}

async function git(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram('git', ['-C', folder, ...args], { env }).catch(
    (error: unknown) => ({ exitCode: 1, stdout: '', stderr: reasonOf(error) }),
  );
  if (exitCode === 0) return stdout;
  throw new CommandFailure({
    code: 'git_failed',
    message: `git ${args[0]} failed`,
    seen: lastLines(stderr),
    hints: [
      'name a commit, branch or tag that this clone has; a pipeline may have to fetch more than the last commit (fetch-depth: 0)',
    ],
  });
}

function lastLines(text: string): readonly string[] {
  return text.trim().split('\n').slice(-10);
}

/** A line of a stack trace of V8. */
const FRAME = /^\s+at /;

/** The line in which the name and the message of an error begin. */
const BEGIN = /^(?:error: |\[?(?:Uncaught )?[\w$.]*(?:Error|Exception)\b(?: \[\w+\])?:)/;

const NODE_VERSION = /^Node\.js v\d/;

/** How many lines are shown of an error. */
const MOST_LINES = 10;

/**
 * The message of the error that ended an app, without the source and the stack trace around it. If the output has none,
 * its last lines.
 */
function appError(output: string): readonly string[] {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const rest = lines.slice(Math.max(begin, 0)).filter((line) => !NODE_VERSION.test(line));
  if (begin === -1) return rest.filter((line) => !FRAME.test(line)).slice(-MOST_LINES);
  const end = rest.findIndex((line) => FRAME.test(line));
  return rest.slice(0, end === -1 ? undefined : end).slice(0, MOST_LINES);
}

/** An error on one line: the first, and what it announces with a colon. */
function firstLine([first = '', second = '']: readonly string[]): string {
  return first.trimEnd().endsWith(':') ? `${first.trimEnd()} ${second.trim()}` : first.trim();
}
