import { Option } from 'commander';
import { parseOutput } from '../terminal/outputs';
import { formatOption, outcomeCommand, type CommandLine } from './command-line';
import type { DriftFormat } from './run-drift';

const DRIFT_FORMATS = ['terminal', 'markdown', 'json'] as const satisfies readonly DriftFormat[];

/** `zonewright drift`. */
export const drift: CommandLine = {
  describe: (command) =>
    outcomeCommand(command)
      .description('say what others changed since the last apply, in folders of stacks')
      .argument('<stack...>', 'folders of stacks')
      .addOption(formatOption(DRIFT_FORMATS))
      .option(
        '--out <format=file>',
        'write a format to a file as well (repeat it)',
        parseOutput(DRIFT_FORMATS),
      )
      .addOption(
        new Option('--inventory <file>', 'zones that should be in a stack: YAML, CSV or JSON').conflicts(
          'allZones',
        ),
      )
      .option('--all-zones', 'all zones that the credentials see should be in a stack')
      .option('--unmanaged <file>', 'zones among them that need no stack, in the same formats')
      .option('--init', 'run init in each folder first')
      .addHelpText('after', EXIT_CODES),

  run: async (context, command) =>
    (await import('./run-drift.js')).driftCommand(context, command.opts(), command.args),
};

const EXIT_CODES = [
  '',
  'Exit codes: 0 no drift, 2 drift, 1 an error (it takes precedence).',
  '',
  'Examples:',
  '  $ zonewright drift stacks/*',
  '  $ zonewright drift stacks/* --all-zones --format markdown',
].join('\n');
