import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Model } from '../../emulator';
import { collected, FORMATS, parseCount, parseOutput } from '../files/outputs';
import type { CommandContext } from '../terminal/terminal';
import type { AdoptOptions } from './run-adopt';

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

function outcomeCommand(command: Command): Command {
  return command.exitOverride(({ exitCode, code, message }) => {
    throw exitCode === 0
      ? new CommanderError(exitCode, code, message)
      : new OutcomeUsageError(exitCode, code, message);
  });
}

/** `zonewright demo`. */
const demo: CommandLine = {
  describe: (command) =>
    command
      .description('show the main tasks from beginning to end, on the emulator with the real engine')
      .option('--keep', 'keep the working folder')
      .option('--verbose', 'show the whole output of the engine')
      .addHelpText('after', examples('zonewright demo', 'zonewright demo --keep --verbose')),

  run: async (context, command) => (await import('./run-demo.js')).demoCommand(context, command.opts()),
};

/** `zonewright init`. */
const init: CommandLine = {
  describe: (command) =>
    command
      .argument('[folder]', 'a folder that is new or empty', '.')
      .description('begin a project with a test, in TypeScript or HCL: a stack of one zone, or migrations')
      .option('--hcl', 'HCL in place of TypeScript')
      .option('--migration', 'migrations of zones, each as far as approvals.json says')
      .addHelpText(
        'after',
        examples(
          'zonewright init ./zone',
          'zonewright init --hcl ./zone',
          'zonewright init --migration ./waf',
        ),
      ),

  run: async (context, command) =>
    (await import('./run-init.js')).initCommand(context, command.args[0] ?? '.', command.opts()),
};

/** The port that `zonewright emulator` listens on by default. */
const DEFAULT_PORT = 8790;

/** `zonewright emulator`. */
const emulator: CommandLine = {
  describe: (command) =>
    command
      .description('run the emulated zone service on this machine until Ctrl-C')
      .option('--port <number>', 'port; 0 takes any free port', parsePort, DEFAULT_PORT)
      .option('--seed <file>', 'start with the zones of this file (YAML or JSON)')
      .option('--save <file>', 'write the state to this file at the end, to start with it by --seed')
      .option('--destinations <folder>', 'keep the files of object stores in this folder')
      .addOption(
        new Option('--clock <kind>', 'running follows real time, virtual only moves when told to')
          .choices(['running', 'virtual'])
          .default('running'),
      )
      .addOption(
        new Option(
          '--model <name>',
          "behave as the service is today, or as its specification says (default: the seed's, or today)",
        ).choices(['today', 'specification'] satisfies Model[]),
      )
      .option('--quiet', 'do not log requests')
      .addHelpText(
        'after',
        examples('zonewright emulator', 'zonewright emulator --port 0 --seed zones.yaml'),
      ),

  run: async (context, command) =>
    (await import('./run-emulator.js')).emulatorCommand(context, command.opts()),
};

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Allowed: a whole number from 0 to 65535, where 0 takes any free port.');
}

/** `zonewright install`. */
const install: CommandLine = {
  describe: (command) =>
    command
      .description('put the provider where Terraform and OpenTofu find it, for stacks written in HCL')
      .option('--dir <folder>', "a plugin folder other than this user's")
      .addHelpText('after', examples('zonewright install', 'zonewright install --dir ./terraform.d/plugins')),

  run: async (context, command) => (await import('./run-install.js')).installCommand(context, command.opts()),
};

/** `zonewright adopt`. */
const adopt: CommandLine = {
  describe: (command) =>
    command
      .description('write the configuration of zones that exist, with import blocks')
      .argument('[zone...]')
      .addOption(
        new Option('--as <language>', 'ts for constructs of CDK for Terraform, hcl for plain Terraform')
          .choices(['ts', 'hcl'] satisfies AdoptOptions['as'][])
          .makeOptionMandatory(),
      )
      .requiredOption('--out <folder>', 'write into this folder: new, empty, or of an earlier run')
      .option('--zones <file>', 'adopt the zones of this file: a name or an id in each line')
      .option('--all', 'adopt all zones that the credentials see')
      .option('--again', 'read zones again that are adopted into the folder already')
      .addHelpText(
        'after',
        examples(
          'zonewright adopt example.com --as hcl --out ./zones',
          'zonewright adopt --all --as ts --out ./zones',
        ) + ADOPT_NOTES,
      ),

  run: async (context, command) =>
    (await import('./run-adopt.js')).adoptCommand(context, command.opts(), command.args),
};

const ADOPT_NOTES = `

The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run
continues when you run the same command again; --again also reads what is done.

Exit codes: 0 all zones are adopted, 1 failed, 2 the command line is wrong,
3 some zones could not be read and all others are adopted, 130 Ctrl-C.`;

/** `zonewright copy`. */
const copy: CommandLine = {
  describe: (command) =>
    command
      .description('copy zones into a seed of the emulator, as secret as a state file; it only reads')
      .argument('[zone...]', 'names or ids of zones')
      .option('--zones <file>', 'a file with a zone in each line')
      .option('--all', 'all zones that the credentials see')
      .requiredOption('--out <file>', 'the file to write')
      .addHelpText(
        'after',
        examples('zonewright copy example.com --out copy.yaml', 'zonewright copy --all --out copy.json'),
      ),

  run: async (context, command) =>
    (await import('./run-copy.js')).copyCommand(context, command.opts(), command.args),
};

/** `zonewright rehearse`. */
const rehearse: CommandLine = {
  describe: (command) =>
    outcomeCommand(command)
      .description('plan and apply stacks on a copy of their zones; production is not asked')
      .argument('<stack...>', 'folders of stacks, in the order in which they are applied')
      .requiredOption('--on <file>', 'the copy, made by zonewright copy')
      .option('--var-file <file>', 'variables, as for the engine (repeat it)', collected)
      .addOption(formatOption())
      .option('--out <format=file>', 'write a format to a file as well (repeat it)', parseOutput)
      .addHelpText('after', REHEARSE_NOTES),

  run: async (context, command) =>
    (await import('./run-rehearse.js')).rehearseCommand(context, command.opts(), command.args),
};

const REHEARSE_NOTES = [
  '',
  'Exit codes: those of review; 1 also if apply is refused or leaves changes.',
  '',
  'Examples:',
  '  $ zonewright copy example.com --out copy.yaml',
  '  $ zonewright rehearse stacks/example --on copy.yaml --out html=rehearsal.html',
].join('\n');

/** `zonewright review`. */
const review: CommandLine = {
  describe: (command) =>
    outcomeCommand(command)
      .description('say what saved plans do, the most dangerous first')
      .argument('<plan...>', 'saved plans, their JSON, or folders that hold them')
      .addOption(formatOption())
      .option('--out <format=file>', 'write a format to a file as well (repeat it)', parseOutput)
      .option('--max-delete <number>', 'exit with 4 if more objects are destroyed', parseCount)
      .option('--max-finish <number>', 'exit with 4 if more migrations finish', parseCount)
      .option('--require-proof', 'exit with 3 if the service has not accepted a change at plan')
      .addHelpText('after', REVIEW_NOTES),

  run: async (context, command) =>
    (await import('./run-review.js')).reviewCommand(context, command.opts(), command.args),
};

const REVIEW_NOTES = [
  '',
  'Exit codes: 0 no changes, 2 changes, 3 a change that cannot be undone or, with',
  '--require-proof, is not proven, 4 over a limit, 1 an error. If several apply:',
  '1 before 4 before 3 before 2.',
  '',
  'Examples:',
  '  $ zonewright review tfplan',
  '  $ zonewright review stacks/ --out markdown=comment.md --max-finish 10',
].join('\n');

/** `zonewright doctor`. */
const doctor: CommandLine = {
  describe: (command) =>
    command
      .description('check the engine, the address, the clock and what the credentials may do')
      .argument(
        '[stack...]',
        'folders or files (configurations, synthesized stacks, saved plans or their JSON), to say which permissions they need',
      )
      .option('--fetch', 'download OpenTofu, once, if this machine has no engine')
      .option('--zone <zone>', 'by name or id, to try the credentials on (default: the first that they see)')
      .addHelpText(
        'after',
        examples(
          'zonewright doctor',
          'zonewright doctor cdktf.out/stacks/* --zone shop.example > report.txt',
        ),
      ),

  run: async (context, command) =>
    (await import('./run-doctor.js')).doctorCommand(context, command.opts(), command.args),
};

/** By name, in the order of the help. Those of `migration` are beside. */
export const COMMANDS: Readonly<Record<string, CommandLine>> = {
  ...{ demo, init, emulator, install, adopt, copy, rehearse, review, doctor },
};
