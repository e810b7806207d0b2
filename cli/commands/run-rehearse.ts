import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { readCopy } from '../copy/copy-file';
import { findEngine } from '../engine/find';
import { rehearse } from '../rehearse/rehearse';
import { rehearsalReport, type Rehearsal } from '../rehearse/report';
import { htmlText } from '../review/formats/html/page';
import { markdownText } from '../review/formats/markdown';
import { terminalText } from '../review/formats/terminal';
import { codeOf } from '../terminal/failure';
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

/** What the folder of a rehearsal begins with; the process follows. */
const FOLDER = 'zonewright-rehearsal-';

/** `zonewright rehearse`: does on a copy what a pipeline would do with stacks. */
export async function rehearseCommand(
  { terminal, env }: CommandContext,
  options: RehearseOptions,
  folders: readonly string[],
): Promise<number> {
  const document = readCopy(options.on);
  const { binary } = await findEngine({ env, fetch: false });
  return untilInterrupted(async (signal) => {
    removeLeftovers();
    const work = realpathSync(mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`)));
    try {
      const varFiles = (options.varFile ?? []).map((file) => resolve(file));
      const rehearsal = await rehearse(document, { binary, env, signal, work, folders, varFiles });
      signal.throwIfAborted();
      terminal.out(rendered(rehearsal, options.format, terminal.colors).replace(/\n$/, ''));
      writeOutputs(options.out ?? [], (each) => rendered(rehearsal, each, createColors(false)));
      return rehearsal.exit_code;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
}

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
      return htmlText(rehearsal.review, rehearsalReport(rehearsal));
  }
}
