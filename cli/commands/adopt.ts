import { type AdoptOptions } from './run-adopt';
import { Option } from 'commander';
import { examples, type CommandLine } from './command-line';

/** `zonewright adopt`. */
export const adopt: CommandLine = {
  describe: (command) =>
    command
      .description('write the configuration of zones that exist, with import blocks')
      .argument('[zone...]')
      .addOption(
        new Option('--as <language>', 'ts for constructs of CDK for Terraform, hcl for plain Terraform')
          .choices(['ts', 'hcl'] satisfies AdoptOptions['as'][])
          .makeOptionMandatory(),
      )
      .requiredOption('--out <folder>', 'write into this folder: new, empty, or of an earlier run')
      .option('--zones <file>', 'adopt the zones of this file: a name or an id in each line')
      .option('--all', 'adopt all zones that the credentials see')
      .option('--again', 'read zones again that are adopted into the folder already')
      .addHelpText(
        'after',
        examples(
          'zonewright adopt example.com --as hcl --out ./zones',
          'zonewright adopt --all --as ts --out ./zones',
        ) + NOTES,
      ),

  run: async (context, command) =>
    (await import('./run-adopt.js')).adoptCommand(context, command.opts(), command.args),
};

const NOTES = `

The address and the credentials of the service come from ZONEWRIGHT_BASE_URL and
ZONEWRIGHT_API_TOKEN. Nothing changes at the service. An interrupted run
continues when you run the same command again; --again also reads what is done.

Exit codes: 0 all zones are adopted, 1 failed, 2 the command line is wrong,
3 some zones could not be read and all others are adopted, 130 Ctrl-C.`;
