import { appendFileSync, rmSync } from 'node:fs';
import { isRecord, type JsonObject } from '../../schema';
import { CommandFailure } from '../terminal/failure';
import { parseJson } from '../text/json';
import { replaceFile, textOf } from '../files/replace-file';

/** Only the owner may read. */
const SECRET_MODE = 0o600;

/**
 * The values of variables, in a JSON file that only its owner may read. Until the run ends, values are appended to a
 * second file, so that the time to write a zone does not depend on how many there are.
 */
export class SecretsFile {
  /**
   * Moves what a killed run appended to the JSON file.
   *
   * @throws CommandFailure if the JSON file is malformed
   */
  constructor(
    private readonly path: string,
    private readonly appendedPath: string,
  ) {
    this.save();
  }

  /** Adds values by variable. They are on the disk when this returns. */
  add(values: Readonly<Record<string, string>>): void {
    // The line end comes first: an append that failed halfway damages no other line.
    appendFileSync(this.appendedPath, `\n${JSON.stringify(values)}`, { mode: SECRET_MODE });
  }

  /**
   * Moves what was added to the JSON file.
   *
   * @param unused variables whose values are removed from it
   * @throws CommandFailure if somebody made the JSON file malformed; what was added stays for the next run
   */
  save(unused: ReadonlySet<string> = new Set()): void {
    const text = textOf(this.path);
    const stored = text === undefined ? {} : parsed(text);
    if (stored === undefined) throw malformed(this.path);
    // A line that was not written to its end belongs to a zone that is not done.
    const added = (textOf(this.appendedPath) ?? '').split('\n').flatMap((line) => parsed(line) ?? []);
    const all = Object.entries(Object.assign({}, stored, ...added) as JsonObject);
    const used = all.filter(([name]) => !unused.has(name));
    if (added.length > 0 || used.length < all.length)
      replaceFile(this.path, `${JSON.stringify(Object.fromEntries(used), null, 2)}\n`, SECRET_MODE);
    rmSync(this.appendedPath, { force: true });
  }
}

/** Undefined if it is no JSON object. An error of the parser may quote secrets, so it is not passed on. */
function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function malformed(file: string): CommandFailure {
  return new CommandFailure({
    code: 'secrets_file',
    message: `the file ${file} cannot be read as JSON`,
    seen: ['a text that is not one JSON object, for example with a comma too many'],
    allowed: ['a JSON object with the value of each variable by name'],
    hints: ['correct the file and run the same command again'],
  });
}
