import { Argument, Command, CommanderError, Help, type Option } from 'commander';
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
    .addArgument(new Argument('<shell>').choices(Object.keys(COMPLETION_SCRIPTS)))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action((shell: Shell) => context.terminal.out(COMPLETION_SCRIPTS[shell].trim()));

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

/** What a shell evaluates, or reads at its start. Each asks the command for the words, so it fits every version. */
const COMPLETION_SCRIPTS = {
  bash: `
_zonewright() {
  local IFS=$'\\n'
  COMPREPLY=($(zonewright __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _zonewright zonewright`,
  zsh: `
#compdef zonewright
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_zonewright() {
  local -a found=("\${(@f)$(zonewright __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _zonewright zonewright`,
  fish: `
function __zonewright
  zonewright __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
end
complete -c zonewright -n 'count (__zonewright)' -f -a '(__zonewright)'`,
} as const;

type Shell = keyof typeof COMPLETION_SCRIPTS;

/**
 * The words that can stand where the last one is. None where a file or a text is expected: the shell then offers files.
 *
 * @param words the command line without the name of the program; the last one is what is typed so far, maybe empty
 */
function completions(program: Command, words: readonly string[]): readonly string[] {
  // Bash makes three words of --option=value.
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const typed = words.at(-1)?.replace(/^=$/, '') ?? '';
  let command = program;
  let option: Option | undefined;
  let position = 0;
  let optionsEnded = false;
  for (const word of before) {
    const named = command.commands.find((each) => each.name() === word);
    if (option) option = undefined;
    else if (word === '--') optionsEnded = true;
    else if (word.startsWith('-') && !optionsEnded) option = optionWithValue(command, word);
    else if (named) command = named;
    else position += 1;
  }
  if (option) return (option.argChoices ?? []).filter((word) => word.startsWith(typed));
  const isOption = typed.startsWith('-') && !optionsEnded;
  const found = isOption ? optionWords(command, typed) : argumentWords(command, position);
  return found.filter((word) => word.startsWith(typed));
}

/** Lists commands and options, except for those that are hidden. */
const HELP = new Help();

function optionWithValue({ options }: Command, name: string): Option | undefined {
  return options.find(({ long, required }) => required && long === name);
}

function optionWords(command: Command, typed: string): readonly string[] {
  const [name = '', value] = typed.split('=');
  if (value === undefined) return HELP.visibleOptions(command).flatMap(({ long }) => long ?? []);
  return (optionWithValue(command, name)?.argChoices ?? []).map((choice) => `${name}=${choice}`);
}

function argumentWords(command: Command, position: number): readonly string[] {
  const commands = position === 0 ? HELP.visibleCommands(command) : [];
  const choices = command.registeredArguments[position]?.argChoices ?? [];
  return [...commands.map((each) => each.name()), ...choices];
}
