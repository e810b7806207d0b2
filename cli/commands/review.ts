import { parseCount, parseOutput } from '../files/outputs';
import { formatOption, outcomeCommand, type CommandLine } from './command-line';

/** `zonewright review`. */
export const review: CommandLine = {
  describe: (command) =>
    outcomeCommand(command)
      .description('say what saved plans do, the most dangerous first')
      .argument('<plan...>', 'saved plans, their JSON, or folders that hold them')
      .addOption(formatOption())
      .option('--out <format=file>', 'write a format to a file as well (repeat it)', parseOutput)
      .option('--max-delete <number>', 'exit with 4 if more objects are destroyed', parseCount)
      .option('--max-finish <number>', 'exit with 4 if more migrations finish', parseCount)
      .option('--require-proof', 'exit with 3 if the service has not accepted a change at plan')
      .addHelpText('after', EXIT_CODES),

  run: async (context, command) =>
    (await import('./run-review.js')).reviewCommand(context, command.opts(), command.args),
};

const EXIT_CODES = [
  '',
  'Exit codes: 0 no changes, 2 changes, 3 a change that cannot be undone or, with',
  '--require-proof, is not proven, 4 over a limit, 1 an error. If several apply:',
  '1 before 4 before 3 before 2.',
  '',
  'Examples:',
  '  $ zonewright review tfplan',
  '  $ zonewright review stacks/ --out markdown=comment.md --max-finish 10',
].join('\n');
