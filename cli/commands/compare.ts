import { examples, type CommandLine } from './command-line';

/** `zonewright compare`. */
export const compare: CommandLine = {
  describe: (command) =>
    command
      .description(
        'compare what the service answered with what the emulator answers, by the form of each value',
      )
      .argument('<copy>', 'a copy, made by zonewright copy')
      .option(
        '--record <file>',
        'write the forms of the service’s answers, to contribute them: no value is in it',
      )
      .addHelpText('after', examples('zonewright compare copy.yaml --record answers.json')),

  run: async (context, command) =>
    (await import('./run-compare.js')).compareCommand(context, command.opts(), command.args[0] ?? ''),
};
