import { Argument, Command, CommanderError } from 'commander';
import { packageVersion } from '../../lib/provider/package-root';
import {
  EXIT_FAILED,
  EXIT_OK,
  EXIT_USAGE,
  CommandFailure,
  Failure,
  hintsFor,
  isDiskFull,
  reasonOf,
  renderProblem,
} from '../terminal/failure';
import type { CommandContext, Terminal } from '../terminal/terminal';
import { completions, completionScript, SHELLS } from './completion';
import { addCommand, COMMANDS, examples, MIGRATION_COMMANDS, OutcomeUsageError } from './command-line';

/**
 * Describes the command line.
 *
 * @param done receives the exit code of the command that ran
 */
export function buildProgram(
  version: string,
  context: CommandContext,
  done: (code: number) => void,
): Command {
  // These settings come first, because subcommands copy them when they are created.
  const program = new Command('zonewright')
    .exitOverride()
    .configureOutput({ writeOut: out(context.terminal.out), writeErr: out(context.terminal.err) })
    .configureHelp({ helpWidth: context.terminal.width })
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .description('Zone configuration as code: the demo, the emulator and the Terraform provider.')
    .helpCommand(false)
    .addHelpText('after', PROGRAM_EXAMPLES);

  program
    .command('help [command]')
    .description('print the help of a command')
    .action((name?: string) => {
      const command = name === undefined ? program : program.commands.find((each) => each.name() === name);
      if (!command) program.error(`error: unknown command '${name}'`);
      else command.outputHelp();
    });

  for (const line of Object.entries(COMMANDS)) addCommand(program, line, context, done);

  const migration = program
    .command('migration')
    .description('the status and the approvals of the migration of many zones')
    .helpCommand(false);
  for (const line of Object.entries(MIGRATION_COMMANDS)) addCommand(migration, line, context, done);

  program
    .command('completion')
    .description('print the completion script for bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action((shell: string) => context.terminal.out(completionScript(shell) ?? ''));

  // The scripts ask it for words.
  program.command('__complete [word...]', { hidden: true }).action((words: readonly string[]) => {
    for (const word of completions(program, words)) context.terminal.out(word);
  });

  nameHelp(program);
  return program;
}

/** An error about the command line names the help of the command that it is about. */
function nameHelp(command: Command, parents = ''): void {
  const name = `${parents}${command.name()}`;
  const listed = command.commands.length > 0 ? 'commands and options' : 'its options';
  command.showHelpAfterError(`(${name} --help lists ${listed})`);
  for (const each of command.commands) nameHelp(each, `${name} `);
}

const PROGRAM_EXAMPLES = examples(
  'zonewright demo                 see it work, with no account and no token',
  'zonewright init ./zone          begin a project',
  'zonewright emulator --port 0    a zone service to try things on',
  'zonewright install              use the provider from HCL',
  'zonewright adopt --all --as hcl --out ./zones',
).concat(`

Exit codes: 0 done, 1 failed, 2 the command line is wrong, 3 some zones could
not be read and all others were, 130 Ctrl-C, 143 SIGTERM (emulator: 0). review
and rehearse have codes of their own; their --help names them.

Environment:
  ZONEWRIGHT_BASE_URL       the address of the service
  ZONEWRIGHT_API_TOKEN      a token; or ZONEWRIGHT_EMAIL and ZONEWRIGHT_API_KEY
  ZONEWRIGHT_TERRAFORM      the engine: a program on the PATH, or its path
  ZONEWRIGHT_NODE           the Node.js that runs the provider
  ZONEWRIGHT_DEBUG          1 adds stack traces to errors
  NO_COLOR, FORCE_COLOR     turn colours off or on`);

const COMPLETION_EXAMPLES = examples(
  'source <(zonewright completion bash)       # in ~/.bashrc; the same in ~/.zshrc',
  'zonewright completion fish | source        # in config.fish',
);

function out(line: (text: string) => void): (text: string) => void {
  return (text) => line(text.replace(/\n$/, ''));
}

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
  if (isDiskFull(thrown))
    return new Failure({
      message: 'the disk is full',
      seen: [reasonOf(thrown)],
      hints: hintsFor(thrown, 'or set TMPDIR to a folder of another disk, where commands work on copies'),
    });
  return new Failure({
    message: `unexpected error: ${reasonOf(thrown)}`,
    hints: ['run it again with ZONEWRIGHT_DEBUG=1 to see where, and report it'],
  });
}
