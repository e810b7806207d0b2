import { runningClock, startEmulator } from '../../emulator';
import { openStage } from '../demo/stage';
import { STEPS } from '../demo/steps';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { EXIT_OK } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';

/** `zonewright demo`: the main tasks from beginning to end. Whatever happens, it leaves nothing behind. */
export async function demoCommand({ terminal, env }: CommandContext): Promise<number> {
  const { out, err, colors } = terminal;
  const found = await findEngine({
    env,
    // The HTTP client takes longer to load than the rest of the look-up.
    fetch: async (wanted) => (await import('./fetch-engine.js')).fetchShown(terminal, wanted),
  });
  for (const note of found.passedOver) err(`skipped: ${note}`);
  // From here on there is something to clean up; until now, Ctrl-C ended a slow download at once.
  return untilInterrupted(async (signal) => {
    const root = cleanUp().makeFolder('zonewright-demo-');
    // An apply waits for the end of a migration: a minute of the service, which passes at once.
    const emulator = await startEmulator({ port: 0, clock: runningClock(Date.now(), 1000) });
    const times: [title: string, milliseconds: number][] = [];
    try {
      out(colors.bold('Log fields from the construct to the log entry, and a one-way migration'));
      const stage = openStage({ terminal, env }, found, emulator, root, signal);
      for (const [index, [title, why, ...acts]] of STEPS.entries()) {
        const begin = performance.now();
        out(`\n${colors.bold(colors.cyan(`${index + 1}/${STEPS.length}`))}  ${colors.bold(title)}`);
        out(colors.dim(`     ${why}`));
        for (const act of acts) {
          const fact = typeof act === 'function' ? await act(stage) : act;
          if (typeof fact === 'string') out(`     ${colors.green('✓')} ${fact}`);
          else if (typeof act === 'object') await stage.run(act);
        }
        signal.throwIfAborted();
        times.push([title, performance.now() - begin]);
      }
      out(`\n${colors.green(colors.bold('Done: everything above was checked.'))}\n`);
      const width = Math.max(...times.map(([title]) => title.length));
      times.push(['Total', times.reduce((sum, [, milliseconds]) => sum + milliseconds, 0)]);
      for (const [title, milliseconds] of times)
        out(`  ${title.padEnd(width)}  ${(milliseconds / 1000).toFixed(1).padStart(5)} s`);
      const methods = emulator.control.journal().map(({ method }) => method);
      const counts = [...new Set(methods)].map(
        (each) => `${methods.filter((m) => m === each).length} ${each}`,
      );
      out(`\n  ${methods.length} API requests: ${counts.join(', ')}`);
      return EXIT_OK;
    } finally {
      await emulator.close();
      cleanUp().removeFolder(root);
      if (signal.aborted) err('Interrupted: nothing is left behind.');
    }
  });
}
