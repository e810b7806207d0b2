import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCopy } from '../copy/copy-file';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { writeOutputs, type Format, type Output } from '../files/outputs';
import { rehearse } from '../rehearse/rehearse';
import { rehearsalReport } from '../rehearse/report';
import { printFound } from '../review/formats/in-format';
import { CommandFailure } from '../terminal/failure';
import { untilInterrupted } from '../terminal/interruption';
import type { CommandContext } from '../terminal/terminal';
import { oneLine } from '../text/words';

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
      const textIn = printFound(terminal, options.format, rehearsal, () => rehearsalReport(rehearsal));
      writeOutputs(options.out ?? [], textIn);
      return rehearsal.exit_code;
    } finally {
      cleanUp().removeFolder(work);
      if (signal.aborted) terminal.err('Interrupted: production was not asked, and no file is left.');
    }
  });
}
