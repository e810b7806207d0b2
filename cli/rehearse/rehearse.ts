import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runningClock, startEmulator } from '../../emulator';
import { randomToken, type CopyDocument } from '../copy/copy-file';
import { HIDDEN, withoutSecrets } from '../copy/secrets';
import { errorsIn, hasSucceeded, type Engine, type RunResult } from '../engine/run';
import { finishValidations } from '../migration/finishing';
import { loadPlans } from '../review/load-plans';
import { folderNames } from '../review/names';
import { hasChanges, reviewPlans, type PlanInput } from '../review/review-plans';
import { counted, given } from '../text/words';
import { checkFiles, checkProvisioners, notRehearsed, openCopy, type Surroundings } from './reach';
import { AGAIN, wentWell, type Rehearsal, type Step } from './report';

/** A stack under rehearsal, and the engine in its copy. */
type Stack = Readonly<{ name: string; folder: string; engine: Engine }>;

/** How a command ended, and the plan that it made. */
type Ended = Pick<Step, 'end' | 'errors'> & { readonly input?: PlanInput };

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
  const [steps, notes]: [Step[], string[]] = [[], []];
  const run = async (stack: Stack, command: string, act: typeof plan): Promise<Ended> => {
    parts.onStep(`${stack.name}: ${command}`);
    const requests = (): number => emulator.control.journal().at(-1)?.number ?? 0;
    const before = requests();
    const { input, ...ended } = await act(stack);
    steps.push({ stack: stack.name, command, ...ended, requests: requests() - before });
    return { ...ended, ...(input && { input }) };
  };
  const isAppliedWell = async (stack: Stack): Promise<boolean> => {
    const applied = await run(stack, 'apply', apply);
    return (await run(stack, AGAIN, plan)).end === 'no changes' && applied.end === 'done';
  };
  try {
    const planned = new Map<Stack, PlanInput>();
    for (const [index, name] of folderNames(parts.folders).entries()) {
      const folder = parts.folders[index] ?? name;
      const { engine, problem } = await openCopy(folder, join(parts.work, `${index}`), parts, emulator);
      if (problem !== undefined) notes.push(`${name} was planned as new, because ${problem}.`);
      const stack = { name, folder, engine };
      const { input } = await run(stack, 'plan', plan);
      if (input) planned.set(stack, input);
    }
    const finishing: PlanInput[] = [];
    for (const [stack, input] of planned) {
      parts.signal.throwIfAborted();
      const isWell = await isAppliedWell(stack);
      const { isWritten, left } = finishValidations(stack.engine.cwd, input.plan);
      for (const address of left)
        notes.push(`${address} stays in validation, because it is declared in a module.`);
      if (!isWell || !isWritten) continue;
      const { input: last } = await run(stack, 'plan, with target_state = "finished"', plan);
      if (last) finishing.push(last);
      if (last) await isAppliedWell(stack);
    }
    const plans = [...planned.values()];
    const found = differences(document, [plans, steps]);
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

const PLAN_FILE = 'rehearsal.tfplan';

/** Plans a stack. @throws CommandFailure if it has another backend, or apply would run a program */
async function plan({ name, folder, engine }: Stack): Promise<Ended> {
  rmSync(join(engine.cwd, PLAN_FILE), { force: true });
  const result = await engine.plan({ out: PLAN_FILE });
  const [reason] = /(?<=initialization required[^]*)Reason: .*/.exec(result.stdout + result.stderr) ?? [];
  if (reason !== undefined) throw notRehearsed(folder, [reason], 'rename the override file that sets it');
  const show = (): Promise<RunResult> => engine.run(['show', '-json', PLAN_FILE]);
  const { inputs, errors } = await loadPlans([join(engine.cwd, PLAN_FILE)], show);
  const [input] = inputs.map((each) => ({ ...each, stack: name }));
  if (!input) return failed(result, ...errors.flatMap(({ message, seen }) => [message, ...seen]));
  checkProvisioners(folder, input.plan);
  const end = reviewPlans([input], []).stacks.some(hasChanges) ? 'changes' : 'no changes';
  return { input, end, errors: [] };
}

async function apply({ engine }: Stack): Promise<Ended> {
  const result = await engine.apply({ planFile: PLAN_FILE });
  return hasSucceeded('apply', result) ? { end: 'done', errors: [] } : failed(result);
}

/** With at least one error: an engine that is killed prints none. */
function failed({ exitCode, stdout, stderr }: RunResult, ...seen: readonly string[]): Ended {
  const errors = errorsIn(`${stdout}\n${stderr}`);
  const other = [`Error: the engine ended with ${exitCode}`, stderr.trim(), ...seen].join('\n');
  return { end: 'failed', errors: errors.length > 0 ? errors : [other] };
}

/** What the copy lacks, and what it has otherwise than the service, of the zones that plans and errors name. */
function differences({ copy, zones = [] }: CopyDocument, [plans, steps]: readonly [PlanInput[], Step[]]) {
  const ids = /(?<="zone_id":")[0-9a-f]{32}|(?<=Zone )[0-9a-f]{32}(?= does not exist)/g;
  const used = new Set(JSON.stringify([plans, steps]).match(ids));
  const own = zones.filter(({ id = '' }) => used.delete(id));
  const changes = plans.map(({ plan }) => plan.resource_changes);
  const managed = new Set(JSON.stringify(changes).match(/(?<="job_id":)\d+/g));
  const jobs = own.flatMap(({ logpush }) => logpush?.jobs ?? []).filter(({ id }) => managed.has(`${id}`));
  const hidden = jobs.filter((job) => job.destination_conf.includes(HIDDEN)).length;
  const secrets = `What the copy hides of destinations may show as a change here: ${counted(hidden, 'job')}.`;
  const lines = copy.not_held.filter((line) =>
    own.some(({ id = '', name }) => line.includes(id) || line.startsWith(`zones[${name}]`)),
  );
  const unread = lines.filter((line) => line.startsWith('GET '));
  return {
    missing: [...[...used].map((id) => `The zone ${id} is not in the copy: copy it, too.`), ...unread],
    notes: [...lines.filter((line) => !unread.includes(line)), ...given(hidden > 0, secrets)],
  };
}
