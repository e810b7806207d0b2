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
    code: 'demo_command',
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
    code: 'demo_claim',
    message: `${what} is not as expected`,
    seen: [JSON.stringify(seen)],
    allowed: [JSON.stringify(expected)],
    hints: ['run `zonewright demo --keep --verbose` and look into the folder that it names'],
  });
}
