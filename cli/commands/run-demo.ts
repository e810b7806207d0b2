import { join } from 'node:path';
import { startEmulator } from '../../emulator';
import { buildStage } from '../demo/stage';
import { play, summary } from '../demo/play';
import { STEPS } from '../demo/steps/all-steps';
import { tellOn } from '../demo/story';
import { workingFolder } from '../demo/working-folder';
import { type FoundEngine, findEngine } from '../engine/find';
import { EXIT_OK } from '../terminal/failure';
import { listenForInterruption } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { fetchShown } from './run-engine';

export interface DemoOptions {
  readonly keep?: true;
  readonly dir?: string;
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
    const folder = workingFolder(options.dir, options.keep ?? false);
    try {
      await playIn(folder.path, found, interruption.signal, context, options);
    } finally {
      folder.remove();
      if (folder.stays) terminal.out(`\nThe working folder stays: ${folder.path}`);
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
