import { examples, type CommandLine } from './command-line';
import { APPROVALS_FILE } from '../migration/approvals-file';

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
        ) + NOTES,
      ),

  run: async (context, command) =>
    (await import('./run-migration-approve.js')).migrationApproveCommand(
      context,
      command.opts(),
      command.args,
    ),
};

const NOTES = `

The default is never to finish where validation is possible. Nothing changes at
the service, whose address and credentials come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. docs/guides/migrate.md says what is approved.

Exit codes: 0 all zones are approved, or have nothing ahead, 1 failed, 2 the
command line is wrong, 3 some zones could not be approved, 130 Ctrl-C.`;
