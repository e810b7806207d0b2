#!/usr/bin/env node
import { CommanderError } from 'commander';
import {
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  CommandFailure,
  Failure,
  reasonOf,
  renderProblem,
} from './failure';
import { packageVersion } from '../lib/provider/package-root';
import { OutcomeUsageError } from './commands/review-command-line';
import { buildProgram } from './program';
import type { Terminal } from './terminal';
import { openTerminal } from './terminal';

async function main(): Promise<number> {
  const { env } = process;
  const terminal = openTerminal(process.stdout, process.stderr, env);
  let exitCode = EXIT_OK;
  const program = buildProgram(packageVersion(), { terminal, env }, (code) => (exitCode = code));
  try {
    await program.parseAsync();
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

// The reader of a pipe may end first (`zonewright demo | head`): end as on a signal, and leave nothing behind.
process.stdout.once('error', () => {
  process.stdout.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
});

void main().then((code) => {
  process.exitCode = code;
});
