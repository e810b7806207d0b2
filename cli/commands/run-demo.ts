import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator, type JournalEntry } from '../../emulator';
import { buildStage, type Stage, type Step, tellOn } from '../demo/stage';
import { type FoundEngine, findEngine } from '../engine/find';
import { EXIT_OK, CommandFailure } from '../terminal/failure';
import { listenForInterruption, interruptedExitCode } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { fetchShown } from './fetch-engine';
import {
  applyStep,
  destroyStep,
  driftStep,
  importStep,
  logEntryStep,
  planAgainStep,
  planStep,
} from '../demo/steps/log-fields';
import {
  migrationBeginStep,
  migrationFinishStep,
  migrationKeptStep,
  rehearsalStep,
} from '../demo/steps/migration';
import { startEmulatorStep, initStep, synthesizeStep } from '../demo/steps/prepare';

export interface DemoOptions {
  readonly keep?: true;
  readonly verbose?: true;
}

/** `zonewright demo`: the main tasks from beginning to end. Whatever happens, it leaves nothing behind. */
export async function demoCommand(context: CommandContext, options: DemoOptions): Promise<number> {
  const { terminal, env } = context;
  const found = await findEngine({ env, fetch: fetchShown(terminal) });
  for (const note of found.passedOver) terminal.err(`skipped: ${note}`);
  // From here on there is something to clean up; until now, Ctrl-C ended a slow download at once.
  const interruption = listenForInterruption();
  try {
    // Through a symbolic link (as for the temporary folder of macOS) a folder has two names; the engine shows the real one.
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-demo-')));
    try {
      await playIn(folder, found, interruption.signal, context, options);
    } finally {
      if (options.keep) terminal.out(`\nThe working folder stays: ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    }
    return EXIT_OK;
  } finally {
    interruption.release();
  }
}

async function playIn(
  folder: string,
  found: FoundEngine,
  signal: AbortSignal,
  { terminal, env }: CommandContext,
  { verbose }: DemoOptions,
): Promise<void> {
  const { out, colors } = terminal;
  const logFolder = join(folder, 'logs');
  const emulator = await startEmulator({ port: 0, destinationFolder: logFolder });
  try {
    out(colors.bold('Log fields from the construct to the log entry, and a one-way migration'));
    const story = tellOn(terminal, verbose ?? false);
    const stage = buildStage({ story, found, emulator, folder, logFolder, env, signal });
    const played = await play(STEPS, stage, () => performance.now());

    out('');
    out(colors.green(colors.bold('Done: everything above was checked.')));
    out('');
    for (const line of summary(played, emulator.control.journal())) out(line);
  } finally {
    await emulator.close();
  }
}

/** A step that was run, and how long it took. */
interface PlayedStep {
  readonly title: string;
  readonly milliseconds: number;
}

/**
 * Runs the steps one after the other, and stops at the first failure or when the user interrupts.
 *
 * @param now milliseconds of a clock that only goes forward
 * @throws CommandFailure
 */
async function play(steps: readonly Step[], stage: Stage, now: () => number): Promise<readonly PlayedStep[]> {
  const played: PlayedStep[] = [];
  for (const [index, step] of steps.entries()) {
    const begin = now();
    stage.story.step(index + 1, steps.length, step.title, step.why);
    try {
      await step.run(stage);
    } catch (thrown) {
      throw interruption(stage.signal) ?? thrown;
    }
    const interrupted = interruption(stage.signal);
    if (interrupted) throw interrupted;
    played.push({ title: step.title, milliseconds: now() - begin });
  }
  return played;
}

// An interrupted engine fails with a message of its own, but the reason is the interruption.
function interruption(signal: AbortSignal): CommandFailure | undefined {
  const exitCode = interruptedExitCode(signal);
  if (exitCode === undefined) return undefined;
  return new CommandFailure(
    { message: 'the demo was interrupted', hints: ['run it again: zonewright demo'] },
    exitCode,
  );
}

/** The last lines of the demo: how long each step took, and the requests to the service. */
function summary(
  played: readonly PlayedStep[],
  journal: readonly Pick<JournalEntry, 'method'>[],
): readonly string[] {
  const total = played.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const width = Math.max(...played.map(({ title }) => title.length), 'Total'.length);
  const row = (title: string, milliseconds: number): string =>
    `  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
  return [
    ...played.map(({ title, milliseconds }) => row(title, milliseconds)),
    row('Total', total),
    '',
    `  ${journal.length} API requests: ${byMethod(journal)}`,
  ];
}

function byMethod(journal: readonly Pick<JournalEntry, 'method'>[]): string {
  const counts = new Map<string, number>();
  for (const { method } of journal) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}

/** The demo's story, in order. */
const STEPS: readonly Step[] = [
  startEmulatorStep,
  synthesizeStep,
  initStep,
  planStep,
  applyStep,
  planAgainStep,
  logEntryStep,
  driftStep,
  importStep,
  destroyStep,
  migrationBeginStep,
  rehearsalStep,
  migrationFinishStep,
  migrationKeptStep,
];
