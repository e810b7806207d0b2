import { resolve } from 'node:path';
import { textOfFile, UnreadableFileError } from '../../lib/fleet/text-file';
import { CommandFailure, EXIT_FAILED, reasonOf, type Problem } from '../terminal/failure';
import { parseJson } from '../text/json';

/** A file that an option names, for messages. */
export interface InputFile {
  readonly code: string;
  /** `the inventory` */
  readonly what: string;
  /** `--inventory <file>` */
  readonly option: string;
  /** What the file may hold. */
  readonly allowed: readonly string[];
  /** How to get such a file. @default none */
  readonly make?: string;
  /** @default EXIT_FAILED */
  readonly exitCode?: number;
}

/** The text of a file. @throws CommandFailure if it does not exist, is a folder, cannot be read or is not UTF-8 */
export function readInputFile(file: string, input: InputFile): string {
  try {
    return textOfFile(file);
  } catch (error) {
    throw unreadable(file, input, error);
  }
}

/**
 * The document in a file.
 *
 * @param problemOf says what is wrong with the document
 * @param parse throws an error if the text is none
 * @throws CommandFailure
 */
export function readDocument(
  file: string,
  input: InputFile,
  problemOf: (document: unknown) => string | undefined,
  parse: (text: string) => unknown = parseJson,
): unknown {
  const { code, what, option, allowed, make, exitCode } = input;
  const text = readInputFile(file, input);
  let document: unknown;
  let seen: string | undefined;
  try {
    document = parse(text);
    seen = problemOf(document);
  } catch (error) {
    seen = reasonOf(error);
  }
  if (seen === undefined) return document;
  const hints = [...(make === undefined ? [] : [make]), `name another file: ${option}`];
  throw new CommandFailure(
    { code, message: `${what} cannot be read: ${file}`, seen: [seen], allowed, hints },
    exitCode,
  );
}

/** That a file cannot be read, with where it would be: relative paths are easily meant from another folder. */
export function unreadable(file: string, input: InputFile, thrown: unknown): unknown {
  if (!(thrown instanceof UnreadableFileError)) return thrown;
  const { code, what, option, allowed, exitCode = EXIT_FAILED } = input;
  const problem: Problem = {
    code,
    message: `${what} cannot be read: ${file}`,
    seen: [`${resolve(file)} ${thrown.reason}`],
    allowed,
    hints: [
      thrown.isWrongEncoding
        ? `save it in UTF-8, or name another file: ${option}`
        : `name a file that you may read: ${option}`,
    ],
  };
  return new CommandFailure(problem, exitCode, { cause: thrown });
}
