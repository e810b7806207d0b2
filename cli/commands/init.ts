import { examples, type CommandLine } from './command-line';

/** `zonewright init`. */
export const init: CommandLine = {
  describe: (command) =>
    command
      .argument('[folder]', 'a folder that is new or empty', '.')
      .description('begin a project: a stack of one zone with a test, in TypeScript or HCL')
      .option('--hcl', 'HCL in place of TypeScript')
      .addHelpText('after', examples('zonewright init ./zone', 'zonewright init --hcl ./zone')),

  run: async (context, command) =>
    (await import('./run-init.js')).initCommand(context, command.args[0] ?? '.', command.opts()),
};
