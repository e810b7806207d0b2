import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../emulator';
import { createWorkspace, type Workspace } from '../support/workspace';
import {
  carriedOut,
  killedApply,
  letTimePass,
  startWatchedService,
  type WatchedService,
} from './killed-apply';
import {
  adjustmentsAfterTheEnd,
  MIGRATION_STEPS,
  NAMES,
  rootModule,
  ZONES,
  type Name,
  type Step,
} from './killed-zones';
import { PHASE, zoneIdOf } from './migrating-zones';
import type { Kill } from './migration-kills';

/** A kill, and where it hit. */
export interface Hit {
  readonly kill: Kill;
  readonly where: string;
  readonly step: string;
  /** Zones that the state has as tainted or twice, or as finished though the service has not finished. */
  readonly misjudged: readonly string[];
}

/** What is there when a step's kills are over and the next run has finished the job. */
export interface Finding {
  readonly step: Step;
  /** Exit code of the plan afterwards: 0 when it is empty. */
  readonly planned: number;
  readonly state: StateFile;
  readonly isLocked: boolean;
  readonly zones: Readonly<Record<Name, ZoneFound>>;
}

export interface ZoneFound {
  readonly stands: string | undefined;
  /** Of the entry point. */
  readonly rules: readonly object[];
  readonly overrides: number;
}

/** Zones from their beginning to adjustments after the end. */
export interface Life {
  /** The configurations that were applied, in order. */
  readonly steps: readonly Step[];
  readonly findings: readonly Finding[];
  /** Exit code of the apply that was to finish without the word for it. */
  readonly unacknowledged: number;
  /** By zone: the number of the last request before a configuration acknowledged its finish. */
  readonly acknowledgedAfter: ReadonlyMap<Name, number>;
  readonly journal: readonly JournalEntry[];
}

export interface Course {
  readonly hits: readonly Hit[];
  readonly lives: readonly Life[];
}

/** What the engine keeps, as far as it is looked at. */
export interface StateFile {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly status?: string;
      readonly deposed?: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

const STATE = 'terraform.tfstate';
const PLAN = 'approved.tfplan';

/** How often the adjustments of a life change at most: that makes up for kills that missed. */
const MOST_ADJUSTMENTS = 50;

/** Milliseconds of a whole apply, until one was measured. */
const FIRST_LIFE_MS = 700;

/** The part of a whole apply that is left when its plan is there already. */
const PART_OF_SAVED_PLAN = 0.5;

interface Stage {
  readonly service: WatchedService;
  /** Starts the provider as a user's engine does. */
  readonly workspace: Workspace;
  /** The same folder, for what nobody kills. */
  readonly quick: Workspace;
  readonly hand: Kill[];
  readonly hits: Hit[];
  lifeMs: number;
}

/**
 * Plays out kills on zones that migrate, life after life, until each has hit.
 *
 * @param lives over how many lives they are spread
 * @throws Error with the kills so far, when a run that nobody killed did not finish the job
 */
export async function killedCourse(kills: readonly Kill[], lives: number): Promise<Course> {
  const service = await startWatchedService({ seed: { zones: ZONES } });
  const workspace = await createWorkspace({ env: service.env });
  const quick = await createWorkspace({ env: service.env, folder: workspace.cwd, startedBy: 'workspace' });
  const stage: Stage = { service, workspace, quick, hand: [...kills], hits: [], lifeMs: FIRST_LIFE_MS };
  try {
    const lived: Life[] = [];
    for (let left = lives; left > 0; left -= 1)
      lived.push(await live(stage, Math.ceil(stage.hand.length / left)));
    return { hits: stage.hits, lives: lived };
  } catch (error) {
    const kills = stage.hits.map(({ step, kill, where }) => `  ${step}: ${where} ${JSON.stringify(kill)}`);
    throw new Error(`after these kills:\n${kills.join('\n')}\n${String(error)}`, { cause: error });
  } finally {
    for (const goOn of service.late.splice(0)) goOn();
    workspace.remove();
    await service.emulator.close();
  }
}

async function live(stage: Stage, kills: number): Promise<Life> {
  const { service, workspace, quick, hits } = stage;
  const { control } = service.emulator;
  control.reset();
  for (const file of [STATE, `${STATE}.backup`]) rmSync(join(workspace.cwd, file), { force: true });
  const acknowledgedAfter = new Map<Name, number>();
  const findings: Finding[] = [];
  const steps: Step[] = [];
  let unacknowledged = 0;
  const before = hits.length;
  const left = (): number => kills + before - hits.length;

  for (const [index, step] of MIGRATION_STEPS.entries()) {
    configure(stage, step, false);
    if (index === 0) await workspace.ready();
    else unacknowledged = (await unhindered(stage, () => quick.apply())).exitCode;
    configure(stage, step, true);
    steps.push(step);
    for (const name of NAMES)
      if (step.zones[name]?.target === 'finished' && !acknowledgedAfter.has(name))
        acknowledgedAfter.set(name, control.journal().length);
    await killRepeatedly(stage, step, Math.ceil(left() / (MIGRATION_STEPS.length + 1 - index)));
    await finish(stage);
    findings.push(await find(stage, step));
  }
  let step = adjustmentsAfterTheEnd(0);
  for (let time = 0; time === 0 || (left() > 0 && time < MOST_ADJUSTMENTS); time += 1) {
    step = adjustmentsAfterTheEnd(time);
    configure(stage, step, true);
    steps.push(step);
    await killRepeatedly(stage, step, left());
  }
  await finish(stage);
  findings.push(await find(stage, step));
  return { steps, findings, unacknowledged, acknowledgedAfter, journal: control.journal() };
}

function configure({ workspace }: Stage, step: Step, acknowledges: boolean): void {
  workspace.write('main.tf.json', rootModule(step, acknowledges));
  rmSync(join(workspace.cwd, PLAN), { force: true });
}

/** Plays so many kills, one apply for each, until one of the applies ends with everything done. */
async function killRepeatedly(stage: Stage, step: Step, count: number): Promise<void> {
  const { hand, hits } = stage;
  for (let left = count; left > 0; left -= 1) {
    const kill = take(hand, step, left === 1);
    if (kill === undefined) return;
    const { hit, isDone } = await killOnce(stage, kill);
    if (hit === undefined) hand.push({ ...kill, fraction: kill.fraction / 2 });
    else hits.push({ kill, where: hit, step: step.name, misjudged: misjudged(stage) });
    if (isDone) return;
  }
}

/** Takes a kill that can hit in this step. One after which the apply may go on to its end is the last. */
function take(hand: Kill[], { finishes }: Step, isLast: boolean): Kill | undefined {
  const order = [
    ({ victim }: Kill) => isLast && victim === 'nobody',
    ({ moment }: Kill) => !isLast && finishes && moment.kind === 'waiting',
    ({ moment, victim }: Kill) => moment.kind !== 'waiting' && victim !== 'nobody',
    () => !finishes,
  ];
  const index = order.map((suits) => hand.findIndex(suits)).find((found) => found >= 0);
  return index === undefined ? undefined : hand.splice(index, 1)[0];
}

async function killOnce(
  { service, workspace, quick, lifeMs }: Stage,
  kill: Kill,
): Promise<{ readonly hit: string | undefined; readonly isDone: boolean }> {
  const plan = join(workspace.cwd, PLAN);
  if (kill.savedPlan && !existsSync(plan)) {
    const { exitCode, stdout, stderr } = await quick.plan({ out: PLAN });
    if (exitCode === 1) throw new Error(`the plan failed:\n${stdout}\n${stderr}`);
  }
  const before = readState(workspace);
  const applied = kill.savedPlan
    ? { planFile: PLAN, lifeMs: lifeMs * PART_OF_SAVED_PLAN }
    : { planFile: undefined, lifeMs };
  const { hit, exitCode } = await killedApply({ service, workspace, ...applied }, kill);
  const after = readState(workspace);
  // The engine writes its state in place. One that it was killed over is put back, as its user would do.
  if (isTorn(after)) putBack(workspace, before);
  // A saved plan is for the state that it was made of.
  if (after !== before || hit === undefined) rmSync(plan, { force: true });
  return { hit, isDone: exitCode === 0 };
}

/** Does something that nobody kills, for which time passes. */
async function unhindered<T>({ service }: Stage, what: () => Promise<T>): Promise<T> {
  service.watch = { held: (goOn) => goOn(), answered: (entry) => letTimePass(service, entry) };
  try {
    return await what();
  } finally {
    service.watch = undefined;
  }
}

/** The next run. A lock file that a killed engine left behind does not stop it. */
async function finish(stage: Stage): Promise<void> {
  const { service, quick } = stage;
  const applyWhole = async (): Promise<void> => {
    const since = performance.now();
    const { exitCode, stdout, stderr } = await unhindered(stage, () => quick.apply());
    if (exitCode !== 0) throw new Error(`the next run failed:\n${stdout}\n${stderr}`);
    stage.lifeMs = performance.now() - since;
  };
  await applyWhole();
  // An apply that deletes overrides goes no further: the rules have to be planned first.
  if (service.emulator.control.zone(zoneIdOf('cleared')).migration.state === 'start') await applyWhole();
  await carriedOut(service, service.late.splice(0));
}

async function find({ service, workspace, quick }: Stage, step: Step): Promise<Finding> {
  const zones = NAMES.map((name) => {
    const { migration, rulesets, previous_waf: previous } = service.emulator.control.zone(zoneIdOf(name));
    const rules = rulesets.find(({ phase }) => phase === PHASE)?.rules ?? [];
    const overrides = previous.uri_overrides?.length ?? 0;
    return [name, { stands: migration.state, rules, overrides }] as const;
  });
  const { exitCode } = await quick.plan();
  return {
    step,
    planned: exitCode,
    state: JSON.parse(workspace.read(STATE)) as StateFile,
    isLocked: existsSync(join(workspace.cwd, `.${STATE}.lock.info`)),
    zones: Object.fromEntries(zones) as Finding['zones'],
  };
}

function misjudged({ service, workspace }: Stage): readonly string[] {
  const { resources } = JSON.parse(readState(workspace) ?? '{ "resources": [] }') as StateFile;
  return resources.flatMap(({ name, instances }) =>
    instances.flatMap(({ status, deposed, attributes: { migration_state: stands } }) => {
      const { state } = service.emulator.control.zone(zoneIdOf(name)).migration;
      const isEarly = stands === 'finished' && state !== 'finished';
      const isWhole = status === undefined && deposed === undefined && instances.length === 1;
      return isWhole && !isEarly ? [] : [name];
    }),
  );
}

function readState(workspace: Workspace): string | undefined {
  return existsSync(join(workspace.cwd, STATE)) ? workspace.read(STATE) : undefined;
}

function isTorn(state: string | undefined): boolean {
  if (state === undefined) return false;
  try {
    JSON.parse(state);
    return false;
  } catch {
    return true;
  }
}

function putBack(workspace: Workspace, state: string | undefined): void {
  if (state === undefined) rmSync(join(workspace.cwd, STATE));
  else workspace.write(STATE, state);
}
