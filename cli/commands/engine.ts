import { examples, type CommandLine } from './command-line';

/** `zonewright engine`. */
export const engine: CommandLine = {
  describe: (command) =>
    command
      .description('print which Terraform or OpenTofu is used, and why')
      .option('--fetch', 'download the pinned OpenTofu release if there is no other engine')
      .addHelpText('after', examples('zonewright engine', 'zonewright engine --fetch')),

  run: async (context, command) => (await import('./run-engine.js')).engineCommand(context, command.opts()),
};
