import { Command, InvalidArgumentError, Option } from 'commander';
import type { Model } from '../emulator';
import { describeMatrix, type MatrixOptions } from './commands/matrix-command-line';
import {
  describeApprove,
  describeSurvey,
  type ApproveOptions,
  type SurveyOptions,
} from './commands/migration-command-line';
import {
  describeDrift,
  describeReview,
  type DriftOptions,
  type ReviewOptions,
} from './commands/review-command-line';
import type { Terminal } from './terminal';

/** What every command gets in addition to its own options. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
}

/** A command's exit code. */
type Run = Promise<number>;

// A command's module is loaded only when it runs, so that `--help` does not wait for what a command needs.
const COMMANDS = {
  demo: async (context: CommandContext, options: DemoOptions): Run =>
    (await import('./commands/demo.js')).demoCommand(context, options),
  emulator: async (context: CommandContext, options: EmulatorOptions): Run =>
    (await import('./commands/emulator.js')).emulatorCommand(context, options),
  install: async (context: CommandContext, options: InstallOptions): Run =>
    (await import('./commands/install.js')).installCommand(context, options),
  engine: async (context: CommandContext, options: EngineOptions): Run =>
    (await import('./commands/engine.js')).engineCommand(context, options),
  matrix: async (context: CommandContext, options: MatrixOptions, folder: string): Run =>
    (await import('./commands/matrix.js')).matrixCommand(context, options, folder),
  adopt: async (context: CommandContext, options: AdoptOptions, zones: readonly string[]): Run =>
    (await import('./commands/adopt.js')).adoptCommand(context, options, zones),
  review: async (context: CommandContext, options: ReviewOptions, plans: readonly string[]): Run =>
    (await import('./commands/review.js')).reviewCommand(context, options, plans),
  drift: async (context: CommandContext, options: DriftOptions, stacks: readonly string[]): Run =>
    (await import('./commands/drift.js')).driftCommand(context, options, stacks),
  migrationSurvey: async (context: CommandContext, options: SurveyOptions, zones: readonly string[]): Run =>
    (await import('./commands/migration-survey.js')).migrationSurveyCommand(context, options, zones),
  migrationApprove: async (context: CommandContext, options: ApproveOptions): Run =>
    (await import('./commands/migration-approve.js')).migrationApproveCommand(context, options),
};

export interface DemoOptions {
  readonly keep?: true;
  readonly dir?: string;
  readonly verbose?: true;
}

export interface EmulatorOptions {
  readonly port: number;
  readonly seed?: string;
  readonly persist?: string;
  readonly destinations?: string;
  readonly tls?: true;
  readonly clock: 'running' | 'virtual';
  /** @default - the model of the seed, or today */
  readonly model?: Model;
  readonly quiet?: true;
}

export interface InstallOptions {
  readonly dir?: string;
}

export interface EngineOptions {
  readonly fetch?: true;
}

export interface AdoptOptions {
  readonly as: 'ts' | 'hcl';
  readonly out: string;
  /** A file with zones. */
  readonly zones?: string;
  readonly all?: true;
  /** Also reads zones that an earlier run has done. */
  readonly again?: true;
}

/** The port that `zonewright emulator` listens on by default. */
export const EMULATOR_PORT = 8790;

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
  const run =
    <O>(command: (context: CommandContext, options: O) => Run) =>
    async (options: O): Promise<void> =>
      done(await command(context, options));

  // These settings come first, because subcommands copy them when they are created.
  const program = new Command('zonewright')
    .exitOverride()
    .configureOutput({ writeOut: out(context.terminal.out), writeErr: out(context.terminal.err) })
    .configureHelp({ helpWidth: context.terminal.width })
    .showHelpAfterError('(zonewright --help lists commands and options)')
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

  program
    .command('demo')
    .description('show the main tasks from beginning to end, on the emulator with the real engine')
    .option('--keep', 'keep the working folder')
    .option('--dir <folder>', 'work in this folder, which must be new or empty, and keep it')
    .option('--verbose', 'show the whole output of the engine')
    .addHelpText('after', examples('zonewright demo', 'zonewright demo --dir ./zonewright-demo --verbose'))
    .action(run(COMMANDS.demo));

  program
    .command('emulator')
    .description('run the emulated zone service on this machine until Ctrl-C')
    .option('--port <number>', 'port; 0 takes any free port', parsePort, EMULATOR_PORT)
    .option('--seed <file>', 'start with the zones of this file (YAML or JSON)')
    .option('--persist <file>', 'keep everything in this file, and start from it if it exists')
    .option('--destinations <folder>', 'keep the files of object stores in this folder')
    .option('--tls', 'listen with https, and say how clients trust its certificate')
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
    .addHelpText('after', examples('zonewright emulator', 'zonewright emulator --port 0 --seed zones.yaml'))
    .action(run(COMMANDS.emulator));

  program
    .command('install')
    .description('put the provider where Terraform and OpenTofu find it, for stacks written in HCL')
    .option('--dir <folder>', "a plugin folder other than this user's")
    .addHelpText('after', examples('zonewright install', 'zonewright install --dir ./terraform.d/plugins'))
    .action(run(COMMANDS.install));

  program
    .command('engine')
    .description('print which Terraform or OpenTofu is used, and why')
    .option('--fetch', 'download the pinned OpenTofu release if there is no other engine')
    .addHelpText('after', examples('zonewright engine', 'zonewright engine --fetch'))
    .action(run(COMMANDS.engine));

  describeMatrix(program.command('matrix'))
    .addHelpText(
      'after',
      examples('zonewright matrix', 'zonewright matrix --since origin/main --format github'),
    )
    .action(async (folder: string, options: MatrixOptions) =>
      done(await COMMANDS.matrix(context, options, folder)),
    );

  program
    .command('adopt [zone...]')
    .description('write the configuration of zones that exist, with import blocks')
    .addOption(
      new Option('--as <language>', 'ts for constructs of CDK for Terraform, hcl for plain Terraform')
        .choices(['ts', 'hcl'] satisfies AdoptOptions['as'][])
        .makeOptionMandatory(),
    )
    .requiredOption('--out <folder>', 'write into this folder, which must be new or empty')
    .option('--zones <file>', 'adopt the zones of this file: a name or an id in each line')
    .option('--all', 'adopt all zones that the credentials see')
    .option('--again', 'read zones again that are adopted into the folder already')
    .addHelpText(
      'after',
      examples(
        'zonewright adopt example.com --as hcl --out ./zones',
        'zonewright adopt --all --as ts --out ./zones',
      ) + ADOPT_NOTES,
    )
    .action(async (zones: readonly string[], options: AdoptOptions) =>
      done(await COMMANDS.adopt(context, options, zones)),
    );

  describeReview(program.command('review')).action(async (plans: readonly string[], options: ReviewOptions) =>
    done(await COMMANDS.review(context, options, plans)),
  );

  describeDrift(program.command('drift')).action(async (stacks: readonly string[], options: DriftOptions) =>
    done(await COMMANDS.drift(context, options, stacks)),
  );

  const migration = program
    .command('migration')
    .description('prepare the migration of many zones: survey them, approve waves of them')
    .helpCommand(false);

  describeSurvey(migration.command('survey')).action(
    async (zones: readonly string[], options: SurveyOptions) =>
      done(await COMMANDS.migrationSurvey(context, options, zones)),
  );

  describeApprove(migration.command('approve')).action(run(COMMANDS.migrationApprove));

  return program;
}

const ADOPT_NOTES = `

The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run
continues when you run the same command again; --again also reads what is done.

Exit codes: 0 all zones are adopted, 1 failed, 2 the command line is wrong,
3 some zones could not be read and all others are adopted, 130 Ctrl-C.`;

const PROGRAM_EXAMPLES = examples(
  'zonewright demo                 see it work, with no account and no token',
  'zonewright emulator --port 0    a zone service to try things on',
  'zonewright install              use the provider from HCL',
  'zonewright adopt --all --as hcl --out ./zones',
);

function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

function out(line: (text: string) => void): (text: string) => void {
  return (text) => line(text.replace(/\n$/, ''));
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Allowed: a whole number from 0 to 65535, where 0 takes any free port.');
}
