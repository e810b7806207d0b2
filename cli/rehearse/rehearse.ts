import { join } from 'node:path';
import { runningClock, startEmulator } from '../../emulator';
import type { JsonObject } from '../../schema';
import { randomToken, type CopyDocument } from '../copy/copy-file';
import { HIDDEN, withoutSecrets } from '../copy/secrets';
import { createEngine, engineEnvironment, errorsIn, type Engine, type RunResult } from '../engine/run';
import { finishValidations } from '../migration/finishing';
import { loadPlans } from '../review/load-plans';
import { folderNames } from '../review/names';
import { reviewPlans, type PlanInput } from '../review/review-plans';
import { parseJson } from '../text/json';
import { counted, given } from '../text/words';
import {
  checkFiles,
  checkProvisioners,
  notRehearsed,
  openCopy,
  type Stack,
  type Surroundings,
} from './reach';
import { AGAIN, wentWell, type Rehearsal, type Step } from './report';

/** A stack under rehearsal, with its state as it was, and the engine in the working copy. */
type RehearsedStack = Stack & { readonly name: string; readonly engine: Engine };

/** Plans, reviews and applies stacks on the emulator, and finishes the migrations that stop at validation. */
export async function rehearse(document: CopyDocument, parts: Surroundings): Promise<Rehearsal> {
  const { copy, ...copied } = document;
  for (const folder of parts.folders) checkFiles(folder, parts.env);
  // The copy answers to this run alone, which hands the token to the engine's environment.
  const seed = { ...copied, credentials: { tokens: [{ token: randomToken() }] } };
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0 },
  });
  try {
    const { steps, run } = noting(() => emulator.control.journal().at(-1)?.number ?? 0, parts.onStep);
    const [stacks, notes]: [RehearsedStack[], string[]] = [[], []];
    for (const [index, name] of folderNames(parts.folders).entries()) {
      const { problem, ...stack } = await readStack(parts.folders[index] ?? name, parts);
      if (problem !== undefined) notes.push(`${name} was planned as new, because ${problem}.`);
      const engine = await openCopy(join(parts.work, `${index}`), stack, parts, emulator);
      stacks.push({ ...stack, name, engine });
    }
    const planned = new Map<RehearsedStack, PlanInput>();
    for (const stack of stacks) {
      const input = await planStack(stack, run, 'plan');
      if (input) planned.set(stack, input);
    }
    const finishing: PlanInput[] = [];
    for (const [stack, { plan }] of planned) {
      parts.signal.throwIfAborted();
      const isWell = await applyStack(stack, run);
      const { isWritten, left } = finishValidations(stack.engine.cwd, plan);
      for (const address of left)
        notes.push(`${address} stays in validation, because it is declared in a module.`);
      if (!isWell || !isWritten) continue;
      const last = await planStack(stack, run, 'plan, with target_state = "finished"');
      if (last) finishing.push(last);
      if (last) await applyStack(stack, run);
    }
    const plans = [...planned.values()];
    const found = differences(document, [stacks, plans, steps]);
    const review = reviewPlans(plans, []);
    return withoutSecrets<Rehearsal>({
      ...{ format_version: '1.0', copy_taken_at: copy.taken_at, steps, review },
      ...{ missing: found.missing, notes: [...notes, ...found.notes] },
      exit_code: wentWell({ steps, ...found }) ? review.exit_code : 1,
      finish: finishing.length > 0 ? reviewPlans(finishing, []) : null,
    });
  } finally {
    await emulator.close();
  }
}

/** Reads the state of a stack, wherever its backend keeps it. @returns with the reason if it has none */
async function readStack(folder: string, parts: Surroundings): Promise<Stack & { problem?: string }> {
  const own = { cleansUp: true, cwd: folder, env: engineEnvironment({ base: parts.env }) };
  const { run } = createEngine({ ...parts, ...own });
  const workspace = (await run(['workspace', 'show'])).stdout.trim() || 'default';
  const { exitCode, stdout, stderr } = await run(['state', 'pull']);
  const [why = stderr.trim()] = errorsIn(stderr)[0]?.split('\n') ?? [];
  if (exitCode !== 0) return { folder, workspace, problem: `its state cannot be read (${why})` };
  if (stdout.trim() === '') return { folder, workspace, problem: 'it has no state' };
  return { folder, workspace, state: parseJson(stdout) as JsonObject };
}

type Run = ReturnType<typeof noting>['run'];

/** Runs commands of the engine, and notes how they end and what they send. */
function noting(requests: () => number, onStep: (what: string) => void) {
  const steps: Step[] = [];
  const run = async (stack: string, command: string, ran: () => Promise<RunResult>): Promise<RunResult> => {
    onStep(`${stack}: ${command}`);
    const before = requests();
    const result = await ran();
    const { exitCode, stdout, stderr } = result;
    const isWell = exitCode === 0 || (exitCode === 2 && command.startsWith('plan'));
    // At least one: an engine that is killed prints none.
    const found = isWell ? [] : errorsIn(`${stdout}\n${stderr}`);
    const errors =
      isWell || found.length > 0 ? found : [`Error: the engine ended with ${exitCode}\n${stderr.trim()}`];
    steps.push({ stack, command, exit_code: exitCode, requests: requests() - before, errors });
    return result;
  };
  return { steps, run };
}

const PLAN_FILE = 'rehearsal.tfplan';

/** Plans a stack. @returns undefined if it is refused @throws CommandFailure if it has another backend, or apply would run a program */
async function planStack(stack: RehearsedStack, run: Run, label: string): Promise<PlanInput | undefined> {
  const { name, folder, engine } = stack;
  const { exitCode, stdout, stderr } = await run(name, label, () => engine.plan({ out: PLAN_FILE }));
  const [reason] = /(?<=initialization required[^]*)Reason: .*/.exec(stdout + stderr) ?? [];
  if (reason !== undefined) throw notRehearsed(folder, [reason], ['rename the override file that sets it']);
  if (exitCode !== 0 && exitCode !== 2) return undefined;
  const show = (): Promise<RunResult> => engine.run(['show', '-json', PLAN_FILE]);
  const { inputs, errors } = await loadPlans([join(engine.cwd, PLAN_FILE)], show);
  if (errors[0]) throw notRehearsed(folder, [errors[0].message, ...errors[0].seen], []);
  for (const { plan } of inputs) checkProvisioners(folder, plan);
  return inputs[0] && { ...inputs[0], stack: name };
}

/** Applies the saved plan and plans again. @returns whether both went well and nothing is left to do */
async function applyStack({ name, engine }: RehearsedStack, run: Run): Promise<boolean> {
  const applied = await run(name, 'apply', () => engine.apply({ planFile: PLAN_FILE }));
  const again = await run(name, AGAIN, () => engine.plan());
  return applied.exitCode + again.exitCode === 0;
}

/** What the copy lacks, and what it has otherwise than the service, of the zones that states, plans and errors name. */
function differences(
  { copy, zones = [] }: CopyDocument,
  documents: readonly unknown[],
): Pick<Rehearsal, 'missing' | 'notes'> {
  const ids = /(?<="zone_id":")[0-9a-f]{32}|(?<=Zone )[0-9a-f]{32}(?= does not exist)/g;
  const used = new Set(JSON.stringify(documents).match(ids));
  const own = zones.filter(({ id = '' }) => used.delete(id));
  const jobs = own.flatMap(({ logpush }) => logpush?.jobs ?? []);
  const hidden = jobs.filter((job) => job.destination_conf.includes(HIDDEN)).length;
  const secrets = `The destinations of ${counted(hidden, 'job')} have secrets, which the copy has not: they show as changed.`;
  const lines = copy.not_held.filter((line) =>
    own.some(({ id = '', name }) => line.includes(id) || line.startsWith(`zones[${name}]`)),
  );
  const unread = lines.filter((line) => line.startsWith('GET '));
  return {
    missing: [...[...used].map((id) => `The zone ${id} is not in the copy: copy it, too.`), ...unread],
    notes: [...lines.filter((line) => !unread.includes(line)), ...given(hidden > 0, secrets)],
  };
}
