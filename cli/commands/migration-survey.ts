import { Option } from 'commander';
import { parseShares, SURVEY_FILE } from '../migration/options';
import type { CommandLine } from './command-line';
import type { SurveyFormat } from './run-migration-survey';

const SURVEY_FORMATS = ['terminal', 'json', 'inventory'] as const satisfies readonly SurveyFormat[];

/** `zonewright migration survey`. */
export const survey: CommandLine = {
  describe: (command) =>
    command
      .description('say which zones can migrate, what they lose and in which order to migrate them')
      .argument('[zone...]', 'zones by name or id')
      .option('--zones <file>', 'the zones of this file: a name or an id in each line')
      .option('--inventory <file>', 'the zones of an inventory: YAML, CSV or JSON')
      .option('--all', 'all zones that the credentials see')
      .option('--out <file>', 'write the survey into this file, as JSON', SURVEY_FILE)
      .addOption(
        new Option('--format <format>', 'what is printed').choices(SURVEY_FORMATS).default('terminal'),
      )
      .option(
        '--suggest-shares <percents>',
        'suggest waves of these shares of the zones: 5,20,75',
        parseShares,
      )
      .addHelpText('after', NOTES),

  run: async (context, command) =>
    (await import('./run-migration-survey.js')).migrationSurveyCommand(context, command.opts(), command.args),
};

const NOTES = [
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
