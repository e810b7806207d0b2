import { InvalidArgumentError, Option } from 'commander';
import type { Model } from '../../emulator';
import { examples, type CommandLine } from './command-line';

/** The port that `zonewright emulator` listens on by default. */
const DEFAULT_PORT = 8790;

/** `zonewright emulator`. */
export const emulator: CommandLine = {
  describe: (command) =>
    command
      .description('run the emulated zone service on this machine until Ctrl-C')
      .option('--port <number>', 'port; 0 takes any free port', parsePort, DEFAULT_PORT)
      .option('--seed <file>', 'start with the zones of this file (YAML or JSON)')
      .option('--save <file>', 'write the state to this file at the end, to start with it by --seed')
      .option('--destinations <folder>', 'keep the files of object stores in this folder')
      .addOption(
        new Option('--clock <kind>', 'running follows real time, virtual only moves when told to')
          .choices(['running', 'virtual'])
          .default('running'),
      )
      .addOption(
        new Option(
          '--model <name>',
          "behave as the service is today, or as its specification says (default: the seed's, or today)",
        ).choices(['today', 'specification'] satisfies Model[]),
      )
      .option('--quiet', 'do not log requests')
      .addHelpText(
        'after',
        examples('zonewright emulator', 'zonewright emulator --port 0 --seed zones.yaml'),
      ),

  run: async (context, command) =>
    (await import('./run-emulator.js')).emulatorCommand(context, command.opts()),
};

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Allowed: a whole number from 0 to 65535, where 0 takes any free port.');
}
