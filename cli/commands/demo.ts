import { examples, type CommandLine } from './command-line';

/** `zonewright demo`. */
export const demo: CommandLine = {
  describe: (command) =>
    command
      .description('show the main tasks from beginning to end, on the emulator with the real engine')
      .option('--keep', 'keep the working folder')
      .option('--verbose', 'show the whole output of the engine')
      .addHelpText('after', examples('zonewright demo', 'zonewright demo --keep --verbose')),

  run: async (context, command) => (await import('./run-demo.js')).demoCommand(context, command.opts()),
};
