import { examples, type CommandLine } from './command-line';

/** `zonewright init`. */
export const init: CommandLine = {
  describe: (command) =>
    command
      .argument('[folder]', 'a folder that is new or empty', '.')
      .description('begin a project with a test, in TypeScript or HCL: a stack of one zone, or migrations')
      .option('--hcl', 'HCL in place of TypeScript')
      .option('--migration', 'migrations of zones, each as far as approvals.json says')
      .addHelpText(
        'after',
        examples(
          'zonewright init ./zone',
          'zonewright init --hcl ./zone',
          'zonewright init --migration ./waf',
        ),
      ),

  run: async (context, command) =>
    (await import('./run-init.js')).initCommand(context, command.args[0] ?? '.', command.opts()),
};
