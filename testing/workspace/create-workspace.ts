import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp } from '../../cli/engine/clean-up';
import { hasSucceeded, WRAPPED_HINT, type Engine, type RunResult } from '../../cli/engine/run';
import type * as emulator from '../../emulator';
import type { RunningEmulator, StartOptions } from '../../emulator';
import { fromOutside } from '../emulator/outside';
import { rootModules, type Stacks, type SynthesizedStack } from '../stacks/root-modules';
import { writeOverrides, type TestService, enginesIn, type EngineSettings } from './test-engine';
import {
  allChanges,
  hasChange,
  plannedChanges,
  type PlannedChanges,
  type ShownPlan,
} from './planned-changes';

/** Options of a workspace. */
export interface WorkspaceOptions extends EngineSettings {
  /**
   * The emulator to use, which stays as it is afterwards.
   * @default one of its own, which ends with the workspace
   */
  readonly emulator?: TestService;
  /**
   * What the workspace's own emulator starts with.
   * @default the zones of the emulator's default seed
   */
  readonly seed?: StartOptions['seed'];
  /**
   * Settings of the workspace's own emulator. By default, finishing a migration takes no time there.
   * @default those of the emulator, with `finishSeconds: 0`
   */
  readonly settings?: StartOptions['settings'];
}

/** How a command ended, for all stacks. */
export interface WorkspaceRun {
  /** Whether the command succeeded for every stack. */
  readonly succeeded: boolean;
  /**
   * What the engine printed, without colours, for each stack that was run; of a plan without the lines on what it
   * reads, whose order and seconds differ from run to run. Secrets are hidden.
   */
  readonly text: string;
}

/** The result of a plan. */
export interface WorkspacePlan extends WorkspaceRun {
  /** Whether there are changes of resources or of outputs. */
  readonly hasChanges: boolean;
  /**
   * The planned changes of resources; with several stacks each address begins with the name of its stack:
   * `dns/zone_…`.
   */
  readonly changes: PlannedChanges;
}

/** What is planned. */
export interface WorkspacePlanOptions {
  /** Plans the destroy of everything. @default false */
  readonly destroy?: boolean;
  /** Plans only to refresh the state from the service. @default false */
  readonly refreshOnly?: boolean;
}

/** Stacks in a temporary folder, with the real engine, this package's provider, and their own states and service. */
export interface Workspace {
  /** The workspace's own emulator. @throws Error if the workspace was given one */
  readonly emulator: RunningEmulator;
  /** Whether an apply has succeeded. */
  readonly isApplied: boolean;
  /** Replaces the stacks with another version. The states stay. */
  change(stacks: Stacks): Promise<void>;
  /** Plans. A stack that others depend on is applied, so that they can be planned. */
  plan(options?: WorkspacePlanOptions): Promise<WorkspacePlan>;
  /** Applies every stack, each after those that it depends on. */
  apply(): Promise<WorkspaceRun>;
  /** Destroys what was applied, in reverse order. */
  destroy(): Promise<WorkspaceRun>;
  /** Ends the workspace's own emulator and removes its files. */
  remove(): Promise<void>;
}

/** One stack with the engine in its folder. */
interface Module extends SynthesizedStack {
  readonly engine: Engine;
  /** How `init` ended. */
  readonly init: RunResult;
}

/**
 * Prepares a workspace. Nothing in it leaves this machine: the provider talks to an emulator, whatever address the
 * stacks name, and their backends are not used. Remove it in the end; if the test runner dies first, it is still
 * removed.
 *
 * @throws Error if the stacks cannot be synthesized, or there is no engine
 * @example
 * const workspace = await createWorkspace(stack);
 * await workspace.apply();
 * workspace.emulator.control.patchZone(zoneId, { … }); // an edit behind Terraform's back
 * await expect(workspace).not.toHaveNoDrift();
 * await workspace.remove();
 */
export async function createWorkspace(stacks: Stacks, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = cleanUp().makeFolder('zonewright-testing-');
  mkdirSync(join(root, 'states'));
  const { startEmulator } = fromOutside('./dist/emulator/index.js') as typeof emulator;
  const own = options.emulator ? undefined : await startEmulator(emulatorOptions(options));
  const remove = async (): Promise<void> => {
    cleanUp().removeFolder(root);
    await own?.close();
  };
  try {
    const service = options.emulator ?? (own as RunningEmulator);
    const engineFor = await enginesIn(root, service, options);
    const stateOf = (name: string): string => join(root, 'states', `${name}.tfstate`);
    let versions = 0;
    const prepare = async (what: Stacks): Promise<readonly Module[]> => {
      const found = rootModules(what, join(root, `version-${++versions}`));
      writeOverrides(found, stateOf);
      const modules: Module[] = [];
      for (const stack of found) {
        const engine = engineFor(stack.folder);
        modules.push({ ...stack, engine, init: await engine.init() });
      }
      return modules;
    };
    return workspaceOf(await prepare(stacks), prepare, own, remove);
  } catch (thrown) {
    await remove();
    throw thrown;
  }
}

function emulatorOptions({ seed, settings }: WorkspaceOptions): StartOptions {
  return { ...(seed === undefined ? {} : { seed }), settings: { finishSeconds: 0, ...settings } };
}

function workspaceOf(
  first: readonly Module[],
  prepare: (stacks: Stacks) => Promise<readonly Module[]>,
  own: RunningEmulator | undefined,
  remove: () => Promise<void>,
): Workspace {
  let modules = first;
  let isApplied = false;
  return {
    get emulator() {
      if (own) return own;
      throw new Error('The workspace has no emulator of its own: it was given one.');
    },
    get isApplied() {
      return isApplied;
    },
    change: async (stacks) => {
      modules = await prepare(stacks);
    },
    plan: (options) => planAll(modules, options),
    apply: async () => {
      const run = await runAll(modules, 'apply');
      isApplied ||= run.succeeded;
      return run;
    },
    destroy: () => runAll(modules.filter(({ isWanted }) => isWanted).reverse(), 'destroy'),
    remove,
  };
}

/** Runs a command for one stack after the other, up to the first that fails. */
async function runAll(modules: readonly Module[], command: 'apply' | 'destroy'): Promise<WorkspaceRun> {
  const texts: string[] = [];
  for (const module of modules) {
    const isReady = hasSucceeded('init', module.init);
    const result = isReady ? await module.engine[command]() : module.init;
    const succeeded = isReady && hasSucceeded(command, result);
    texts.push(textOf(module, result, modules.length > 1, succeeded ? 0 : 1));
    if (!succeeded) return { succeeded: false, text: texts.join('\n\n') };
  }
  return { succeeded: true, text: texts.join('\n\n') };
}

async function planAll(
  modules: readonly Module[],
  options: WorkspacePlanOptions = {},
): Promise<WorkspacePlan> {
  const wanted = modules.filter(({ isWanted }) => isWanted);
  const several = wanted.length > 1;
  const plans: WorkspacePlan[] = [];
  for (const module of modules) {
    const isNeeded = modules.some(({ dependencies }) => dependencies.includes(module.name));
    if (module.isWanted) plans.push(await planOne(module, options, several));
    if (plans.at(-1)?.succeeded === false) break;
    // The others read its state; a refresh-only or destroy plan does not change it.
    if (!isNeeded || options.destroy || options.refreshOnly) continue;
    const applied = await runAll([module], 'apply');
    if (!applied.succeeded) plans.push({ ...applied, hasChanges: true, changes: allChanges([]) });
    if (!applied.succeeded) break;
  }
  return {
    succeeded: plans.every(({ succeeded }) => succeeded),
    hasChanges: plans.some(({ hasChanges }) => hasChanges),
    text: plans.map(({ text }) => text).join('\n\n'),
    changes: allChanges(plans.map(({ changes }) => changes)),
  };
}

async function planOne(
  module: Module,
  options: WorkspacePlanOptions,
  isOneOfSeveral: boolean,
): Promise<WorkspacePlan> {
  const { engine, init, name } = module;
  const out = 'zonewright-test.tfplan';
  const file = join(engine.cwd, out);
  rmSync(file, { force: true });
  const result = hasSucceeded('init', init) ? await engine.plan({ ...options, out }) : init;
  const isSaved = existsSync(file);
  const shown = isSaved ? ((await engine.showJson(out)).json as ShownPlan | undefined) : undefined;
  // An engine that fails on the way saves what it has planned.
  const succeeded = shown !== undefined && shown.errored !== true;
  const hasChanges = succeeded && hasChange(shown, options.refreshOnly === true);
  const printed = { ...result, stdout: withoutProgress(result.stdout) };
  const text = textOf(module, printed, isOneOfSeveral, succeeded ? (hasChanges ? 2 : 0) : 1);
  // It must not count as a refusal either.
  if ((isSaved && shown === undefined) || (succeeded && ![0, 2].includes(result.exitCode)))
    throw new Error(
      `The plan is saved, but exit code ${result.exitCode} hides it: ${WRAPPED_HINT}.\n\n${text}`,
    );
  const changes = plannedChanges(succeeded ? shown : {}, isOneOfSeveral ? `${name}/` : '');
  return { succeeded, text, hasChanges, changes };
}

/** Without lines such as `data.zone_zones.zones: Read complete after 1s` and those on a lock that takes its time. */
const withoutProgress = (stdout: string): string =>
  stdout
    .replace(
      /^\S.*: (?:preparing import|refreshing state|(?:still )?(?:read|open|renew|clos)ing)\.\.\..*\n/gim,
      '',
    )
    .replace(/^\S.*: \w+ complete after \d.*\n/gm, '')
    .replace(/^(?:Acquir|Releas)ing state lock\..*\n/gm, '');

/** The output, without the advice on the saved plan. @param code that the engine had for what was found */
function textOf({ name }: Module, result: RunResult, isOneOfSeveral: boolean, code: number): string {
  const { exitCode, stdout, stderr } = result;
  const [essential = ''] = stdout.split(/^─{5,}$/m);
  const head = isOneOfSeveral ? [`Stack ${name}:`] : [];
  const note = exitCode === 0 && code !== 0 ? `The exit code was 0 and not ${code}: ${WRAPPED_HINT}.` : '';
  return [...head, essential.trim(), stderr.trim(), note].filter((part) => part !== '').join('\n\n');
}
