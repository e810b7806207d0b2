import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runningClock, startEmulator } from '../../emulator';
import { managedRulesMigrationSchema } from '../../schema';
import { randomToken, readCopy, type CopyDocument } from '../copy/copy-file';
import { HIDDEN, withoutSecrets } from '../copy/secrets';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { errorsIn, hasSucceeded, type Engine, type RunResult } from '../engine/run';
import { writeOutputs, type Format, type Output } from '../files/outputs';
import { printFound } from '../review/formats';
import { loadPlans } from '../review/load-plans';
import { countsOf, rowOf, type Review } from '../review/model';
import { folderNames } from '../review/names';
import type { PlanJson, ResourceChange } from '../review/plan-json';
import { countTexts, groupsOf, reviewReport, type Report } from '../review/report';
import { hasChanges, reviewPlans, type PlanInput } from '../review/review-plans';
import { CommandFailure } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { member, textOf } from '../text/json';
import { counted, given, oneLine } from '../text/words';
import { checkFiles, checkProvisioners, notRehearsed, openCopy, type Surroundings } from '../rehearse/reach';

/** `zonewright rehearse`: does on a copy what a pipeline would do with stacks. */
export async function rehearseCommand(
  { terminal, env }: CommandContext,
  options: { on: string; varFile?: readonly string[]; format: Format; out?: readonly Output[] },
  named: readonly string[],
): Promise<number> {
  const document = readCopy(options.on, '--on <file>');
  const seen = named.filter((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (seen.length > 0)
    throw new CommandFailure({
      message: 'a stack is a folder with its configuration',
      seen: seen.map((folder) => `${resolve(folder)} is no folder`),
      hints: ['name the folder in which you run the engine'],
    });
  const folders = [...new Set(named.map((folder) => realpathSync(folder)))];
  const { binary } = await findEngine({ env, fetch: false });
  return untilInterrupted(async (signal) => {
    // It has states with secrets.
    const work = cleanUp().makeFolder('zonewright-rehearsal-');
    try {
      const onStep = (what: string): void => terminal.progress?.(`  ${oneLine(what)}`);
      const parts = { binary, env, signal, work, folders, varFiles: options.varFile ?? [], onStep };
      const rehearsal = await rehearse(document, parts);
      terminal.progress?.('');
      signal.throwIfAborted();
      const textIn = printFound(terminal, options.format, rehearsal, rehearsalReport(rehearsal));
      writeOutputs(options.out ?? [], textIn);
      return rehearsal.exit_code;
    } finally {
      cleanUp().removeFolder(work);
      if (signal.aborted) terminal.err('Interrupted: production was not asked, and no file is left.');
    }
  });
}

/** A command of a rehearsal, how it ended, what it sent to the emulator, and the errors that the engine printed. */
interface Step {
  readonly stack: string;
  readonly command: string;
  readonly end: 'no changes' | 'changes' | 'done' | 'failed';
  readonly requests: number;
  readonly errors: readonly string[];
}

/** The plan after an apply. */
const AGAIN = 'plan again';

/** What a rehearsal found. */
export interface Rehearsal {
  readonly format_version: '1.0';
  /** When the copy was taken, ISO 8601 in UTC. */
  readonly copy_taken_at: string;
  readonly exit_code: number;
  readonly steps: readonly Step[];
  /** What the copy lacks of the zones of the stacks, a sentence for each. */
  readonly missing: readonly string[];
  /** What is otherwise than in production, a sentence for each. */
  readonly notes: readonly string[];
  /** Of the plans as they are, before anything was applied. */
  readonly review: Review;
  /** Of the plans that then finish the migrations that had stopped at validation; null if there are none. */
  readonly finish: Review | null;
}

/** A stack under rehearsal, and the engine in its copy. */
type Stack = Readonly<{ name: string; folder: string; engine: Engine }>;

/** How a command ended, and the plan that it made. */
type Ended = Pick<Step, 'end' | 'errors'> & { readonly input?: PlanInput };

/** Plans, reviews and applies stacks on the emulator, and finishes the migrations that stop at validation. */
async function rehearse(document: CopyDocument, parts: Surroundings): Promise<Rehearsal> {
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

const { type: MIGRATION } = managedRulesMigrationSchema;

/**
 * Writes what a person would change to finish the migrations of a plan that stop at validation. Nobody has approved that yet, and
 * nothing but the copy changes, so no approval is wanted.
 *
 * @param folder of the working copy
 * @returns whether there is any, and the addresses of those in modules, which cannot be changed from outside
 */
function finishValidations(
  folder: string,
  { resource_changes: changes = [], configuration: { provider_config: providers = {} } = {} }: PlanJson,
): { readonly isWritten: boolean; readonly left: readonly string[] } {
  const isInRoot = (each: { readonly module_address?: string }): boolean => each.module_address === undefined;
  const all = changes.filter(({ type, change }) => type === MIGRATION && change.after);
  const stopped = all.filter(({ change }) => textOf(change.after, 'target_state') === 'validation');
  const left = stopped.filter((each) => !isInRoot(each)).map(({ address }) => address);
  const names = new Set(stopped.filter(isInRoot).map((each) => each.name));
  const alike = [...names].map((name) => all.filter((each) => isInRoot(each) && each.name === name));
  const resource = { [MIGRATION]: Object.assign({}, ...alike.map(finished)) as object };
  const provider = Object.values(providers)
    .filter((each) => isInRoot(each) && member(each.expressions, 'require_approval') !== undefined)
    .map(({ name, alias }) => ({ [name]: { ...(alias && { alias }), require_approval: false } }));
  const content = JSON.stringify({ resource, ...(provider.length > 0 && { provider }) });
  if (names.size > 0) writeFileSync(join(folder, 'zonewright_finish_override.tf.json'), content);
  return { isWritten: names.size > 0, left };
}

/** @param instances of one resource, each of which acknowledges with its own zone */
function finished(instances: readonly ResourceChange[]): object {
  const [{ name = '', index } = {}] = instances;
  const key = index === undefined ? '""' : typeof index === 'number' ? 'tostring(count.index)' : 'each.key';
  const zones = instances.map((each) => [each.index ?? '', textOf(each.change.after, 'zone_id')]);
  // In JSON, an escape never begins a template.
  const escaped = (sign: string): string => `\\u00${sign.charCodeAt(0).toString(16)}`;
  const json = JSON.stringify(Object.fromEntries(zones)).replace(/[$%]/g, escaped);
  const zone = `\${lookup(jsondecode(${JSON.stringify(json)}), ${key}, null)}`;
  return { [name]: { target_state: 'finished', acknowledge_irreversible: zone, approved_digest: null } };
}

/** Whether a step has left changes after an apply. */
const isLeft = ({ command, end }: Step): boolean => command === AGAIN && end === 'changes';

/** Whether the copy lacks nothing, no command was refused, and no apply left changes. */
function wentWell({ steps, missing }: Pick<Rehearsal, 'steps' | 'missing'>): boolean {
  return missing.length === 0 && steps.every((step) => step.errors.length === 0 && !isLeft(step));
}

/** The service's limit for each user (docs/internals/service.md 2.4). */
const REQUESTS_A_MINUTE = 240;

/** A rehearsal for people: what happened, then what the plans said. */
function rehearsalReport(rehearsal: Rehearsal): Report {
  const { review, finish, steps, missing, notes, copy_taken_at: taken } = rehearsal;
  const { title, tone } = reviewReport(review);
  const requests = steps.reduce((total, step) => total + step.requests, 0);
  const lines = steps.map((step) => {
    return `${step.stack}: ${step.command}: ${step.end}, ${counted(step.requests, 'request')}`;
  });
  const refused = steps.flatMap(({ stack, errors }) =>
    // The headline of an error, with the rest below it.
    errors.map((error) => `${stack}: ${error}`.split('\n').filter((line) => line !== '')),
  );
  const rows = [
    ...missing.map((each) => rowOf(['failed'], 'Not in the copy', { details: [each] })),
    ...refused.map((details) => rowOf(['failed'], 'Refused', { details })),
    rowOf(['notes'], 'What happened', { details: lines }),
    ...given(notes.length > 0, rowOf(['notes'], 'Not as in production', { details: notes })),
    ...review.rows,
  ];
  const isWell = wentWell(rehearsal);
  const finishes = finish?.counts.finishes ?? 0;
  return {
    command: 'rehearse',
    title: `Rehearsed: ${isWell ? title.charAt(0).toLowerCase() + title.slice(1) : 'not everything went well'}`,
    tone: isWell ? tone : 'stop',
    summary: [
      `On the copy of ${taken.replace('T', ' ').slice(0, 16)} UTC; production was not asked.`,
      ...given(isWell, 'Every plan was applied, and the next one is empty.'),
      ...given(steps.some(isLeft), 'An apply left changes.'),
      ...given(finishes > 0, `Migrations then finished, on the copy alone: ${finishes}.`),
      `${counted(requests, 'request')}, ${counted(Math.ceil(requests / REQUESTS_A_MINUTE), 'minute')} of the service's limit.`,
    ],
    counts: countTexts(countsOf(rows)),
    groups: groupsOf(rows),
  };
}
