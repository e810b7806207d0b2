import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { managedRulesMigrationSchema } from '../../schema';
import { errorsIn, type Engine, type RunResult } from '../engine/run';
import { isOurs, type PlanJson, type ResourceChange } from '../review/plan-json';
import { readPlan, readSavedPlan } from '../review/read-plan';
import type { PlanInput } from '../review/review-plans';
import { CommandFailure } from '../terminal/failure';
import { member, textOf } from '../text/json';
import { reachesElsewhere } from './programs';
import type { Stack } from './stacks';
import { checkProviders, checkReach } from './working-copy';

/** A command of a rehearsal, and how it ended. */
export interface Step {
  readonly stack: string;
  readonly command: string;
  readonly exit_code: number;
  /** Requests to the emulator. */
  readonly requests: number;
  /** The errors that the engine printed. */
  readonly errors: readonly string[];
}

/** A stack under rehearsal, with its state as the copy has it. */
export interface RehearsedStack extends Stack {
  readonly name: string;
  /** The folder of the original. */
  readonly folder: string;
  /** Why it has no state here. */
  readonly note?: string;
  /** In the working copy. */
  readonly engine: Engine;
  /** Initializes the working copy. */
  readonly init: () => Promise<RunResult>;
}

/** Runs the engine and counts what it sends. */
export class Steps {
  readonly all: Step[] = [];

  /** Whether no command was refused, and no apply left changes. */
  wentWell(): boolean {
    return this.all.every(
      ({ command, exit_code: code, errors }) => errors.length === 0 && (command !== AGAIN || code !== 2),
    );
  }

  constructor(
    private readonly requests: () => number,
    private readonly onStep: (what: string) => void,
  ) {}

  async run(stack: string, command: string, run: () => Promise<RunResult>): Promise<RunResult> {
    this.onStep(`${stack}: ${command}`);
    const before = this.requests();
    const result = await run();
    const { exitCode } = result;
    const failed = exitCode !== 0 && (exitCode !== 2 || !command.startsWith('plan'));
    const errors = failed ? errorsIn(`${result.stdout}\n${result.stderr}`) : [];
    // At least one: an engine that is killed prints none.
    if (failed && errors.length === 0)
      errors.push(`Error: the engine ended with ${exitCode}\n${result.stderr.trim()}`);
    const requests = this.requests() - before;
    this.all.push({ stack, command, exit_code: exitCode, requests, errors });
    return result;
  }
}

const PLAN_FILE = 'rehearsal.tfplan';

/** The plan after an apply. */
export const AGAIN = 'plan again';

/**
 * Plans a stack, and initializes it first where the engine wants that.
 *
 * @returns undefined if it is refused, which is a step then
 * @throws CommandFailure if apply would reach anything but the copy
 */
export async function planStack(
  { name, folder, engine, init }: RehearsedStack,
  steps: Steps,
  label: string,
): Promise<PlanInput | undefined> {
  await checkReach(engine, folder);
  const plan = (): Promise<RunResult> => engine.plan({ out: PLAN_FILE });
  let result = await steps.run(name, label, plan);
  if (result.exitCode === 1 && /(terraform|tofu) init/.test(result.stderr + result.stdout)) {
    steps.all.pop();
    const { exitCode } = await steps.run(name, 'init', init);
    await checkReach(engine, folder);
    // A provider that is not found is not locked.
    const { stdout } = exitCode === 0 ? { stdout: '' } : await engine.run(['providers']);
    checkProviders(folder, stdout.match(/(?<=provider\[)[^\]]+/g) ?? []);
    if (exitCode !== 0) return undefined;
    result = await steps.run(name, label, plan);
  }
  if (result.exitCode !== 0 && result.exitCode !== 2) return undefined;
  const shown = readPlan((await engine.run(['show', '-json', PLAN_FILE])).stdout);
  if (shown.problem !== undefined) throw new CommandFailure(shown.problem);
  const { resource_changes: changes = [] } = shown.plan;
  const providers = changes.map((change) => change.provider_name);
  checkProviders(folder, providers);
  // A second lock: what plans without asking the copy would not apply to it either.
  const isPlanned = changes.some((each) => isOurs(each) && each.change.actions[0] !== 'no-op');
  if (isPlanned && steps.all.at(-1)?.requests === 0)
    throw reachesElsewhere(folder, 'its plan changes objects and asked the copy nothing');
  const file = join(engine.cwd, PLAN_FILE);
  const { proofs } = readSavedPlan(readFileSync(file)) ?? {};
  return { stack: name, file, plan: shown.plan, ...(proofs && { proofs }) };
}

/** Applies the saved plan and plans again. @returns whether both went well and nothing is left to do */
export async function applyStack({ name, engine }: RehearsedStack, steps: Steps): Promise<boolean> {
  const applied = await steps.run(name, 'apply', () => engine.apply({ planFile: PLAN_FILE }));
  const again = await steps.run(name, AGAIN, () => engine.plan());
  return applied.exitCode === 0 && again.exitCode === 0;
}

/**
 * Writes what a person would change to finish the migrations of a plan that stop at validation. Nobody has approved that yet, and
 * nothing but the copy changes, so no approval is wanted.
 *
 * @returns whether there is any, and the addresses of those in modules, which cannot be changed from outside
 */
export function finishValidations(
  { engine }: RehearsedStack,
  plan: PlanJson,
): { readonly isWritten: boolean; readonly left: readonly string[] } {
  const { type } = managedRulesMigrationSchema;
  const all = (plan.resource_changes ?? []).filter((each) => each.type === type && each.change.after);
  const stopped = all.filter(stopsAtValidation);
  const isInRoot = ({ module_address: module }: { readonly module_address?: string }): boolean =>
    module === undefined;
  const left = stopped.filter((each) => !isInRoot(each)).map(({ address }) => address);
  const names = new Set(stopped.filter(isInRoot).map(({ name }) => name));
  const own = all.filter(isInRoot);
  const resources = [...names].map((name) => [name, override(own.filter((each) => each.name === name))]);
  const providers = Object.values(plan.configuration?.provider_config ?? {})
    .filter((each) => isInRoot(each) && member(each.expressions, 'require_approval') !== undefined)
    .map(({ name, alias }) => ({
      [name]: { ...(alias !== undefined && { alias }), require_approval: false },
    }));
  const content = {
    resource: { [type]: Object.fromEntries(resources) as object },
    ...(providers.length > 0 && { provider: providers }),
  };
  if (names.size > 0)
    writeFileSync(join(engine.cwd, 'zonewright_finish_override.tf.json'), JSON.stringify(content));
  return { isWritten: names.size > 0, left };
}

function stopsAtValidation({ change }: ResourceChange): boolean {
  return textOf(change.after, 'target_state') === 'validation';
}

/** @param instances of one resource: those that have finished stay as they are */
function override(instances: readonly ResourceChange[]): object {
  return {
    target_state: 'finished',
    acknowledge_irreversible: byKey(instances, ({ change }) => textOf(change.after, 'zone_id')),
    approved_digest: byKey(instances, (each) =>
      stopsAtValidation(each) ? null : textOf(each.change.after, 'approved_digest'),
    ),
  };
}

/** A value for each instance, whose keys are numbers with count; one without it and for_each has none. */
function byKey(
  instances: readonly ResourceChange[],
  valueOf: (instance: ResourceChange) => string | null,
): string | null {
  const values = new Map(instances.map((each) => [each.index, valueOf(each)]));
  const [[key, value = null] = []] = values;
  if (key === undefined) return value;
  const own = typeof key === 'number' ? 'tostring(count.index)' : 'each.key';
  // In JSON, an escape never begins a template.
  const json = JSON.stringify(Object.fromEntries(values))
    .replaceAll('$', '\\u0024')
    .replaceAll('%', '\\u0025');
  return `\${lookup(jsondecode(${JSON.stringify(json)}), ${own}, null)}`;
}
