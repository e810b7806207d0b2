import { collected, parseOutput } from '../files/outputs';
import { formatOption, outcomeCommand, type CommandLine } from './command-line';

/** `zonewright rehearse`. */
export const rehearse: CommandLine = {
  describe: (command) =>
    outcomeCommand(command)
      .description('plan and apply stacks on a copy of their zones; production is not asked')
      .argument('<stack...>', 'folders of stacks, in the order in which they are applied')
      .requiredOption('--on <file>', 'the copy, made by zonewright copy')
      .option('--var-file <file>', 'variables, as for the engine (repeat it)', collected)
      .addOption(formatOption())
      .option('--out <format=file>', 'write a format to a file as well (repeat it)', parseOutput)
      .addHelpText('after', EXIT_CODES),

  run: async (context, command) =>
    (await import('./run-rehearse.js')).rehearseCommand(context, command.opts(), command.args),
};

const EXIT_CODES = [
  '',
  'Exit codes: those of review; 1 also if apply is refused or leaves changes.',
  '',
  'Examples:',
  '  $ zonewright copy example.com --out copy.yaml',
  '  $ zonewright rehearse stacks/example --on copy.yaml --out html=rehearsal.html',
].join('\n');
