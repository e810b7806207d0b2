import { type Command, InvalidArgumentError, Option } from 'commander';
import { collected } from '../outputs';

export const SURVEY_FORMATS = ['terminal', 'markdown', 'json', 'csv', 'inventory'] as const;

/** What a survey prints. */
export type SurveyFormat = (typeof SURVEY_FORMATS)[number];

export interface SurveyOptions {
  /** A file with a zone in each line. */
  readonly zones?: string;
  /** The inventory of a fleet. */
  readonly inventory?: string;
  readonly all?: true;
  /** Where the survey is written as JSON. */
  readonly out: string;
  readonly format: SurveyFormat;
  /** In percent. */
  readonly suggestShares?: readonly number[];
}

export interface ApproveOptions {
  readonly wave: string;
  readonly target?: 'validation' | 'finished';
  /** Why zones finish that could validate first. */
  readonly skipValidation?: string;
  readonly by?: string;
  readonly ticket: string;
  readonly inventory: string;
  readonly wavesByLabel?: string;
  readonly order?: readonly string[];
  /** In percent. */
  readonly wavesByShare?: readonly number[];
  readonly survey: string;
  readonly approvals: string;
  /** Each `ZONE=REASON`. */
  readonly leaveOut?: readonly string[];
  /** Names or ids. */
  readonly takeIn?: readonly string[];
}

/** The file of a survey, and the file of the approvals. */
const [SURVEY_FILE, APPROVALS_FILE] = ['survey.json', 'approvals.json'];

/** Describes `zonewright migration survey`. */
export function describeSurvey(command: Command): Command {
  return command
    .description('say which zones can migrate, what they lose and in which order to migrate them')
    .argument('[zone...]', 'zones by name or id')
    .option('--zones <file>', 'the zones of this file: a name or an id in each line')
    .option('--inventory <file>', 'the zones of an inventory: YAML, CSV or JSON')
    .option('--all', 'all zones that the credentials see')
    .option('--out <file>', 'write the survey into this file, as JSON', SURVEY_FILE)
    .addOption(new Option('--format <format>', 'what is printed').choices(SURVEY_FORMATS).default('terminal'))
    .option('--suggest-shares <percents>', 'suggest waves of these shares of the zones: 5,20,75', parseShares)
    .addHelpText('after', SURVEY_NOTES);
}

/** Describes `zonewright migration approve`. */
export function describeApprove(command: Command): Command {
  return command
    .description('write down that a person approves the migration of a wave of zones')
    .requiredOption('--wave <name>', 'the wave')
    .addOption(
      new Option(
        '--target <state>',
        'how far its zones may go (default: validation while one of them can validate)',
      ).choices(['validation', 'finished']),
    )
    .addOption(
      new Option('--skip-validation <reason>', 'finish zones that could validate first, and why').implies({
        target: 'finished',
      }),
    )
    .option('--by <name>', "who approves it (default: git's user.name and user.email)")
    .requiredOption('--ticket <number>', 'what the approval is filed under')
    .requiredOption('--inventory <file>', 'the zones of the rollout: YAML, CSV or JSON')
    .addOption(
      new Option('--waves-by-label <label>', 'as RolloutWaves.byLabel: the label with the wave').conflicts(
        'wavesByShare',
      ),
    )
    .addOption(
      new Option('--order <names>', 'with --waves-by-label: all waves, the first one first')
        .argParser(parseNames)
        .conflicts('wavesByShare'),
    )
    .option('--waves-by-share <percents>', 'as RolloutWaves.byShare: 5,20,75', parseShares)
    .option('--survey <file>', 'what zonewright migration survey has written', SURVEY_FILE)
    .option('--approvals <file>', 'where the approval is written', APPROVALS_FILE)
    .option('--leave-out <zone=reason>', 'a zone that does not migrate with the wave (repeat it)', collected)
    .option(
      '--take-in <zone>',
      'a zone that was left out by --leave-out, or that has finished in another wave (repeat it)',
      collected,
    )
    .addHelpText('after', APPROVE_NOTES);
}

function parseShares(text: string): readonly number[] {
  const shares = text.split(',').map((share) => (/^\s*\d+(\.\d+)?\s*$/.test(share) ? Number(share) : 0));
  const sum = shares.reduce((one, other) => one + other, 0);
  if (shares.every((share) => share > 0) && Math.abs(sum - 100) < 1e-9) return shares;
  throw new InvalidArgumentError('Allowed: percentages above 0 that are 100 together, such as 5,20,75.');
}

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '') && new Set(names).size === names.length) return names;
  throw new InvalidArgumentError('Allowed: the names of the waves, each once, such as canary,early,rest.');
}

const SURVEY_NOTES = [
  '',
  'The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and',
  'ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run',
  'continues when you run the same command again within a day.',
  '',
  'Exit codes: 0 all zones are read, 1 failed, 2 the command line is wrong, 3 some',
  'zones could not be read and all others are in the survey, 130 Ctrl-C.',
  '',
  'Examples:',
  '  $ zonewright migration survey --inventory zones.csv',
  '  $ zonewright migration survey --all --suggest-shares 5,20,75 \\',
  '      --format inventory > zones.csv',
].join('\n');

const APPROVE_NOTES = [
  '',
  'Reads and writes files only. What is approved are the digests of the survey: a',
  'plan refuses a zone whose rules have changed since.',
  '',
  'Example:',
  '  $ zonewright migration approve --wave canary --ticket OPS-1 \\',
  '      --inventory zones.csv --waves-by-label wave',
].join('\n');
