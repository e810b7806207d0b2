import { InvalidArgumentError, Option } from 'commander';
import { APPROVALS_FILE, parseShares, SURVEY_FILE } from '../migration/options';
import { collected } from '../terminal/outputs';
import type { CommandLine } from './command-line';

/** `zonewright migration approve`. */
export const approve: CommandLine = {
  describe: (command) =>
    command
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
      .option(
        '--leave-out <zone=reason>',
        'a zone that does not migrate with the wave (repeat it)',
        collected,
      )
      .option(
        '--take-in <zone>',
        'a zone that was left out by --leave-out, or that has finished in another wave (repeat it)',
        collected,
      )
      .addHelpText('after', NOTES),

  run: async (context, command) =>
    (await import('./run-migration-approve.js')).migrationApproveCommand(context, command.opts()),
};

function parseNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '') && new Set(names).size === names.length) return names;
  throw new InvalidArgumentError('Allowed: the names of the waves, each once, such as canary,early,rest.');
}

const NOTES = [
  '',
  'Reads and writes files only. What is approved are the digests of the survey: a',
  'plan refuses a zone whose rules have changed since.',
  '',
  'Example:',
  '  $ zonewright migration approve --wave canary --ticket OPS-1 \\',
  '      --inventory zones.csv --waves-by-label wave',
].join('\n');
