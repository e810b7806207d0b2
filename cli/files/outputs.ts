import { statSync, writeFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { replaceFile, unlessMissing, USUAL_MODE } from './output-file';
import { codeOf, notWritable } from '../terminal/failure';

/** The formats of what a command has found. */
export const FORMATS = ['terminal', 'markdown', 'json', 'html'] as const;

export type Format = (typeof FORMATS)[number];

/** A file to write, and the format of what is written. */
export interface Output {
  readonly format: Format;
  readonly file: string;
}

/** Parses `--out FORMAT=FILE`, which may be given several times. */
export function parseOutput(text: string, before: readonly Output[] = []): readonly Output[] {
  const at = text.indexOf('=');
  const format = FORMATS.find((each) => each === text.slice(0, at));
  const file = text.slice(at + 1);
  if (format !== undefined && file !== '') return [...before, { format, file }];
  throw new InvalidArgumentError(`Allowed: FORMAT=FILE, with one of the formats ${FORMATS.join(', ')}.`);
}

/**
 * Writes each output; folders are created.
 *
 * @throws CommandFailure
 */
export function writeOutputs(outputs: readonly Output[], text: (format: Format) => string): void {
  for (const { format, file } of outputs) {
    try {
      const mode = unlessMissing(() => statSync(file).mode & 0o777);
      try {
        replaceFile(file, text(format), mode ?? USUAL_MODE);
      } catch (error) {
        // The file may be writable where its folder is not, or be mounted by itself.
        if (mode === undefined || !['EACCES', 'EPERM', 'EBUSY'].includes(codeOf(error) ?? '')) throw error;
        writeFileSync(file, text(format));
      }
    } catch (error) {
      throw notWritable(`the ${format} output`, file, `--out ${format}=FILE`, error);
    }
  }
}

/** Gathers the values of an option that may be given several times. */
export function collected(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** A whole number, for a limit. */
export function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Allowed: a whole number, 0 or more.');
}
