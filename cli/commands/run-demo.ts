import { DEFAULT_ZONE_ID, startEmulator, type JournalEntry, type RunningEmulator } from '../../emulator';
import { Stage } from '../demo/stage';
import { STEPS } from '../demo/steps';
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
  let emulator: RunningEmulator | undefined;
  try {
    emulator = await startService();
    out(colors.bold('Log fields from the construct to the log entry, and a one-way migration'));
    const stage = new Stage({ terminal, verbose, found, emulator, folder, env, signal });
    const played: (readonly [title: string, milliseconds: number])[] = [];
    for (const [index, step] of STEPS.entries()) {
      const begin = performance.now();
      await stage.play(`${index + 1}/${STEPS.length}`, step);
      signal.throwIfAborted();
      played.push([step[0], performance.now() - begin]);
    }
    out('');
    out(colors.green(colors.bold('Done: everything above was checked.')));
    out('');
    for (const line of summary(played, emulator.control.journal())) out(line);
    return EXIT_OK;
  } catch (thrown) {
    const exitCode = interruptedExitCode(signal);
    if (exitCode === undefined) throw thrown;
    // An interrupted engine fails with a message of its own, but the reason is the interruption.
    const hints = ['run it again: zonewright demo'];
    throw new CommandFailure({ message: 'the demo was interrupted', hints }, exitCode);
  } finally {
    await emulator?.close();
    if (keep) out(`\nThe working folder stays: ${cleanUp().keepFolder(folder)}`);
    else cleanUp().removeFolder(folder);
    release();
  }
}

/** The emulator, whose clock stops: it moves to the end of the migration once the provider has seen that it must wait. */
async function startService(): Promise<RunningEmulator> {
  const emulator: RunningEmulator = await startEmulator({
    port: 0,
    onRequest({ operation }) {
      const { control } = emulator;
      if (operation === 'migration.status' && control.zone(DEFAULT_ZONE_ID).migration.state === 'finishing')
        void control.clock.advance(60_000);
    },
  });
  return emulator;
}

/** The last lines of the demo: how long each step took, and the requests to the service. */
function summary(
  played: readonly (readonly [title: string, milliseconds: number])[],
  journal: readonly Pick<JournalEntry, 'method'>[],
): readonly string[] {
  const total = played.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  const width = Math.max(...played.map(([title]) => title.length));
  const methods = new Map<string, number>();
  for (const { method } of journal) methods.set(method, (methods.get(method) ?? 0) + 1);
  const counts = [...methods].map(([method, count]) => `${count} ${method}`);
  const times = [...played, ['Total', total] as const].map(
    ([title, milliseconds]) => `  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`,
  );
  return [...times, '', `  ${journal.length} API requests: ${counts.join(', ')}`];
}
