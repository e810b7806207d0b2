import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { codeOf, reasonOf, type Problem } from '../failure';

/** A file that should be a plan, or an argument that leads to none. */
export type PlanFile = { readonly file: string } | { readonly file: string; readonly problem: Problem };

/** Names of plans in a folder: `tfplan`, `plan`, and whatever ends so, also with `.json`. */
const PLAN_NAME = /(^|[.-])(tf)?plan(\.json)?$/;

/** Folders in which nobody keeps plans, and in which much else is. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.terraform', '.git', 'node_modules']);

/**
 * The files that the arguments name, each once, in the order of the arguments and by path within one: files as they
 * are, the plans in and below a folder, and what a pattern with `*`, `**` or `?` matches.
 */
export function planFiles(args: readonly string[]): readonly PlanFile[] {
  const found = args.flatMap((arg) => filesOf(arg));
  return [...new Map(found.map((each) => [resolve(each.file), each])).values()];
}

function filesOf(arg: string): readonly PlanFile[] {
  let isFolder: boolean;
  try {
    isFolder = statSync(arg).isDirectory();
  } catch (error) {
    if (/[*?]/.test(arg)) return matching(arg);
    return [{ file: arg, problem: unreadable(error) }];
  }
  if (!isFolder) return [{ file: arg }];
  const plans = withoutTwins(filesBelow(arg).filter((file) => PLAN_NAME.test(basename(file))));
  return plans.length > 0 ? plans.map((file) => ({ file })) : [{ file: arg, problem: NO_PLAN }];
}

/** A plan that cannot be read. */
export function unreadable(error: unknown): Problem {
  const isMissing = codeOf(error) === 'ENOENT';
  return {
    code: isMissing ? 'missing' : 'unreadable',
    message: isMissing ? 'the file does not exist' : 'the file cannot be read',
    seen: [reasonOf(error)],
    hints: ['name a saved plan, its JSON, a folder that holds plans, or a pattern such as plans/*.json'],
  };
}

const NO_PLAN: Problem = {
  code: 'no_plan',
  message: 'the folder holds no plan',
  allowed: ['files named plan or tfplan, or whose names end in .plan or .tfplan, also with .json'],
  hints: ['save one: terraform plan -out=tfplan', 'or name the files'],
};

/** A plan and its JSON side by side are one plan; the JSON needs no engine. */
function withoutTwins(files: readonly string[]): readonly string[] {
  const all = new Set(files);
  return files.filter((file) => !all.has(`${file}.json`));
}

function matching(pattern: string): readonly PlanFile[] {
  const steps = pattern.split(/[/\\]/);
  const fixed = steps.slice(
    0,
    steps.findIndex((step) => /[*?]/.test(step)),
  );
  const root = fixed.length === 0 ? '.' : fixed.join(sep) || sep;
  const expression = expressionOf(steps.slice(fixed.length));
  let files: readonly string[];
  try {
    files = filesBelow(root);
  } catch {
    files = [];
  }
  const found = files.filter((file) => expression.test(relative(root, file).split(sep).join('/')));
  return found.length > 0
    ? found.map((file) => ({ file }))
    : [
        {
          file: pattern,
          problem: {
            code: 'no_match',
            message: 'the pattern matches no file',
            hints: ['correct the pattern'],
          },
        },
      ];
}

/** `**` matches any number of folders, `*` and `?` match within one name. */
function expressionOf(steps: readonly string[]): RegExp {
  const parts = steps.map((step, index) => {
    const isLast = index === steps.length - 1;
    if (step === '**') return isLast ? '.*' : '(?:[^/]+/)*';
    const name = step
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '[^/]*')
      .replace(/\?/g, '[^/]');
    return isLast ? name : `${name}/`;
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** All files below a folder, by path. Links to folders are not followed, so that none is entered twice. */
function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const sorted = entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * A name for the stack of each file: that of its folder; that of the file where a folder holds several plans; and the
 * path where two would be called the same.
 */
export function stackNames(files: readonly string[]): readonly string[] {
  const paths = files.map((file) => resolve(file));
  const folders = paths.map((path) => dirname(path));
  const named = paths.map((path, index) => {
    const folder = folders[index] as string;
    const isAlone = folders.filter((each) => each === folder).length === 1;
    return isAlone ? basename(folder) || folder : stem(path);
  });
  return distinct(named, paths);
}

/** A name for the stack of each folder: its last part, or its path where two would be called the same. */
export function folderNames(folders: readonly string[]): readonly string[] {
  const paths = folders.map((folder) => resolve(folder));
  return distinct(
    paths.map((path) => basename(path) || path),
    paths,
  );
}

function distinct(names: readonly string[], paths: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const isUnique = names.filter((each) => each === name).length === 1;
    return isUnique ? name : relative(process.cwd(), paths[index] as string) || name;
  });
}

function stem(path: string): string {
  const name = basename(path);
  return name.replace(/\.json$/, '').replace(/\.(tf)?plan$/, '') || name;
}
