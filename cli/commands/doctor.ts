import { examples, type CommandLine } from './command-line';

/** `zonewright doctor`. */
export const doctor: CommandLine = {
  describe: (command) =>
    command
      .description('check the engine, the address, the clock and what the credentials may do')
      .argument(
        '[stack...]',
        'folders or files (configurations, synthesized stacks, saved plans or their JSON), to say which permissions they need',
      )
      .option('--fetch', 'download OpenTofu, once, if this machine has no engine')
      .option('--zone <zone>', 'by name or id, to try the credentials on (default: the first that they see)')
      .addHelpText(
        'after',
        examples(
          'zonewright doctor',
          'zonewright doctor cdktf.out/stacks/* --zone shop.example > report.txt',
        ),
      ),

  run: async (context, command) =>
    (await import('./run-doctor.js')).doctorCommand(context, command.opts(), command.args),
};
