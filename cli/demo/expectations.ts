import { isDeepStrictEqual } from 'node:util';
import type { RunResult } from '../engine/run';
import { CommandFailure } from '../terminal/failure';

/**
 * Checks that a command has the expected exit code.
 *
 * @throws CommandFailure with the whole output of the command
 */
export function expectExit<R extends RunResult>(command: string, result: R, expected: number): R {
  if (result.exitCode === expected) return result;
  throw new CommandFailure({
    message: `\`${command}\` ended with exit code ${result.exitCode}`,
    allowed: [`exit code ${expected}`],
    seen: [`${result.stdout}${result.stderr}`.trimEnd()],
    hints: ['run `zonewright demo --keep --verbose` and look into the folder that it names'],
  });
}

/**
 * Checks that a value is as expected.
 *
 * @throws CommandFailure with both values
 */
export function expectEqual(what: string, seen: unknown, expected: unknown): void {
  if (isDeepStrictEqual(seen, expected)) return;
  throw new CommandFailure({
    message: `${what} is not as expected`,
    seen: [JSON.stringify(seen)],
    allowed: [JSON.stringify(expected)],
    hints: ['run `zonewright demo --keep --verbose` and look into the folder that it names'],
  });
}

/**
 * The essential lines of what `terraform plan` and `apply` print: from the first change to the summary, without
 * the legend before and the advice after.
 *
 * @returns lines without their common indentation; empty if the output shows no change
 */
export function planBody(output: string): readonly string[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line.startsWith('  # '));
  const last = lines.findIndex((line) => line.startsWith('Plan: '));
  if (first === -1 || last < first) return lines.filter((line) => line.startsWith('No changes.'));
  return lines
    .slice(first, last + 1)
    .filter((line) => line !== '')
    .map((line) => line.replace(/^ {2}/, ''));
}

/** The lines that begin with one of the given words, e.g. `Apply complete!`. */
export function linesThatBegin(output: string, ...beginnings: readonly string[]): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => beginnings.some((beginning) => line.startsWith(beginning)));
}

const WIDTH = 70;

/**
 * The headlines of the errors and warnings that the engine printed, wrapped for a terminal.
 *
 * @param severity as the engine prints it
 */
export function headlines(output: string, severity: 'Error' | 'Warning'): readonly string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${severity}: `))
    .flatMap((line) => wrap(line, WIDTH));
}

/** Breaks a text between words into lines of at most this width; a longer word gets its own line. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
