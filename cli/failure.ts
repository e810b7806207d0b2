import { stripVTControlCharacters } from 'node:util';
import { printable } from '../provider-shim/text';
import { Failure, type Problem } from './engine/failure';
import type { Terminal } from './terminal';

export { codeOf, Failure, type Problem, reasonOf } from './engine/failure';

/** What the command's exit code says. A run that a signal ended has 128 plus the signal's number, as in a shell. */
export const EXIT_OK = 0;
/** It ran and something failed. */
export const EXIT_FAILED = 1;
/** The command line itself is wrong. */
export const EXIT_USAGE = 2;

/** Ends the command with a problem instead of a stack trace. */
export class CommandFailure extends Failure {
  override readonly name = 'CommandFailure';

  constructor(
    problem: Problem,
    readonly exitCode: number = EXIT_FAILED,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

/**
 * The lines that tell a person about a problem:
 *
 * ```
 * error: port 8787 is already in use
 *   seen:    listen EADDRINUSE: address already in use 127.0.0.1:8787
 *   do:      use a port that is free: zonewright emulator --port 0
 * ```
 *
 * What was seen may be the words of a service or of another program: nothing in it moves or colours the terminal.
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
