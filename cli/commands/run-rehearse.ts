import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { createEmulator, runningClock, startEmulator, type SeedDocument } from '../../emulator';
import { readCopy, type CopyDocument } from '../copy/copy-file';
import { compareAnswers, type Difference } from '../copy/compare';
import { PLACEHOLDER, Placeholders, replaceTexts } from '../copy/placeholders';
import { noteSecrets, readStackState, type StackState } from '../copy/stack-state';
import { findEngine } from '../engine/find';
import { createEngine, engineEnvironment, withoutSteering } from '../engine/run';
import { markdownText } from '../review/formats/markdown';
import { htmlText } from '../review/formats/html/page';
import { terminalText } from '../review/formats/terminal';
import { reviewPlans, type PlanInput } from '../review/review-plans';
import type { Review } from '../review/model';
import { folderNames } from '../review/stack-names';
import {
  applyStack,
  finishValidations,
  planStack,
  Steps,
  type RehearsedStack,
} from '../rehearse/rehearse-stack';
import { planDigest } from '../rehearse/rehearsed-plans';
import { rehearsalReport, type Rehearsal } from '../rehearse/report';
import { rehearsalEnvironment, workingCopy } from '../rehearse/working-copy';
import { codeOf } from '../terminal/failure';
import { interruptedExitCode, listenForInterruption } from '../terminal/interruption';
import { writeOutputs, type Output } from '../terminal/outputs';
import type { CommandContext } from '../terminal/terminal';

/** The formats of a rehearsal. */
export type RehearsalFormat = 'terminal' | 'markdown' | 'json' | 'html';

export interface RehearseOptions {
  readonly on: string;
  readonly varFile?: readonly string[];
  readonly format: RehearsalFormat;
  readonly out?: readonly Output<RehearsalFormat>[];
}

/** `zonewright rehearse`: does on a copy what a pipeline would do with stacks. */
export async function rehearseCommand(
  { terminal, env }: CommandContext,
  options: RehearseOptions,
  folders: readonly string[],
): Promise<number> {
  const document = readCopy(options.on);
  const { binary } = await findEngine({ env, fetch: false });
  const interruption = listenForInterruption();
  removeLeftovers();
  const work = realpathSync(mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`)));
  try {
    const { signal } = interruption;
    const rehearsal = await rehearseOn(document, { binary, env, signal, work, folders, options });
    const interrupted = interruptedExitCode(signal);
    if (interrupted !== undefined) return interrupted;
    terminal.out(rendered(rehearsal, options.format, terminal.colors).replace(/\n$/, ''));
    writeOutputs(options.out ?? [], (each) => rendered(rehearsal, each, createColors(false)));
    return rehearsal.exit_code;
  } catch (thrown) {
    const interrupted = interruptedExitCode(interruption.signal);
    if (interrupted !== undefined) return interrupted;
    throw thrown;
  } finally {
    interruption.release();
    rmSync(work, { recursive: true, force: true });
  }
}

/** What the folder of a rehearsal begins with; the process follows. */
const FOLDER = 'zonewright-rehearsal-';

/** Removes the folders of rehearsals that were killed: they have states with secrets. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1] ?? process.pid);
    if (pid !== process.pid && !isRunning(pid))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

interface Parts {
  readonly binary: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** The folder of the rehearsal, which is removed. */
  readonly work: string;
  readonly folders: readonly string[];
  readonly options: RehearseOptions;
}

async function rehearseOn(document: CopyDocument, parts: Parts): Promise<Rehearsal> {
  const { binary, env, signal, work, folders, options } = parts;
  const { copy, ...copied } = document;
  const names = folderNames(folders);
  const userEnvironment = engineEnvironment({ base: env });
  const placeholders = new Placeholders();
  const states: StackState[] = [];
  for (const [index, cwd] of folders.entries()) {
    const found = await readStackState(createEngine({ binary, cwd, env: userEnvironment, signal }));
    const kept = copy.states[names[index] ?? ''];
    const state = found ?? { workspace: 'default', state: kept as StackState['state'] };
    if (state.state !== undefined) noteSecrets(state.state, placeholders);
    states.push(state);
  }
  const { seed, unknown } = withSecrets(copied, env, placeholders, copy);
  const emulator = await startEmulator({
    ...{ port: 0, seed, identifierSeed: 'rehearsal', clock: runningClock(Date.parse(copy.taken_at)) },
    settings: { finishSeconds: 1, rateLimit: 0, rateLimitPerAddress: 0 },
  });
  try {
    const { baseUrl, control, credentials } = emulator;
    const steps = new Steps(() => control.journal().length);
    const engineEnv = engineEnvironment({
      base: rehearsalEnvironment(env, {
        work,
        baseUrl,
        token: credentials.token,
        variables: replaceTexts(copy.variables, putBack(placeholders)) as object,
      }),
    });
    const varFiles = (options.varFile ?? []).map((file) => resolve(file));
    const stacks = folders.map((folder, index): RehearsedStack => {
      const cwd = workingCopy(work, folder, states[index] ?? { workspace: 'default', state: undefined });
      const workspace = states[index]?.workspace ?? 'default';
      const own = workspace === 'default' ? engineEnv : { ...engineEnv, TF_WORKSPACE: workspace };
      return {
        name: names[index] ?? folder,
        folder,
        varFiles,
        engine: createEngine({ binary, cwd, env: own, signal }),
      };
    });
    const initEnv = engineEnvironment({ base: withoutSteering(env) });
    const plan = (stack: RehearsedStack, label?: string): Promise<PlanInput | undefined> => {
      const { cwd } = stack.engine;
      const init = createEngine({ binary, cwd, env: initEnv, signal });
      return planStack(stack, steps, () => init.init({ args: ['-reconfigure'] }), label);
    };
    const planned = new Map<string, PlanInput>();
    for (const stack of stacks) {
      const input = await plan(stack);
      if (input !== undefined) planned.set(stack.name, input);
    }
    const review = reviewPlans([...planned.values()], []);
    const finishing: PlanInput[] = [];
    for (const stack of stacks) {
      const input = planned.get(stack.name);
      if (input === undefined || signal.aborted) continue;
      const isWell = await applyStack(stack, steps);
      if (!isWell || !finishValidations(stack, input.plan)) continue;
      const last = await plan(stack, 'plan, with target_state = "finished"');
      if (last === undefined) continue;
      finishing.push(last);
      await applyStack(stack, steps);
    }
    const failed = steps.all.some(
      ({ command, exit_code: code, errors }) => errors.length > 0 || (command === 'plan again' && code === 2),
    );
    const last = reviewPlans(finishing, []);
    return {
      format_version: '1.0',
      copy_taken_at: copy.taken_at,
      at: new Date().toISOString(),
      exit_code: failed ? 1 : Math.max(review.exit_code, last.exit_code),
      plans: Object.fromEntries(
        [...planned].map(([name, { plan }]) => [name, planDigest(plan, placeholders)]),
      ),
      steps: steps.all,
      lost: [...new Set([review, last].flatMap(lostIn))],
      differences: await differencesOf(seed, document, review),
      unknown_secrets: unknown,
      review,
    };
  } finally {
    await emulator.close();
  }
}

/** The seed with the secrets that are known on this machine: those of states and of variables. */
function withSecrets(
  seed: SeedDocument,
  env: NodeJS.ProcessEnv,
  placeholders: Placeholders,
  { placeholders: hidden }: CopyDocument['copy'],
): { readonly seed: SeedDocument; readonly unknown: number } {
  for (const [name, value = ''] of Object.entries(env))
    if (name.startsWith('TF_VAR_') && value !== '')
      for (const each of [value, encodeURIComponent(value)]) placeholders.of(each);
  const { secrets } = placeholders;
  return {
    seed: replaceTexts(seed, putBack(placeholders)) as SeedDocument,
    unknown: hidden.filter((each) => !secrets.has(each)).length,
  };
}

/** Replaces placeholders by the secrets that are known. */
function putBack({ secrets }: Placeholders): (text: string) => string {
  return (text) => text.replace(PLACEHOLDER, (each) => secrets.get(each) ?? each);
}

function lostIn({ changes }: Review): readonly string[] {
  return changes.flatMap(({ zone, migration }) =>
    (migration?.not_carried_over ?? []).map((loss) => `${zone?.name ?? zone?.id ?? ''}: ${loss.description}`),
  );
}

/** What the emulator by itself would answer otherwise about the migrations of the changed zones. */
async function differencesOf(
  seed: SeedDocument,
  document: CopyDocument,
  { changes }: Review,
): Promise<readonly Difference[]> {
  const zones = new Set(changes.flatMap(({ migration, zone }) => (migration && zone?.id ? [zone.id] : [])));
  const recorded = document.copy.answers.filter(({ path }) => zones.has(path.split('/')[2] ?? ''));
  const alone = {
    ...seed,
    zones: (seed.zones ?? []).map(({ migration, ...zone }) => {
      const { generated: _, ...own } = migration ?? {};
      return { ...zone, migration: own };
    }),
  };
  const differences = await compareAnswers(recorded, createEmulator({ seed: alone }));
  return differences.filter(({ path }) => /\/waf_migration\/(check|config)$/.test(path));
}

function rendered(
  rehearsal: Rehearsal,
  format: RehearsalFormat,
  colors: CommandContext['terminal']['colors'],
): string {
  switch (format) {
    case 'terminal':
      return terminalText(rehearsalReport(rehearsal), colors);
    case 'markdown':
      return markdownText(rehearsalReport(rehearsal));
    case 'json':
      return `${JSON.stringify(rehearsal, null, 2)}\n`;
    case 'html':
      return htmlText(rehearsal.review);
  }
}
