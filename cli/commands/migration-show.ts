import { examples, type CommandLine } from './command-line';

/** `zonewright migration show`. */
export const show: CommandLine = {
  describe: (command) =>
    command
      .description('show the rules that the service would save for zones, their digest, and what is lost')
      .argument('<zone...>', 'zones by name or id')
      .addHelpText('after', examples('zonewright migration show shop.example')),

  run: async (context, command) =>
    (await import('./run-migration-show.js')).migrationShowCommand(context, command.args),
};
