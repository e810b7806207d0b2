import { examples, type CommandLine } from './command-line';

/** `zonewright demo`. */
export const demo: CommandLine = {
  describe: (command) =>
    command
      .description('show the main tasks from beginning to end, on the emulator with the real engine')
      .option('--keep', 'keep the working folder')
      .option('--dir <folder>', 'work in this folder, which must be new or empty, and keep it')
      .option('--verbose', 'show the whole output of the engine')
      .addHelpText('after', examples('zonewright demo', 'zonewright demo --dir ./zonewright-demo --verbose')),

  run: async (context, command) => (await import('./run-demo.js')).demoCommand(context, command.opts()),
};
