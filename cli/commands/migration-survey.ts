import { formatOption, type CommandLine } from './command-line';
import type { SurveyFormat } from './run-migration-survey';

const SURVEY_FORMATS = ['terminal', 'json'] as const satisfies readonly SurveyFormat[];

/** `zonewright migration survey`. */
export const survey: CommandLine = {
  describe: (command) =>
    command
      .description('say which zones can migrate, and what they lose')
      .argument('[zone...]', 'zones by name or id')
      .option('--zones <file>', 'the zones of this file: a name or an id in each line')
      .option('--all', 'all zones that the credentials see')
      .option('--out <file>', 'write the survey into this file, as JSON', 'survey.json')
      .addOption(formatOption(SURVEY_FORMATS))
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
  '  $ zonewright migration survey --all',
  '  $ zonewright migration survey example.com --format json',
].join('\n');
