import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { codeOf, reasonOf, type Problem } from '../terminal/failure';

/** A file that should be a plan, or an argument that leads to none. */
export type PlanFile = { readonly file: string } | { readonly file: string; readonly problem: Problem };

/** Names of plans in a folder: `tfplan`, `plan`, and whatever ends so, also with `.json`. */
const PLAN_NAME = /(^|[.-])(tf)?plan(\.json)?$/;

/** Folders in which nobody keeps plans, and in which much else is. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.terraform', 'terraform.d', '.git', 'node_modules']);

/**
 * The files that the arguments name, each once, in the order of the arguments and by path within one: files as they
 * are, the plans in and below a folder, and what a pattern with `*`, `**` or `?` matches. Links count as what they lead
 * to. A plan and its JSON side by side are one plan: the JSON, which needs no engine.
 */
export function planFiles(args: readonly string[]): readonly PlanFile[] {
  const found = new Map<string, PlanFile>();
  for (const each of args.flatMap(filesOf)) {
    const path = existsSync(each.file) ? realpathSync(each.file) : resolve(each.file);
    if (!found.has(path)) found.set(path, each);
  }
  const all = new Set([...found.values()].map(({ file }) => resolve(file)));
  return [...found.values()].filter(({ file }) => !all.has(`${resolve(file)}.json`));
}

function filesOf(arg: string): readonly PlanFile[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(arg).isDirectory();
  } catch (error) {
    if (/[*?]/.test(arg)) return matching(arg);
    return [{ file: arg, problem: unreadable(arg, error) }];
  }
  if (!isFolder) return [{ file: arg }];
  const { files, refused } = filesBelow(arg);
  const plans = files.filter((file) => PLAN_NAME.test(basename(file)) || isSavedPlan(file));
  const found = [...plans.map((file) => ({ file })), ...refused];
  return found.length > 0 ? found : [{ file: arg, problem: NO_PLAN }];
}

/** A plan that cannot be read. A file that has the name of a plan and does not exist was not made. */
export function unreadable(file: string, error: unknown): Problem {
  const isMissing = codeOf(error) === 'ENOENT';
  if (isMissing && PLAN_NAME.test(basename(file))) return NOT_PLANNED;
  return {
    code: isMissing ? 'missing' : 'unreadable',
    message: isMissing ? 'the file does not exist' : 'the file cannot be read',
    seen: [reasonOf(error)],
    hints: ['name a saved plan, its JSON, a folder that holds plans, or a pattern such as plans/*.json'],
  };
}

const NOT_PLANNED: Problem = {
  code: 'not_planned',
  message: 'the stack was not planned: there is no such file',
  hints: ['look at the log of its plan', 'or correct the path'],
};

const NO_PLAN: Problem = {
  code: 'no_plan',
  message: 'the folder holds no plan',
  allowed: ['files named plan or tfplan, or whose names end in .plan or .tfplan, also with .json'],
  hints: ['save one: terraform plan -out=tfplan', 'or name the files'],
};

/** A saved plan is a zip archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7). */
export const ZIP = 'PK\u0003\u0004';

/** Where the header of a zip's file has its name. */
const FILE_NAME_AT = 30;

/** The first file in a saved plan. */
const FIRST_FILE = 'tfplan';

/** Whether a file is a saved plan, whatever its name is. */
function isSavedPlan(file: string): boolean {
  const start = Buffer.alloc(FILE_NAME_AT + FIRST_FILE.length);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
  return (
    start.toString('latin1', 0, ZIP.length) === ZIP && start.toString('latin1', FILE_NAME_AT) === FIRST_FILE
  );
}

function matching(pattern: string): readonly PlanFile[] {
  const steps = pattern.split(/[/\\]/);
  const fixed = steps.slice(
    0,
    steps.findIndex((step) => /[*?]/.test(step)),
  );
  const root = fixed.length === 0 ? '.' : fixed.join(sep) || sep;
  const below = steps.slice(fixed.length);
  const expression = expressionOf(below);
  const stepsTo = (path: string): readonly string[] => relative(root, path).split(sep);
  // With a separator at its end, the path of a file does not exist.
  const { files, refused } = existsSync(join(root, sep))
    ? filesBelow(root, (folder) => leadsTo(below, stepsTo(folder)))
    : NO_FILES;
  const matches = files.filter((file) => expression.test(stepsTo(file).join('/')));
  const found = [...matches.map((file) => ({ file })), ...refused];
  return found.length > 0 ? found : [{ file: pattern, problem: NO_MATCH }];
}

const NO_MATCH: Problem = {
  code: 'no_match',
  message: 'the pattern matches no file',
  hints: ['correct the pattern'],
};

/** `**` matches any number of folders, `*` and `?` match within one name. */
function expressionOf(steps: readonly string[]): RegExp {
  const parts = steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    if (step === '**') return isLast ? '.*' : '(?:[^/]+/)*';
    return isLast ? nameExpression(step) : `${nameExpression(step)}/`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

function nameExpression(step: string): string {
  return step
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '[^/]*')
    .replace(/\?/g, '[^/]');
}

/** Whether a pattern can match something in a folder. */
function leadsTo(pattern: readonly string[], folder: readonly string[]): boolean {
  const recursive = pattern.indexOf('**');
  const fixed = recursive === -1 ? pattern.slice(0, -1) : pattern.slice(0, recursive);
  if (recursive === -1 && folder.length > fixed.length) return false;
  return fixed
    .slice(0, folder.length)
    .every((step, index) => new RegExp(`^${nameExpression(step)}$`).test(folder[index] ?? ''));
}

/** The files below a folder, and the folders that cannot be read. */
interface FilesBelow {
  readonly files: readonly string[];
  readonly refused: readonly Extract<PlanFile, { readonly problem: Problem }>[];
}

const NO_FILES: FilesBelow = { files: [], refused: [] };

/** All files below a folder, by path. Folders that links lead to come last, so that none is entered twice. */
function filesBelow(root: string, enters: (folder: string) => boolean = () => true): FilesBelow {
  const [files, links]: [string[], string[]] = [[], [root]];
  const refused: FilesBelow['refused'][number][] = [];
  const entered = new Set<string>();
  const enter = (folder: string): void => {
    try {
      const real = realpathSync(folder);
      if (entered.has(real)) return;
      entered.add(real);
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        const isLink = entry.isSymbolicLink();
        const isFolder = isLink
          ? statSync(path, { throwIfNoEntry: false })?.isDirectory()
          : entry.isDirectory();
        if (!isFolder) {
          if (isLink || entry.isFile()) files.push(path);
        } else if (!PASSED_OVER.has(entry.name) && enters(path)) {
          if (isLink) links.push(path);
          else enter(path);
        }
      }
    } catch (error) {
      refused.push({ file: folder, problem: folderUnreadable(error) });
    }
  };
  for (const folder of links) enter(folder);
  const byPath = (one: string, other: string): number =>
    one.replaceAll(sep, '\0') < other.replaceAll(sep, '\0') ? -1 : 1;
  return { files: files.sort(byPath), refused };
}

function folderUnreadable(error: unknown): Problem {
  return {
    code: 'unreadable',
    message: 'the folder cannot be read',
    seen: [reasonOf(error)],
    hints: ['allow reading it, or name the plans that should be reviewed'],
  };
}
