import { type Command, CommanderError, Option } from 'commander';
import { FORMATS } from '../files/outputs';
import type { CommandContext } from '../terminal/terminal';

/** A command: how it is written, and what it does. */
export interface CommandLine {
  readonly describe: (command: Command) => Command;
  /**
   * Loads what the command needs, so that `--help` does not wait for it, and runs it.
   *
   * @returns the exit code
   */
  readonly run: (context: CommandContext, command: Command) => Promise<number>;
}

/** The examples at the end of a help text. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

export function formatOption(): Option {
  return new Option('--format <format>', 'what is printed').choices(FORMATS).default('terminal');
}

/** A wrong command line of a command whose exit code 2 means that there are changes. */
export class OutcomeUsageError extends CommanderError {}

export function outcomeCommand(command: Command): Command {
  return command.exitOverride(({ exitCode, code, message }) => {
    throw exitCode === 0
      ? new CommanderError(exitCode, code, message)
      : new OutcomeUsageError(exitCode, code, message);
  });
}
