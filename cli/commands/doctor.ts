import { examples, type CommandLine } from './command-line';

/** `zonewright doctor`. */
export const doctor: CommandLine = {
  describe: (command) =>
    command
      .description('check the engine, the address, the clock and what the credentials may do')
      .argument(
        '[zone]',
        'a zone by name or id, to try the credentials on (default: the first that they see)',
      )
      .addHelpText('after', examples('zonewright doctor', 'zonewright doctor shop.example > report.txt')),

  run: async (context, command) => (await import('./run-doctor.js')).doctorCommand(context, command.args[0]),
};
