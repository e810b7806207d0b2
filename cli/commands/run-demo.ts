import { startEmulator, type JournalEntry } from '../../emulator';
import { LOG_FIELDS } from '../demo/log-fields';
import { MIGRATION } from '../demo/migration';
import { Stage } from '../demo/stage';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { CommandFailure, EXIT_OK } from '../terminal/failure';
import { interruptedExitCode, listenForInterruption } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { fetchShown } from './fetch-engine';

/** `zonewright demo`: the main tasks from beginning to end. Whatever happens, it leaves nothing behind. */
export async function demoCommand(
  { terminal, env }: CommandContext,
  { keep, verbose = false }: { readonly keep?: boolean; readonly verbose?: boolean },
): Promise<number> {
  const { out, colors } = terminal;
  const found = await findEngine({ env, fetch: fetchShown(terminal) });
  for (const note of found.passedOver) terminal.err(`skipped: ${note}`);
  // From here on there is something to clean up; until now, Ctrl-C ended a slow download at once.
  const { signal, release } = listenForInterruption();
  const folder = cleanUp().makeFolder('zonewright-demo-');
  try {
    const emulator = await startEmulator({ port: 0 });
    try {
      out(colors.bold('Log fields from the construct to the log entry, and a one-way migration'));
      const played = await play(
        new Stage({ terminal, verbose, found, emulator, folder, env, signal }),
        signal,
      );
      out('');
      out(colors.green(colors.bold('Done: everything above was checked.')));
      out('');
      for (const line of summary(played, emulator.control.journal())) out(line);
    } finally {
      await emulator.close();
    }
    return EXIT_OK;
  } finally {
    if (keep) out(`\nThe working folder stays: ${cleanUp().keepFolder(folder)}`);
    else cleanUp().removeFolder(folder);
    release();
  }
}

/** The title of each step that was run, and how many milliseconds it took. */
type Played = readonly (readonly [title: string, milliseconds: number])[];

/**
 * Runs the steps one after the other, and stops at the first failure or when the user interrupts.
 *
 * @throws CommandFailure
 */
async function play(stage: Stage, signal: AbortSignal): Promise<Played> {
  const steps = [...LOG_FIELDS, ...MIGRATION];
  const played: (readonly [string, number])[] = [];
  for (const [index, step] of steps.entries()) {
    const begin = performance.now();
    stage.begin(`${index + 1}/${steps.length}`, step);
    try {
      await step.run(stage);
      signal.throwIfAborted();
    } catch (thrown) {
      const exitCode = interruptedExitCode(signal);
      if (exitCode === undefined) throw thrown;
      // An interrupted engine fails with a message of its own, but the reason is the interruption.
      const hints = ['run it again: zonewright demo'];
      throw new CommandFailure({ message: 'the demo was interrupted', hints }, exitCode);
    }
    played.push([step.title, performance.now() - begin]);
  }
  return played;
}

/** The last lines of the demo: how long each step took, and the requests to the service. */
function summary(played: Played, journal: readonly Pick<JournalEntry, 'method'>[]): readonly string[] {
  const total = played.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const width = Math.max(...played.map(([title]) => title.length));
  const methods = new Map<string, number>();
  for (const { method } of journal) methods.set(method, (methods.get(method) ?? 0) + 1);
  const counts = [...methods].map(([method, count]) => `${count} ${method}`);
  return [
    ...[...played, ['Total', total] as const].map(
      ([title, milliseconds]) =>
        `  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`,
    ),
    '',
    `  ${journal.length} API requests: ${counts.join(', ')}`,
  ];
}
