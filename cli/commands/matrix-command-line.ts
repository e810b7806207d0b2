import { type Command, InvalidArgumentError, Option } from 'commander';

const MATRIX_FORMATS = ['json', 'github', 'gitlab', 'atlantis'] as const;

/** For which pipeline a matrix is printed. */
export type MatrixFormat = (typeof MATRIX_FORMATS)[number];

export interface MatrixOptions {
  readonly since?: string;
  readonly before?: string;
  readonly app?: string;
  readonly format: MatrixFormat;
  readonly group?: number;
}

/** The folder that cdktf synthesizes into. */
const OUTDIR = 'cdktf.out';

/** Describes the command line of `zonewright matrix`. */
export function describeMatrix(command: Command): Command {
  return command
    .description('print the stacks of an app for the matrix of a pipeline: all, or those that changed')
    .argument('[folder]', 'where the app is synthesized', OUTDIR)
    .addOption(
      new Option('--since <revision>', 'only stacks that changed since this revision of git')
        .argParser(parseRevision)
        .conflicts('before'),
    )
    .option('--before <folder>', 'only stacks that differ from those in this folder, synthesized earlier')
    .option('--app <command>', "with --since: the command that runs the app (default: cdktf.json's)")
    .addOption(
      new Option('--format <format>', 'for which pipeline').choices([...MATRIX_FORMATS]).default('json'),
    )
    .option('--group <number>', 'the most stacks of one job', parseGroup);
}

/** No name of git begins with a hyphen: git would take it for an option. */
function parseRevision(text: string): string {
  if (text !== '' && !text.startsWith('-')) return text;
  throw new InvalidArgumentError('Allowed: a commit, branch or tag, such as HEAD^1 or origin/main.');
}

function parseGroup(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Allowed: a whole number from 1 on.');
}
