import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { decodedText } from '../../lib/provider/decoded-text';
import { codeOf, CommandFailure, EXIT_FAILED, reasonOf } from '../terminal/failure';
import { unlessMissing } from './outputs';

/** A file that an option names, for messages. */
export interface InputFile {
  /** `the survey` */
  readonly what: string;
  /** `--survey <file>` */
  readonly option: string;
  /** What the file may hold. */
  readonly allowed: readonly string[];
  /** @default EXIT_FAILED */
  readonly exitCode?: number;
}

/** The text of a file. @throws CommandFailure if it does not exist, is a folder, cannot be read or is no text */
export function readInputFile(file: string, input: InputFile): string {
  const { what, option, allowed, exitCode = EXIT_FAILED } = input;
  // Where it would be: relative paths are easily meant from another folder.
  const failure = (reason: string, hint: string): CommandFailure => {
    const seen = [`${resolve(file)} ${reason}`];
    const message = `${what} cannot be read: ${file}`;
    return new CommandFailure({ message, seen, allowed, hints: [`${hint}: ${option}`] }, exitCode);
  };
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const reason = REASONS[codeOf(error) ?? ''] ?? `cannot be read: ${reasonOf(error)}`;
    throw failure(reason, 'name a file that you may read');
  }
  try {
    return decodedText(bytes);
  } catch {
    throw failure('is not text in UTF-8 or UTF-16', 'save it in UTF-8, or name another file');
  }
}

/** The text of a file that people may edit; undefined if it does not exist. @throws also if it is no text */
export function editedText(file: string): string | undefined {
  return unlessMissing(() => decodedText(readFileSync(file)));
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is not a folder',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
};
