import { examples, type CommandLine } from './command-line';

/** `zonewright explain`. */
export const explain: CommandLine = {
  describe: (command) =>
    command
      .description('say what a code of the service means, and what to do')
      .argument('[code]', 'the code, as in "status 400, code 50002" (default: all that are known)')
      .addHelpText('after', examples('zonewright explain 50002')),

  run: async (context, command) =>
    (await import('./run-explain.js')).explainCommand(context, command.args[0]),
};
