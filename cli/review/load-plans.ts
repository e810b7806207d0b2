import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { concurrently } from '../concurrently';
import { CommandFailure, Failure, reasonOf, type Problem } from '../failure';
import type { RunResult } from '../engine/run';
import type { InputError } from './model';
import { planFiles, unreadable } from './plan-files';
import { readPlan, type PlanResult } from './read-plan';
import type { PlanInput } from './review-plans';
import { stackNames } from './stack-names';

/** The plans that could be read, and why others could not. */
export interface LoadedPlans {
  readonly inputs: readonly PlanInput[];
  readonly errors: readonly InputError[];
}

/** Shows a saved plan as JSON: runs `show -json` in the folder of the plan. */
export type ShowPlan = (folder: string, file: string) => Promise<RunResult>;

/** How many engines run at a time. */
const AT_A_TIME = 2;

/** A saved plan is a zip archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7). */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

/** Reads the plans that the arguments name. `names` are for the arguments, in their order; none: named by folder. */
export async function loadPlans(
  args: readonly string[],
  names: readonly string[],
  show: ShowPlan,
): Promise<LoadedPlans> {
  const files = planFiles(args);
  if (names.length > 0) checkNames(names, files.length);
  const found = names.length > 0 ? files : files.filter((each) => !('problem' in each));
  const stacks = names.length > 0 ? names : stackNames(found.map(({ file }) => file));
  const stackOf = new Map(found.map(({ file }, index) => [file, stacks[index]]));
  const results = await concurrently(files, AT_A_TIME, async (each) =>
    'problem' in each ? { problem: each.problem } : loadPlan(each.file, show),
  );
  const inputs: PlanInput[] = [];
  const errors: InputError[] = [];
  results.forEach((result, index) => {
    const file = files[index]?.file ?? '';
    if (result.problem === undefined)
      inputs.push({ stack: stackOf.get(file) ?? file, file, plan: result.plan });
    else errors.push(inputError(file, result.problem));
  });
  return { inputs, errors };
}

async function loadPlan(file: string, show: ShowPlan): Promise<PlanResult> {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    return { problem: unreadable(file, error) };
  }
  if (!content.subarray(0, ZIP.length).equals(ZIP))
    return readPlan(content.toString('utf8').replace(/^\ufeff/, ''));
  try {
    const shown = await show(dirname(file), basename(file));
    return shown.exitCode === 0 ? readPlan(shown.stdout) : { problem: notShown(shown) };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.problem };
    return { problem: notShown({ exitCode: 1, stdout: '', stderr: reasonOf(error) }) };
  }
}

/** How much of the engine's output an error shows. */
const MOST_LINES = 12;

function notShown({ stdout, stderr }: RunResult): Problem {
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

function inputError(plan: string, { code, message, seen = [], allowed = [], hints }: Problem): InputError {
  return { plan, code, message, seen, allowed, hints };
}

function checkNames(names: readonly string[], plans: number): void {
  const isTwice = names.some((name, index) => names.indexOf(name) !== index);
  if (names.length === plans && !isTwice) return;
  throw new CommandFailure({
    code: 'names',
    message: isTwice ? 'two stacks have the same name' : 'there are not as many names as plans',
    seen: [`--name ${names.join(', --name ')}`, `${plans} plans`],
    allowed: ['one --name for each plan, in the same order, each different'],
    hints: ['leave out --name to name each stack by its folder'],
  });
}
