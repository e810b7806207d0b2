import { stripVTControlCharacters } from 'node:util';
import { printable } from '../../provider-shim/sdk/text';
import { codeOf, Failure, reasonOf, type Problem } from '../engine/failure';
import type { Terminal } from './terminal';

export { codeOf, Failure, type Problem, reasonOf } from '../engine/failure';

/** The command's exit codes. If a signal ended the run, it is 128 plus the signal's number, as in a shell. */
export const EXIT_OK = 0;
/** Something failed. */
export const EXIT_FAILED = 1;
/** The command line itself is wrong. */
export const EXIT_USAGE = 2;

/** A part of what was asked for is done; the rest is reported. */
export const EXIT_PARTLY = 3;

/** Ends the command with a problem instead of a stack trace. */
export class CommandFailure extends Failure {
  override readonly name = 'CommandFailure';

  constructor(
    problem: Problem,
    readonly exitCode: number = EXIT_FAILED,
  ) {
    super(problem);
  }
}

/**
 * A command that fills a folder would not know what in it is its own.
 *
 * @param allowed the folders that it takes
 * @param hint how to name another one
 */
export function folderInUse(
  path: string,
  content: readonly string[],
  { allowed, hint }: { readonly allowed: string; readonly hint: string },
): CommandFailure {
  return new CommandFailure({
    message: `the folder ${path} is not empty`,
    seen: [content.slice(0, 5).join(', ') + (content.length > 5 ? ', …' : '')],
    allowed: [allowed],
    hints: [hint],
  });
}

/**
 * That a file cannot be written.
 *
 * @param what is in the file: `the survey`
 * @param option that names another file: `--out <file>`
 */
export function notWritable(what: string, file: string, option: string, thrown: unknown): CommandFailure {
  const message = `${what} cannot be written: ${file}`;
  const allowed = 'a file in a folder that you may write to';
  return unusable({ message, allowed }, thrown, `name another file: ${option}`);
}

/** That a folder cannot be filled. */
export function unusableFolder(path: string, thrown: unknown, ...hints: readonly string[]): CommandFailure {
  const message = `the folder ${path} cannot be used`;
  const allowed = 'a folder that is new or empty, and that you may write to';
  return unusable({ message, allowed }, thrown, ...hints);
}

/** That something cannot be written, and why. */
export function unusable(
  what: { readonly message: string; readonly allowed: string },
  thrown: unknown,
  ...hints: readonly string[]
): CommandFailure {
  const seen = [reasonOf(thrown)];
  return new CommandFailure({ ...what, seen, allowed: [what.allowed], hints: hintsFor(thrown, ...hints) });
}

/** What to do when something cannot be written; on a full disk, first of all to free space. */
export function hintsFor(thrown: unknown, ...others: readonly string[]): readonly string[] {
  return isDiskFull(thrown) ? ['free space on the disk, and run the same command again', ...others] : others;
}

export function isDiskFull(thrown: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(thrown) ?? '');
}

/**
 * A problem as lines for the terminal:
 *
 * ```
 * error: port 8787 is already in use
 *   seen:    listen EADDRINUSE: address already in use 127.0.0.1:8787
 *   do:      use any free port: npx zonewright emulator --port 0
 * ```
 *
 * What was seen may come from a service or another program; control characters in it are made visible.
 */
export function renderProblem(problem: Problem, colors: Terminal['colors']): readonly string[] {
  return [
    `${colors.red(colors.bold('error:'))} ${printable(stripVTControlCharacters(problem.message))}`,
    ...part('seen:', problem.seen ?? []),
    ...part('allowed:', problem.allowed ?? []),
    ...part('do:', problem.hints),
  ];
}

const LABEL_WIDTH = 9;

function part(label: string, lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => line.split(/\r?\n/))
    .map((line) => printable(stripVTControlCharacters(line)))
    .map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`.trimEnd());
}
