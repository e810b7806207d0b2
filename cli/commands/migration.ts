import { APPROVALS_FILE } from '../migration/approvals-file';
import { examples, formatOption, type CommandLine } from './command-line';

/** `zonewright migration survey`. */
export const survey: CommandLine = {
  describe: (command) =>
    command
      .description('say where the migration of each zone is, what it loses, and who has to do what')
      .argument('[zone...]', 'zones by name or id')
      .option('--all', 'all zones that the credentials see')
      .option('--zones', 'name each of many equal zones')
      .option('--file <file>', 'the file of approvals, if there is one', APPROVALS_FILE)
      .option('--out <file>', 'write the survey into this file, as JSON', 'survey.json')
      .addOption(formatOption())
      .addHelpText('after', SURVEY_NOTES),

  run: async (context, command) =>
    (await import('./run-migration.js')).migrationSurveyCommand(context, command.opts(), command.args),
};

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
  '  $ zonewright migration survey --all',
  '  $ zonewright migration survey example.com --format json',
].join('\n');

/** `zonewright migration approve`. */
export const approve: CommandLine = {
  describe: (command) =>
    command
      .description('approve the next step of zones: write rows into a file that a plan compares')
      .argument('[zone...]', 'zones by name or id')
      .option('--for <step>', 'approve this step: validation or finished (default: the next one)')
      .option('--by <name>', 'who approves (default: user.name and user.email of git)')
      .option('--ticket <text>', 'where it was decided')
      .option('--file <file>', 'the file of approvals', APPROVALS_FILE)
      .addHelpText(
        'after',
        examples(
          'zonewright migration approve example.com --ticket CHG-7',
          'zonewright migration approve example.com --for finished',
        ) + APPROVE_NOTES,
      ),

  run: async (context, command) =>
    (await import('./run-migration.js')).migrationApproveCommand(context, command.opts(), command.args),
};

const APPROVE_NOTES = `

The default is never to finish where validation is possible. Nothing changes at
the service, whose address and credentials come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. docs/guides/migrate.md says what is approved.

Exit codes: 0 all zones are approved, or have nothing ahead, 1 failed, 2 the
command line is wrong, 3 some zones could not be approved, 130 Ctrl-C.`;
