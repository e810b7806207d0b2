import { CommanderError } from 'commander';
import {
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  CommandFailure,
  Failure,
  reasonOf,
  renderProblem,
} from '../terminal/failure';
import { packageVersion } from '../../lib/provider/package-root';
import { OutcomeUsageError } from './command-line';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { buildProgram } from './program';

/**
 * Runs a command and reports how it failed.
 *
 * @param args without the names of the programs
 * @returns the exit code
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  const { terminal, env } = context;
  let exitCode = EXIT_OK;
  const program = buildProgram(packageVersion(), context, (code) => (exitCode = code));
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // Commander has printed its own message; it throws for --help and --version as well.
    if (thrown instanceof OutcomeUsageError) return EXIT_FAILED;
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT_OK : EXIT_USAGE;
    return report(thrown, terminal, Boolean(env['ZONEWRIGHT_DEBUG']));
  }
}

function report(thrown: unknown, terminal: Terminal, debug: boolean): number {
  const failure = thrown instanceof Failure ? thrown : unexpected(thrown);
  for (const line of renderProblem(failure.problem, terminal.colors)) terminal.err(line);
  if (debug) terminal.err(String(thrown instanceof Error ? thrown.stack : thrown));
  return failure instanceof CommandFailure ? failure.exitCode : EXIT_FAILED;
}

function unexpected(thrown: unknown): Failure {
  return new Failure({
    code: 'unexpected',
    message: `unexpected error: ${reasonOf(thrown)}`,
    hints: ['run it again with ZONEWRIGHT_DEBUG=1 to see where, and report it'],
  });
}
