import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Model } from '../../emulator';
import { APPROVALS_FILE, collected, FORMATS, parseCount, parseOutput, SURVEY_FILE } from '../files/outputs';
import { parseSoak } from '../migration/soak';
import type { CommandContext } from '../terminal/terminal';
import type { AdoptOptions } from './run-adopt';

/** A command: how it is written, and what it does. */
interface CommandLine {
  readonly summary: string;
  /** Its arguments: `[zone...]`. @default none */
  readonly argument?: readonly [name: string, is?: string, byDefault?: string];
  readonly options: readonly OptionLine[];
  /** What its help says at the end. */
  readonly notes: string;
  /** Whether exit code 2 means that there are changes, so that a wrong command line has another. @default false */
  readonly hasOutcome?: true;
  /** Loads what runs it, so that `--help` does not wait for that. */
  readonly run: () => Promise<Run>;
}

/** @returns the exit code */
type Run = (context: CommandContext, options: never, args: readonly string[]) => Promise<number>;

/** An option, what it does, and what is special about its value. */
type OptionLine = readonly [flags: string, does: string, value?: OptionValue];

interface OptionValue {
  readonly choices?: readonly string[];
  readonly byDefault?: string | number;
  /** Reads it; `before` is what the same option gave before. */
  readonly parse?: (text: string, before: never) => unknown;
  readonly isRequired?: true;
}

/** Describes a command. @param done receives its exit code */
export function addCommand(
  parent: Command,
  [name, line]: readonly [string, CommandLine],
  context: CommandContext,
  done: (code: number) => void,
): void {
  const command = parent.command(name).description(line.summary).addHelpText('after', line.notes);
  if (line.argument) command.argument(...line.argument);
  for (const [flags, does, value = {}] of line.options) {
    const option = new Option(flags, does)
      .default(value.byDefault)
      .makeOptionMandatory(value.isRequired === true);
    if (value.choices) option.choices(value.choices);
    if (value.parse) option.argParser(value.parse as (text: string, before: unknown) => unknown);
    command.addOption(option);
  }
  if (line.hasOutcome)
    command.exitOverride(({ exitCode, code, message }) => {
      const Thrown = exitCode === 0 ? CommanderError : OutcomeUsageError;
      throw new Thrown(exitCode, code, message);
    });
  command.action(async () => {
    const run = await line.run();
    done(await run(context, command.opts() as never, command.args));
  });
}

/** A wrong command line of a command whose exit code 2 means that there are changes. */
export class OutcomeUsageError extends CommanderError {}

/** The examples at the end of a help text. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  $ ${line}`)].join('\n');
}

const FORMAT: OptionLine = [
  '--format <format>',
  'what is printed',
  { choices: FORMATS, byDefault: 'terminal' },
];
const OUTPUTS: OptionLine = [
  '--out <format=file>',
  'write a format to a file as well (repeat it)',
  { parse: parseOutput },
];

/** By name, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandLine>> = {
  demo: {
    summary: 'show the main tasks from beginning to end, on the emulator with the real engine',
    options: [],
    notes: examples('zonewright demo'),
    run: async () => (await import('./run-demo.js')).demoCommand,
  },
  init: {
    summary: 'begin a project with a test, in TypeScript or HCL: a stack of one zone, or migrations',
    argument: ['[folder]', 'a folder that is new or empty', '.'],
    options: [
      ['--hcl', 'HCL in place of TypeScript'],
      ['--migration', 'migrations of zones, each as far as approvals.json says'],
    ],
    notes: examples(
      'zonewright init ./zone',
      'zonewright init --hcl ./zone',
      'zonewright init --migration ./waf',
    ),
    run: async () => (await import('./run-init.js')).initCommand,
  },
  emulator: {
    summary: 'run the emulated zone service on this machine until Ctrl-C',
    options: [
      ['--port <number>', 'port; 0 takes any free port', { parse: parsePort, byDefault: 8790 }],
      ['--seed <file>', 'start with the zones of this file (YAML or JSON)'],
      ['--save <file>', 'write the state to this file at the end, to start with it by --seed'],
      [
        '--clock <kind>',
        'running follows real time, virtual only moves when told to',
        { choices: ['running', 'virtual'], byDefault: 'running' },
      ],
      [
        '--model <name>',
        "behave as the service is today, or as its specification says (default: the seed's, or today)",
        { choices: ['today', 'specification'] satisfies Model[] },
      ],
      ['--quiet', 'do not log requests'],
    ],
    notes: examples('zonewright emulator', 'zonewright emulator --port 0 --seed zones.yaml'),
    run: async () => (await import('./run-emulator.js')).emulatorCommand,
  },
  install: {
    summary: 'put the provider where Terraform and OpenTofu find it, for stacks written in HCL',
    options: [['--dir <folder>', "a plugin folder other than this user's"]],
    notes: examples('zonewright install', 'zonewright install --dir ./terraform.d/plugins'),
    run: async () => (await import('./run-install.js')).installCommand,
  },
  adopt: {
    summary: 'write the configuration of zones that exist, with import blocks',
    argument: ['[zone...]'],
    options: [
      [
        '--as <language>',
        'ts for constructs of CDK for Terraform, hcl for plain Terraform',
        { choices: ['ts', 'hcl'] satisfies AdoptOptions['as'][], isRequired: true },
      ],
      ['--out <folder>', 'write into this folder: new, empty, or of an earlier run', { isRequired: true }],
      ['--zones <file>', 'adopt the zones of this file: a name or an id in each line'],
      ['--all', 'adopt all zones that the credentials see'],
      ['--again', 'read zones again that are adopted into the folder already'],
    ],
    notes: `${examples(
      'zonewright adopt example.com --as hcl --out ./zones',
      'zonewright adopt --all --as ts --out ./zones',
    )}

The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run
continues when you run the same command again; --again also reads what is done.

Exit codes: 0 all zones are adopted, 1 failed, 2 the command line is wrong,
3 some zones could not be read and all others are adopted, 130 Ctrl-C.`,
    run: async () => (await import('./run-adopt.js')).adoptCommand,
  },
  copy: {
    summary: 'copy zones into a seed of the emulator, as secret as a state file; it only reads',
    argument: ['[zone...]', 'names or ids of zones'],
    options: [
      ['--zones <file>', 'a file with a zone in each line'],
      ['--all', 'all zones that the credentials see'],
      ['--out <file>', 'the file to write', { isRequired: true }],
    ],
    notes: examples('zonewright copy example.com --out copy.yaml', 'zonewright copy --all --out copy.json'),
    run: async () => (await import('./run-copy.js')).copyCommand,
  },
  rehearse: {
    summary: 'plan and apply stacks on a copy of their zones; production is not asked',
    argument: ['<stack...>', 'folders of stacks, in the order in which they are applied'],
    options: [
      ['--on <file>', 'the copy, made by zonewright copy', { isRequired: true }],
      ['--var-file <file>', 'variables, as for the engine (repeat it)', { parse: collected }],
      FORMAT,
      OUTPUTS,
    ],
    notes: `
Exit codes: those of review; 1 also if apply is refused or leaves changes.
${examples(
  'zonewright copy example.com --out copy.yaml',
  'zonewright rehearse stacks/example --on copy.yaml --out html=rehearsal.html',
)}`,
    hasOutcome: true,
    run: async () => (await import('./run-rehearse.js')).rehearseCommand,
  },
  review: {
    summary: 'say what saved plans do, the most dangerous first',
    argument: ['<plan...>', 'saved plans, their JSON, or folders that hold them'],
    options: [
      FORMAT,
      OUTPUTS,
      [
        '--max-delete <number>',
        'exit with 4 if more objects are destroyed, or lose managed rules',
        { parse: parseCount },
      ],
      ['--max-finish <number>', 'exit with 4 if more migrations finish', { parse: parseCount }],
      ['--require-proof', 'exit with 3 if the service has not accepted a change at plan'],
    ],
    notes: `
Exit codes: 0 no changes, 2 changes, 3 a change that cannot be undone or, with
--require-proof, is not proven, 4 over a limit, 1 an error. If several apply:
1 before 4 before 3 before 2.
${examples(
  'zonewright review tfplan',
  'zonewright review stacks/ --out markdown=comment.md --max-finish 10',
)}`,
    hasOutcome: true,
    run: async () => (await import('./run-review.js')).reviewCommand,
  },
  doctor: {
    summary: 'check the engine, the address, the clock and what the credentials may do',
    argument: [
      '[stack...]',
      'folders or files (configurations, synthesized stacks, saved plans or their JSON): it tries their zones and says which permissions they need',
    ],
    options: [
      ['--fetch', 'download OpenTofu, once, if this machine has no engine'],
      ['--zone <zone>', 'by name or id, to try as well (default: the first that the credentials see)'],
    ],
    notes: examples(
      'zonewright doctor',
      'zonewright doctor cdktf.out/stacks/* --zone shop.example > report.txt',
    ),
    run: async () => (await import('./run-doctor.js')).doctorCommand,
  },
};

/** Those of `zonewright migration`. */
export const MIGRATION_COMMANDS: Readonly<Record<string, CommandLine>> = {
  survey: {
    summary: 'say where the migration of each zone is, what it loses, and who has to do what',
    argument: ['[zone...]', 'zones by name or id'],
    options: [
      ['--all', 'all zones that the credentials see'],
      ['--zones', 'name each of many equal zones'],
      ['--file <file>', 'the file of approvals, if there is one', { byDefault: APPROVALS_FILE }],
      ['--out <file>', 'write the survey into this file, as JSON', { byDefault: SURVEY_FILE }],
      FORMAT,
    ],
    notes: `
The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run
continues when you run the same command again within a day.

Exit codes: 0 all zones are read, 1 failed, 2 the command line is wrong, 3 some
zones could not be read and all others are in the survey, 130 Ctrl-C.
${examples('zonewright migration survey --all', 'zonewright migration survey example.com --format json')}`,
    run: async () => (await import('./run-migration.js')).migrationSurveyCommand,
  },
  approve: {
    summary: 'approve the next step of zones: write rows into a file that a plan compares',
    argument: ['[zone...]', 'zones by name or id'],
    options: [
      ['--survey <file>', `approve what this survey shows (default: ${SURVEY_FILE}, if it is there)`],
      ['--for <step>', 'approve this step: validation or finished (default: the next one)'],
      ['--validated-for <time>', 'only zones that validate for so long: 3d or 36h', { parse: parseSoak }],
      ['--by <name>', 'who approves (default: user.name and user.email of git)'],
      ['--ticket <text>', 'where it was decided'],
      ['--file <file>', 'the file of approvals', { byDefault: APPROVALS_FILE }],
    ],
    notes: `${examples(
      'zonewright migration approve example.com --ticket CHG-7',
      'zonewright migration approve example.com --validated-for 3d',
    )}

The default is never to finish where validation is possible. What the survey
lacks is read from the service, whose address and credentials come from
ZONEWRIGHT_BASE_URL and ZONEWRIGHT_API_TOKEN; nothing changes there.
docs/guides/migrate.md says what is approved.

Exit codes: 0 all zones are approved, or have nothing ahead, 1 failed, 2 the
command line is wrong, 3 some zones could not be approved, 130 Ctrl-C.`,
    run: async () => (await import('./run-migration.js')).migrationApproveCommand,
  },
};

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Allowed: a whole number from 0 to 65535, where 0 takes any free port.');
}
