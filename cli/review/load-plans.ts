import {
  readFileSync,
  statSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { decodedText } from '../../lib/provider/decoded-text';
import { concurrently } from '../zones/reading-zones';
import { codeOf, Failure, reasonOf } from '../terminal/failure';
import { documentIn, type RunResult } from '../engine/run';
import type { InputError } from './model';
import type { PlanJson } from './plan-json';
import { type PlanProblem, readPlan, type PlanResult, readSavedPlan } from './read-plan';
import type { PlanInput } from './review-plans';
import { stackNames } from './names';

/** Shows a saved plan as JSON: runs `show -json` in the folder of the plan. */
export type ShowPlan = (folder: string, file: string) => Promise<RunResult>;

/** How many engines run at a time. */
const AT_A_TIME = 2;

/** Reads the plans that the arguments name. @returns with why others could not be read */
export async function loadPlans(
  args: readonly string[],
  show: ShowPlan,
): Promise<{ readonly inputs: readonly PlanInput[]; readonly errors: readonly InputError[] }> {
  const files = planFiles(args);
  const found = files.flatMap(({ file, problem }) => (problem ? [] : [file]));
  const names = stackNames(found);
  const results = await concurrently(files, AT_A_TIME, async ({ file, problem }) => ({
    file,
    ...(problem ? { problem } : await loadPlan(file, show)),
  }));
  return {
    inputs: results.flatMap((each) => {
      if (each.problem !== undefined) return [];
      const { file, plan } = each;
      return [{ stack: names[found.indexOf(file)] ?? file, file, plan, ...proofsOf(file) }];
    }),
    errors: results.flatMap(({ file: plan, problem }) => {
      if (problem === undefined) return [];
      const { code, message, seen = [], allowed = [], hints } = problem;
      return [{ plan, code, message, seen, allowed, hints }];
    }),
  };
}

async function loadPlan(file: string, show: ShowPlan): Promise<PlanResult> {
  let text: string | undefined;
  try {
    const content = readFileSync(file);
    if (content.toString('latin1', 0, ZIP.length) !== ZIP) text = decodedText(content);
  } catch (error) {
    return { problem: unreadable(file, error) };
  }
  if (text !== undefined) {
    const result = readPlan(text);
    const problem = result.problem ?? ofAnotherPlan(file, result.plan);
    return problem === undefined ? result : { problem };
  }
  try {
    const shown = await show(dirname(file), basename(file));
    return documentIn(shown.stdout) === undefined ? { problem: notShown(shown) } : readPlan(shown.stdout);
  } catch (error) {
    if (error instanceof Failure) return { problem: { code: 'not_shown', ...error.problem } };
    return { problem: notShown({ exitCode: 1, stdout: '', stderr: reasonOf(error) }) };
  }
}

/** The proofs of a saved plan, or of the one beside a JSON. */
function proofsOf(file: string): Pick<PlanInput, 'proofs'> {
  try {
    const saved = readSavedPlan(readFileSync(file.replace(/\.json$/, '')));
    return saved ? { proofs: saved.proofs } : {};
  } catch {
    return {};
  }
}

/** That a JSON is not of the saved plan beside it, which is what apply would take. */
function ofAnotherPlan(file: string, { timestamp }: PlanJson): PlanProblem | undefined {
  const saved = file.replace(/\.json$/, '');
  const [json, plan] = [file, saved].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (saved === file || plan?.isFile() !== true) return undefined;
  try {
    const madeAt = readSavedPlan(readFileSync(saved))?.timestamp;
    const isKnown = madeAt !== undefined && timestamp !== undefined;
    if (isKnown ? madeAt === timestamp : plan.mtimeMs <= (json?.mtimeMs ?? 0)) return undefined;
  } catch (error) {
    return unreadable(saved, error);
  }
  return {
    code: 'of_another_plan',
    message: `the JSON is not of the saved plan beside it, ${basename(saved)}`,
    seen: [timestamp === undefined ? 'the saved plan is newer' : `the JSON is of the plan of ${timestamp}`],
    hints: [
      `write the JSON again: terraform show -json ${basename(saved)} > ${basename(file)}`,
      'or delete the one of the two that is out of date',
    ],
  };
}

/** How much of the engine's output an error shows. */
const MOST_LINES = 12;

function notShown({ stdout, stderr }: RunResult): PlanProblem {
  const lines = `${stderr}\n${stdout}`.split(/\r?\n/).filter((line) => line.trim() !== '');
  return {
    code: 'not_shown',
    message: 'the engine cannot show the saved plan',
    seen: lines.slice(0, MOST_LINES),
    hints: [
      "run terraform init in the plan's folder, and use the version that made the plan",
      'or make the JSON where the plan was made: terraform show -json PLAN > PLAN.json',
    ],
  };
}

/** A file that should be a plan, or an argument that leads to none. */
type PlanFile = { readonly file: string; readonly problem?: PlanProblem };

/** Names of plans in a folder: `tfplan`, `plan`, and whatever ends so, also with `.json`. */
const PLAN_NAME = /(^|[.-])(tf)?plan(\.json)?$/;

/** Folders in which nobody keeps plans, and in which much else is. */
const PASSED_OVER: ReadonlySet<string> = new Set(['.terraform', 'terraform.d', '.git', 'node_modules']);

/**
 * The files that the arguments name, each once, in the order of the arguments and by path within one: files as they
 * are, and the plans in and below a folder. Links count as what they lead to. A plan and its JSON side by side are one
 * plan: the JSON, which needs no engine.
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
    return [{ file: arg, problem: unreadable(arg, error) }];
  }
  if (!isFolder) return [{ file: arg }];
  const found = filesBelow(arg).filter(
    ({ file, problem }) => problem ?? (PLAN_NAME.test(basename(file)) || isSavedPlan(file)),
  );
  return found.length > 0 ? found : [{ file: arg, problem: NO_PLAN }];
}

/** A plan that cannot be read. A file that has the name of a plan and does not exist was not made. */
function unreadable(file: string, error: unknown): PlanProblem {
  const isMissing = codeOf(error) === 'ENOENT';
  if (isMissing && PLAN_NAME.test(basename(file))) return NOT_PLANNED;
  return {
    code: isMissing ? 'missing' : 'unreadable',
    message: isMissing ? 'the file does not exist' : 'the file cannot be read',
    seen: [reasonOf(error)],
    hints: ['name a saved plan, its JSON, or a folder that holds plans'],
  };
}

const NOT_PLANNED: PlanProblem = {
  code: 'not_planned',
  message: 'the stack was not planned: there is no such file',
  hints: ['look at the log of its plan', 'or correct the path'],
};

const NO_PLAN: PlanProblem = {
  code: 'no_plan',
  message: 'the folder holds no plan',
  allowed: ['files named plan or tfplan, or whose names end in .plan or .tfplan, also with .json'],
  hints: ['save one: terraform plan -out=tfplan', 'or name the files'],
};

/** A saved plan is a zip archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7). */
const ZIP = 'PK\u0003\u0004';

/** Where the header of a zip's file has its name, and that of the first file in a saved plan. */
const [FILE_NAME_AT, FIRST_FILE] = [30, 'tfplan'] as const;

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
  const text = start.toString('latin1');
  return text.startsWith(ZIP) && text.endsWith(FIRST_FILE);
}

/** All files below a folder, by path; then folders that cannot be read. Folders that links lead to come last, so that none is entered twice. */
function filesBelow(root: string): readonly PlanFile[] {
  const [files, links]: [string[], string[]] = [[], [root]];
  const refused: PlanFile[] = [];
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
        } else if (!PASSED_OVER.has(entry.name)) {
          if (isLink) links.push(path);
          else enter(path);
        }
      }
    } catch (error) {
      const seen = [reasonOf(error)];
      const hints = ['allow reading it, or name the plans that should be reviewed'];
      const problem = { code: 'unreadable', message: 'the folder cannot be read', seen, hints };
      refused.push({ file: folder, problem });
    }
  };
  for (const folder of links) enter(folder);
  const byPath = (one: string, other: string): number =>
    one.replaceAll(sep, '\0') < other.replaceAll(sep, '\0') ? -1 : 1;
  return [...files.sort(byPath).map((file) => ({ file })), ...refused];
}
