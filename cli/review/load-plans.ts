import { readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { concurrently } from '../zones/concurrently';
import { CommandFailure, Failure, reasonOf, type Problem } from '../terminal/failure';
import type { RunResult } from '../engine/run';
import type { InputError } from './model';
import { planFiles, unreadable, ZIP } from './plan-files';
import type { PlanJson } from './plan-json';
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
  if (!isZip(content)) {
    const result = readPlan(content.toString('utf8').replace(/^\ufeff/, ''));
    const problem = result.problem ?? ofAnotherPlan(file, result.plan);
    return problem === undefined ? result : { problem };
  }
  try {
    const shown = await show(dirname(file), basename(file));
    return shown.exitCode === 0 ? readPlan(shown.stdout) : { problem: notShown(shown) };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.problem };
    return { problem: notShown({ exitCode: 1, stdout: '', stderr: reasonOf(error) }) };
  }
}

function isZip(content: Buffer): boolean {
  return content.toString('latin1', 0, ZIP.length) === ZIP;
}

/** That a JSON is not of the saved plan beside it, which is what apply would take. */
function ofAnotherPlan(file: string, { timestamp }: PlanJson): Problem | undefined {
  const saved = file.replace(/\.json$/, '');
  const [json, plan] = [file, saved].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (saved === file || plan?.isFile() !== true) return undefined;
  try {
    if (isMadeAt(readFileSync(saved), timestamp) ?? plan.mtimeMs <= (json?.mtimeMs ?? 0)) return undefined;
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

/**
 * Whether a saved plan was made at this time; undefined if that is not known. Its first file is the plan, a protobuf whose
 * field 21 is the time as text (`planfile.proto` in hashicorp/terraform and opentofu/opentofu).
 */
function isMadeAt(saved: Buffer, timestamp: string | undefined): boolean | undefined {
  if (timestamp === undefined || !isZip(saved)) return undefined;
  try {
    // The lengths of the name and of the extra field, which come before the content (APPNOTE.TXT, 4.3.7).
    const content = saved.subarray(30 + saved.readUInt16LE(26) + saved.readUInt16LE(28));
    const plan = inflateRawSync(content);
    const field = Buffer.from([0xaa, 0x01, timestamp.length]);
    return plan.includes(field) ? plan.includes(Buffer.concat([field, Buffer.from(timestamp)])) : undefined;
  } catch {
    return undefined;
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
