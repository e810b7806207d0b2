import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailure, notWritable } from '../terminal/failure';
import { removeUnfinished, replaceFile, unlessMissing } from './replace-file';

/** The file that a command writes at its end, for messages. */
export interface OutputFile {
  /** `the survey` */
  readonly what: string;
  /** Whether a file with this text is one of these: only such a file is replaced. */
  readonly isOurs: (text: string) => boolean;
  /** More hints for a file that is none. */
  readonly hints?: readonly string[];
}

/** @throws CommandFailure if a file is there already that is somebody else's */
export function checkOutput(out: string, output: OutputFile): void {
  guarded(out, output, () => removeUnfinished(dirname(out)));
  const text = guarded(out, output, () => unlessMissing(() => readFileSync(out, 'utf8')));
  if (text === undefined || output.isOurs(text)) return;
  const noun = output.what.replace(/^the /, '');
  throw new CommandFailure({
    code: 'file_in_use',
    message: `the file ${out} would be overwritten`,
    seen: [`it is not a ${noun}`],
    allowed: [`a file that does not exist, or an earlier ${noun}`],
    hints: ['name another file: --out <file>', ...(output.hints ?? [])],
  });
}

/** @throws CommandFailure if it cannot be written */
export function writeOutput(out: string, text: string, mode: number, output: OutputFile): void {
  guarded(out, output, () => replaceFile(out, text, mode));
}

/** @throws CommandFailure if the files beside the output cannot be used either */
export function guarded<T>(out: string, { what }: OutputFile, use: () => T): T {
  try {
    return use();
  } catch (error) {
    throw notWritable(what, out, '--out <file>', error);
  }
}
