import { randomInt } from 'node:crypto';
import {
  lstatSync,
  writeFileSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { codeOf, notWritable, CommandFailure } from '../terminal/failure';
import { makeFolder } from '../../lib/provider/make-folder';

/** The formats of what a command has found. */
export const FORMATS = ['terminal', 'markdown', 'json', 'html'] as const;

export type Format = (typeof FORMATS)[number];

/** The file of approvals where no other is named: here, so that the command line loads nothing else of migrations. */
export const APPROVALS_FILE = 'approvals.json';

/** The survey that is written, and that is approved, where no other is named. */
export const SURVEY_FILE = 'survey.json';

/** A file to write, and the format of what is written. */
export interface Output {
  readonly format: Format;
  readonly file: string;
}

/** Parses `--out FORMAT=FILE`, which may be given several times. */
export function parseOutput(text: string, before: readonly Output[] = []): readonly Output[] {
  const [, name, file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
  const format = FORMATS.find((each) => each === name);
  if (format !== undefined) return [...before, { format, file }];
  throw new InvalidArgumentError(`Allowed: FORMAT=FILE, with one of the formats ${FORMATS.join(', ')}.`);
}

/**
 * Writes each output; folders are created. A link is replaced, whatever it leads to: nothing shows that the file there is
 * an earlier output.
 *
 * @throws CommandFailure
 */
export function writeOutputs(outputs: readonly Output[], text: (format: Format) => string): void {
  for (const { format, file } of outputs) {
    try {
      const there = lstatSync(file, { throwIfNoEntry: false });
      const mode = there?.isFile() ? there.mode & 0o777 : undefined;
      try {
        replaceFile(file, text(format), mode ?? SECRET_MODE, file);
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

/** For `.gitignore`: files that are renamed once they are complete. A killed run leaves one, perhaps with secrets. */
export const UNFINISHED_FILES = '.*.new';
const UNFINISHED = /^\.\d+\.new$/;

/** Everybody may read. */
export const USUAL_MODE = 0o644;

/** Only the owner may read: for what may hold secrets, such as rules, whose expressions may compare with one. */
export const SECRET_MODE = 0o600;

/** Each attempt fails only if a command opens the folder at that moment. */
const ATTEMPTS = 20;

/**
 * Writes a file, whole or not at all.
 *
 * @param mode of the file from then on
 * @param target what is replaced: a link stays one, and the file that it leads to is replaced, unless this is the link
 */
export function replaceFile(
  file: string,
  text: string,
  mode: number,
  target: string = unlessMissing(() => realpathSync(file)) ?? file,
): void {
  // Such as /dev/stdout, which may lead to a file that the shell has open: nothing can take its place.
  const there = lstatSync(target, { throwIfNoEntry: false });
  const isDevice =
    /^\/(dev\/(?!shm\/)|proc\/)/.test(resolve(file)) || (there && !there.isFile() && !there.isSymbolicLink());
  if (isDevice) return writeFileSync(file, text);
  for (let left = ATTEMPTS; ; left -= 1) {
    const beside = join(dirname(target), `.${randomInt(2 ** 47)}.new`);
    try {
      makeFolder(dirname(target));
      writeFileSync(beside, text, { mode, flag: 'wx' });
      renameSync(beside, target);
      return;
    } catch (error) {
      rmSync(beside, { force: true });
      // Another command takes what it finds for a leftover: see `removeUnfinished`.
      if (codeOf(error) !== 'ENOENT' || left === 1) throw error;
    }
  }
}

/**
 * Removes what killed runs left in a folder that may not exist. Nobody can tell whether a run still writes: a process
 * has the number that another one had, or is in another container. Such a run writes its file again.
 */
export function removeUnfinished(folder: string): void {
  const names = unlessMissing(() => readdirSync(folder)) ?? [];
  for (const name of names) if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true });
}

/** The text of a file; undefined if it does not exist. */
export function textOf(file: string): string | undefined {
  return unlessMissing(() => readFileSync(file, 'utf8'));
}

export function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
