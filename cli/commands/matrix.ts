import { InvalidArgumentError, Option } from 'commander';
import type { MatrixFormat } from '../matrix/matrix-formats';
import { examples, type CommandLine } from './command-line';

const FORMATS = ['json', 'github', 'atlantis'] as const satisfies readonly MatrixFormat[];

/** The folder that cdktf synthesizes into. */
const OUTDIR = 'cdktf.out';

/** `zonewright matrix`. */
export const matrix: CommandLine = {
  describe: (command) =>
    command
      .description('print the stacks of an app for the matrix of a pipeline: all, or those that changed')
      .argument('[folder]', 'where the app is synthesized', OUTDIR)
      .addOption(
        new Option('--since <revision>', 'only stacks that changed since this revision of git')
          .argParser(parseRevision)
          .conflicts('before'),
      )
      .option('--before <folder>', 'only stacks that differ from those in this folder, synthesized earlier')
      .option('--app <command>', "with --since: the command that runs the app (default: cdktf.json's)")
      .addOption(new Option('--format <format>', 'for which pipeline').choices([...FORMATS]).default('json'))
      .option('--group <number>', 'the most stacks of one job', parseGroup)
      .addHelpText(
        'after',
        examples('zonewright matrix', 'zonewright matrix --since origin/main --format github'),
      ),

  run: async (context, command) =>
    (await import('./run-matrix.js')).matrixCommand(
      context,
      command.opts(),
      command.processedArgs[0] as string,
    ),
};

/** No name of git begins with a hyphen: git would take it for an option. */
function parseRevision(text: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError('Allowed: a commit, branch or tag, such as HEAD^1 or origin/main.');
}

function parseGroup(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Allowed: a whole number from 1 on.');
}
