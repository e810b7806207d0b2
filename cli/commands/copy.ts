import { examples, type CommandLine } from './command-line';

/** `zonewright copy`. */
export const copy: CommandLine = {
  describe: (command) =>
    command
      .description('copy zones into a seed of the emulator, as secret as a state file; it only reads')
      .argument('[zone...]', 'names or ids of zones')
      .option('--zones <file>', 'a file with a zone in each line')
      .option('--all', 'all zones that the credentials see')
      .requiredOption('--out <file>', 'the file to write')
      .addHelpText(
        'after',
        examples('zonewright copy example.com --out copy.yaml', 'zonewright copy --all --out copy.json'),
      ),

  run: async (context, command) =>
    (await import('./run-copy.js')).copyCommand(context, command.opts(), command.args),
};
