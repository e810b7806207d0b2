import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, CommandFailure, folderInUse, reasonOf } from '../terminal/failure';
import { endLastLine } from '../files/progress-lines';
import { removeUnfinished, replaceFile, textOf, USUAL_MODE } from '../files/replace-file';
import type { OutputFile } from './output';
import {
  differenceFrom,
  parseProgress,
  type AdoptionRequest,
  type Progress,
  type ProgressLine,
} from './progress';
import { SecretsFile } from './secrets-file';

/** Says what is done, for a run that continues; it has no secrets. */
export const PROGRESS_FILE = '.zonewright-adopt.jsonl';

/** Values of variables until the run ends. */
export const APPENDED_SECRETS_FILE = '.zonewright-adopt-secrets.jsonl';

/** The folder of an adoption. It changes no file that the adoption did not write, or that somebody changed since. */
export interface OutputFolder {
  readonly path: string;
  /** How far an earlier run of the same adoption got; undefined if this is the first. */
  readonly earlier: Progress | undefined;
  /** Whether it has a file. */
  has(path: string): boolean;
  /** Notes what is done, for a run that continues. */
  note(line: ProgressLine): void;
  /** Writes a file, whole or not at all. */
  write(file: OutputFile): void;
  /** Removes a file that an earlier run wrote, if there is one. */
  remove(path: string): void;
  /** Opens the file for the values of variables, with what earlier runs added. */
  openSecrets(path: string): Pick<SecretsFile, 'add' | 'save'>;
}

const OWN_FOLDER = {
  allowed: 'a folder that is new or empty, or that an earlier run of the same command wrote',
  hint: 'name another: --out <folder>',
};

/**
 * Opens a folder that is new or empty, or that has an earlier run of the same adoption.
 *
 * @throws CommandFailure
 */
export function openOutputFolder(named: string, request: AdoptionRequest): OutputFolder {
  const path = resolve(named);
  return guarded(path, () => {
    mkdirSync(path, { recursive: true });
    const content = readdirSync(path);
    const earlier = content.includes(PROGRESS_FILE)
      ? parseProgress(readFileSync(join(path, PROGRESS_FILE), 'utf8'))
      : undefined;
    if (content.length > 0 && !earlier) throw folderInUse(path, content, OWN_FOLDER);
    const difference = earlier && differenceFrom(earlier, request);
    if (difference !== undefined) throw anotherAdoption(path, difference);
    const written = new Map(earlier?.files);
    for (const folder of new Set(['.', ...[...written.keys()].map(dirname)]))
      removeUnfinished(join(path, folder));
    const note = (line: ProgressLine): void =>
      guarded(path, () => appendFileSync(join(path, PROGRESS_FILE), `${JSON.stringify(line)}\n`));
    if (earlier) endLastLine(join(path, PROGRESS_FILE));
    note({ kind: 'request', request });
    return {
      path,
      earlier,
      has: (relative) => existsSync(join(path, relative)),
      note,
      write: ({ path: relative, text }) =>
        guarded(path, () => {
          const there = textOf(join(path, relative));
          const sha256 = digest(text);
          const versions = written.get(relative) ?? [];
          if (there !== undefined && !versions.includes(digest(there))) {
            // Nothing of ours has changed, so what somebody else changed in the file may stay.
            if (versions.at(-1) === sha256) return;
            throw changedByOthers(join(path, relative));
          }
          note({ kind: 'file', path: relative, sha256 });
          written.set(relative, [...versions, sha256]);
          replaceFile(join(path, relative), text, USUAL_MODE);
        }),
      remove: (relative) =>
        guarded(path, () => {
          const there = textOf(join(path, relative));
          if (there === undefined) return;
          if (!written.get(relative)?.includes(digest(there))) throw changedByOthers(join(path, relative));
          rmSync(join(path, relative));
        }),
      openSecrets: (relative) => {
        const open = (): SecretsFile =>
          new SecretsFile(join(path, relative), join(path, APPENDED_SECRETS_FILE));
        const secrets = guarded(path, open);
        return {
          add: (values) => guarded(path, () => secrets.add(values)),
          save: (unused) => guarded(path, () => secrets.save(unused)),
        };
      },
    };
  });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (codeOf(thrown) === undefined || thrown instanceof CommandFailure) throw thrown;
    throw new CommandFailure(
      {
        code: 'folder',
        message: `the folder ${path} cannot be used`,
        seen: [reasonOf(thrown)],
        allowed: ['a folder that is new or empty, and that you may write to'],
        hints: ['name another: --out <folder>', 'or correct the cause and run the same command again'],
      },
      undefined,
      { cause: thrown },
    );
  }
}

function anotherAdoption(path: string, difference: string): CommandFailure {
  return new CommandFailure({
    code: 'folder_of_another_adoption',
    message: `the folder ${path} has another adoption`,
    seen: [difference],
    allowed: [
      'a folder that is new or empty, or that an earlier run for the same service, language and zones wrote',
    ],
    hints: ['name another: --out <folder>', 'or remove the folder to begin again'],
  });
}

function changedByOthers(file: string): CommandFailure {
  return new CommandFailure({
    code: 'file_in_use',
    message: `the file ${file} would be overwritten or removed`,
    seen: ['it was changed since this command wrote it, or somebody else wrote it'],
    allowed: ['files that this command wrote, and that are as it wrote them'],
    hints: [
      'move the file out of the way and run the same command again',
      'or name another folder: --out <folder>',
    ],
  });
}
