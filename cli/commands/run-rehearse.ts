import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { readCopy } from '../copy/copy-file';
import { cleanUp } from '../engine/clean-up';
import { findEngine } from '../engine/find';
import { rehearse } from '../rehearse/rehearse';
import { rehearsalReport, type Rehearsal } from '../rehearse/report';
import { stackFolders } from '../rehearse/stacks';
import { htmlText } from '../review/formats/html';
import { markdownText } from '../review/formats/markdown';
import { terminalText } from '../review/formats/terminal';
import { oneLine } from '../text/words';
import { untilInterrupted } from '../terminal/interruption';
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
  named: readonly string[],
): Promise<number> {
  const document = readCopy(options.on, '--on <file>');
  const folders = stackFolders(named);
  const { binary } = await findEngine({ env, fetch: false });
  return untilInterrupted(async (signal) => {
    const work = realpathSync(mkdtempSync(join(tmpdir(), 'zonewright-rehearsal-')));
    // It has states with secrets.
    cleanUp().addFolder(work);
    try {
      const varFiles = (options.varFile ?? []).map((file) => resolve(file));
      const onStep = (what: string): void => terminal.progress?.(`  ${oneLine(what)}`);
      const parts = { binary, env, signal, work, folders, varFiles, onStep };
      const rehearsal = await rehearse(document, parts);
      terminal.progress?.('');
      signal.throwIfAborted();
      terminal.out(rendered(rehearsal, options.format, terminal.colors).replace(/\n$/, ''));
      writeOutputs(options.out ?? [], (each) => rendered(rehearsal, each, createColors(false)));
      return rehearsal.exit_code;
    } finally {
      cleanUp().removeFolder(work);
      if (signal.aborted) terminal.err('Interrupted: production was not asked, and no file is left.');
    }
  });
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
      return htmlText(rehearsalReport(rehearsal));
  }
}
