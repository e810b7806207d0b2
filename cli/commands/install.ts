import { examples, type CommandLine } from './command-line';

/** `zonewright install`. */
export const install: CommandLine = {
  describe: (command) =>
    command
      .description('put the provider where Terraform and OpenTofu find it, for stacks written in HCL')
      .option('--dir <folder>', "a plugin folder other than this user's")
      .addHelpText('after', examples('zonewright install', 'zonewright install --dir ./terraform.d/plugins')),

  run: async (context, command) => (await import('./run-install.js')).installCommand(context, command.opts()),
};
