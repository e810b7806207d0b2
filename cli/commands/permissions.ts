import { examples, type CommandLine } from './command-line';

/** `zonewright permissions`. */
export const permissions: CommandLine = {
  describe: (command) =>
    command
      .description('print the least permissions of a token that plans stacks, and of one that applies them')
      .argument(
        '<stack...>',
        'folders or files: configurations, synthesized stacks, saved plans or their JSON',
      )
      .addHelpText(
        'after',
        examples('zonewright permissions stacks/', 'zonewright permissions cdktf.out/stacks/*'),
      ),

  run: async (context, command) =>
    (await import('./run-permissions.js')).permissionsCommand(context, command.args),
};
