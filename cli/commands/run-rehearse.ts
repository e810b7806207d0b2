import { resolve } from 'node:path';
import { readCopy } from '../copy/copy-file';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { rehearse } from '../rehearse/rehearse';
import { rehearsalReport } from '../rehearse/report';
import { stackFolders } from '../rehearse/stacks';
import { printFound } from '../review/formats/in-format';
import { oneLine } from '../text/words';
import { untilInterrupted } from '../terminal/interruption';
import { writeOutputs, type Format, type Output } from '../files/outputs';
import type { CommandContext } from '../terminal/terminal';

interface RehearseOptions {
  readonly on: string;
  readonly varFile?: readonly string[];
  readonly format: Format;
  readonly out?: readonly Output[];
}

/** `zonewright rehearse`: does on a copy what a pipeline would do with stacks. */
export async function rehearseCommand(
  { terminal, env }: CommandContext,
  options: RehearseOptions,
  named: readonly string[],
): Promise<number> {
  const document = readCopy(options.on, '--on <file>');
  const folders = stackFolders(named);
  const { binary } = await findEngine({ env, fetch: false });
  return untilInterrupted(async (signal) => {
    // It has states with secrets.
    const work = cleanUp().makeFolder('zonewright-rehearsal-');
    try {
      const varFiles = (options.varFile ?? []).map((file) => resolve(file));
      const onStep = (what: string): void => terminal.progress?.(`  ${oneLine(what)}`);
      const parts = { binary, env, signal, work, folders, varFiles, onStep };
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
