import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { notWritable } from './failure';

/** A file to write, and the format of what is written. */
export interface Output<F extends string> {
  readonly format: F;
  readonly file: string;
}

/** A parser of `--out FORMAT=FILE`, which may be given several times. */
export function parseOutput<F extends string>(formats: readonly F[]) {
  return (text: string, before: readonly Output<F>[] = []): readonly Output<F>[] => {
    const at = text.indexOf('=');
    const format = formats.find((each) => each === text.slice(0, at));
    const file = text.slice(at + 1);
    if (format !== undefined && file !== '') return [...before, { format, file }];
    throw new InvalidArgumentError(`Allowed: FORMAT=FILE, with one of the formats ${formats.join(', ')}.`);
  };
}

/**
 * Writes each output; folders are created.
 *
 * @throws CommandFailure
 */
export function writeOutputs<F extends string>(
  outputs: readonly Output<F>[],
  text: (format: F) => string,
): void {
  for (const { format, file } of outputs) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text(format));
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
