import { CommandFailure, EXIT_USAGE } from '../terminal/failure';
import { readInputFile } from '../files/input-file';

/** The options that say which zones a command is about. */
export interface WantedZonesOptions {
  /** A file with a zone in each line. */
  readonly zones?: string;
  readonly all?: true;
}

/** How messages name the command. */
export interface ZonesCommand {
  /** What it does with the zones, to follow "which zones": `to adopt`. */
  readonly what: string;
  /** A whole command line. */
  readonly example: string;
  /** The option that names a file with zones; null if there is none. @default '--zones <file>' */
  readonly file?: null;
}

/**
 * The zones of the arguments and of the file, each once, or all.
 *
 * @throws CommandFailure
 */
export function wantedZones(
  { all, zones: file }: WantedZonesOptions,
  named: readonly string[],
  command: ZonesCommand,
): 'all' | readonly string[] {
  const wanted = [...named, ...(file === undefined ? [] : linesOf(file))];
  if (all && wanted.length > 0) throw wrongZones('--all, and zones by name', command);
  if (all) return 'all';
  if (wanted.length === 0) throw wrongZones(file === undefined ? 'no zone' : `no zone in ${file}`, command);
  return [...new Set(wanted)];
}

/** One zone in each line; `#` begins a comment. */
function linesOf(file: string): readonly string[] {
  const lines = readInputFile(file, {
    code: 'zones_file',
    what: 'the list of zones',
    option: '--zones <file>',
    allowed: ['a text file with the name or the id of a zone in each line'],
    exitCode: EXIT_USAGE,
  }).split('\n');
  return lines.map((line) => line.replace(/#.*$/, '').trim()).filter((line) => line !== '');
}

function wrongZones(seen: string, { what, example, file }: ZonesCommand): CommandFailure {
  return new CommandFailure(
    {
      code: 'zones',
      message: `it is not clear which zones ${what}`,
      seen: [seen],
      allowed: [
        `names or ids of zones, ${file === null ? '' : 'a file with them (--zones <file>), '}or --all`,
      ],
      hints: [`for example: ${example}`],
    },
    EXIT_USAGE,
  );
}
