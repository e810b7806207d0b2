import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, resolve } from 'node:path';
import { makeFolder } from '../../lib/provider/make-folder';
import { isRecord, zoneNameKey, type JsonObject } from '../../schema';
import { editedText } from '../files/input-file';
import {
  removeUnfinished,
  replaceFile,
  SECRET_MODE,
  textOf,
  unlessMissing,
  USUAL_MODE,
} from '../files/outputs';
import { endLastLine, progressLines } from '../files/progress';
import { codeOf, CommandFailure, folderInUse, unusableFolder } from '../terminal/failure';
import { parseJson } from '../text/json';
import type { DoneZone, OutputFile } from './language';

/** What a run of an adoption was asked for. */
export interface AdoptionRequest {
  readonly as: 'ts' | 'hcl';
  /** The address of the service. */
  readonly service: string;
  /** Zones by name or id, as they were given; `all` for all that the credentials see. */
  readonly zones: 'all' | readonly string[];
}

/** A line of the file that an adoption keeps in its folder: it has no secrets. */
type ProgressLine =
  | { readonly kind: 'request'; readonly request: AdoptionRequest }
  /** Before a file is written: its path, and the SHA-256 of its text. */
  | { readonly kind: 'file'; readonly path: string; readonly sha256: string }
  | { readonly kind: 'zone'; readonly zone: DoneZone };

/** How far an adoption is. */
interface Progress {
  readonly request: AdoptionRequest;
  /** The SHA-256 of each version of a file that was, or may have been, written. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** By id. */
  readonly zones: ReadonlyMap<string, DoneZone>;
  /** The variables that zones have, or had before they were read again. */
  readonly variables: ReadonlySet<string>;
}

/** Reads the file, except for a last line that was not written to its end. Undefined if it is not such a file. */
function parseProgress(text: string): Progress | undefined {
  const lines = progressLines<ProgressLine>(text, 'request');
  // What is written or removed by these paths is in the folder of the adoption.
  const isOutside = (path: unknown): boolean =>
    typeof path !== 'string' || isAbsolute(path) || path.split(/[\\/]/).includes('..');
  if (!lines || lines.some((line) => line.kind === 'file' && isOutside(line.path))) return undefined;
  const files = new Map<string, readonly string[]>();
  const zones = new Map<string, DoneZone>();
  let request: AdoptionRequest | undefined;
  for (const line of lines) {
    if (line.kind === 'file') files.set(line.path, [...(files.get(line.path) ?? []), line.sha256]);
    if (line.kind === 'zone') zones.set(line.zone.id, line.zone);
    // Each run begins with what it was asked for.
    if (line.kind === 'request') ({ request } = line);
  }
  const variables = new Set(lines.flatMap((line) => (line.kind === 'zone' ? line.zone.variables : [])));
  return request && { request, files, zones, variables };
}

/**
 * Why a run cannot continue an earlier one, in words; undefined when it can. Until a zone is done everything may differ;
 * after that the zones may, as long as those that are done are among them.
 */
function differenceFrom({ request, zones }: Progress, now: AdoptionRequest): string | undefined {
  if (zones.size === 0) return undefined;
  if (request.as !== now.as) return `it is written as ${request.as}, and not as ${now.as}`;
  if (request.service !== now.service) return `it is of ${request.service}, and not of ${now.service}`;
  const { zones: wanted } = now;
  if (wanted === 'all') return undefined;
  const keys = wanted.map(zoneNameKey);
  const missing = [...zones.values()].filter(
    ({ id, name }) => !keys.includes(id) && !keys.includes(zoneNameKey(name)),
  );
  if (missing.length === 0) return undefined;
  return `it has zones that this run is not to adopt: ${missing.map(({ name, id }) => name || id).join(', ')}`;
}

/** The file of a zone that is gone, and another in its folder that has the zone: to write the first would declare it twice. */
function renamed(path: string, { files, zones }: Progress): readonly [was: string, is: string] | undefined {
  for (const { id, file } of zones.values()) {
    const folder = join(path, dirname(file ?? ''));
    if (!file || existsSync(join(path, file)) || !existsSync(folder)) continue;
    const others = readdirSync(folder).map((name) => join(dirname(file), name));
    const isIt = (name: string): boolean =>
      extname(name) === extname(file) && !files.has(name) && textOf(join(path, name))?.includes(id) === true;
    const is = others.find(isIt);
    if (is !== undefined) return [file, is];
  }
  return undefined;
}

/** Says what is done, for a run that continues; it has no secrets. */
export const PROGRESS_FILE = '.zonewright-adopt.jsonl';

/** Values of variables until the run ends. */
export const APPENDED_SECRETS_FILE = '.zonewright-adopt-secrets.jsonl';

const OWN_FOLDER = {
  allowed: 'a folder that is new or empty, or that an earlier run of the same command wrote',
  hint: 'name another: --out <folder>',
};

/**
 * Opens a folder that is new or empty, or that has an earlier run of the same adoption. A new one is made when the
 * adoption begins.
 *
 * @throws CommandFailure
 */
export function openOutputFolder(named: string, request: AdoptionRequest): OutputFolder {
  const path = resolve(named);
  return guarded(path, () => {
    const content = [...(unlessMissing(() => readdirSync(path)) ?? [])];
    const progress = textOf(join(path, PROGRESS_FILE));
    const earlier = progress === undefined ? undefined : parseProgress(progress);
    // A run that could not write its first line, such as on a full disk, has written nothing else.
    if (content.length === 1 && progress?.includes('\n') === false) {
      rmSync(join(path, PROGRESS_FILE));
      content.length = 0;
    }
    if (content.length > 0 && !earlier) throw folderInUse(path, content, OWN_FOLDER);
    const difference = earlier && differenceFrom(earlier, request);
    if (difference !== undefined)
      throw new CommandFailure({
        message: `the folder ${path} has another adoption`,
        seen: [difference],
        allowed: [
          'a folder that is new or empty, or that an earlier run for the same service, language and zones wrote',
        ],
        hints: ['name another: --out <folder>', 'or remove the folder to begin again'],
      });
    const [was, is] = (earlier && renamed(path, earlier)) ?? [];
    if (was !== undefined)
      throw new CommandFailure({
        message: `the zone of ${was} would be declared twice`,
        seen: [`${was} is gone, and ${is}, which this command did not write, has its zone`],
        allowed: ['files under the names that this command gave them'],
        hints: [`rename ${is} to ${was} and run the same command again`, 'or name another: --out <folder>'],
      });
    for (const folder of new Set(['.', ...[...(earlier?.files.keys() ?? [])].map(dirname)]))
      removeUnfinished(join(path, folder));
    if (earlier) endLastLine(join(path, PROGRESS_FILE));
    return new OutputFolder(path, earlier, request);
  });
}

/** The folder of an adoption. It changes no file that the adoption did not write, or that somebody changed since. */
export class OutputFolder {
  /** The SHA-256 of each version of each file that was written. */
  readonly #written: Map<string, readonly string[]>;

  /** @param earlier how far an earlier run of the same adoption got; undefined if this is the first */
  constructor(
    readonly path: string,
    readonly earlier: Progress | undefined,
    private readonly request: AdoptionRequest,
  ) {
    this.#written = new Map(earlier?.files);
  }

  /** Makes the folder, and notes what is asked for: from now on it is that of the adoption. */
  begin(): this {
    guarded(this.path, () => makeFolder(this.path));
    this.note({ kind: 'request', request: this.request });
    return this;
  }

  has(file: string): boolean {
    return existsSync(join(this.path, file));
  }

  /** Notes what is done, for a run that continues. */
  note(line: ProgressLine): void {
    guarded(this.path, () => appendFileSync(join(this.path, PROGRESS_FILE), `${JSON.stringify(line)}\n`));
  }

  /** Writes a file, whole or not at all. */
  write({ path, text }: OutputFile): void {
    const file = join(this.path, path);
    guarded(this.path, () => {
      const there = textOf(file);
      const sha256 = digest(text);
      const versions = this.#written.get(path) ?? [];
      if (there !== undefined && !versions.includes(digest(there))) {
        // Nothing of ours has changed, so what somebody else changed in the file may stay.
        if (versions.at(-1) === sha256) return;
        throw changedByOthers(file);
      }
      this.note({ kind: 'file', path, sha256 });
      this.#written.set(path, [...versions, sha256]);
      replaceFile(file, text, USUAL_MODE);
    });
  }

  /** Removes a file that an earlier run wrote, if there is one. */
  remove(path: string): void {
    const file = join(this.path, path);
    guarded(this.path, () => {
      const there = textOf(file);
      if (there === undefined) return;
      if (!this.#written.get(path)?.includes(digest(there))) throw changedByOthers(file);
      rmSync(file);
    });
  }

  /** Opens the file for the values of variables, with what earlier runs added. */
  openSecrets(file: string): SecretsFile {
    return new SecretsFile(this.path, file);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (thrown) {
    if (codeOf(thrown) === undefined || thrown instanceof CommandFailure) throw thrown;
    const hint = 'or correct the cause and run the same command again';
    throw unusableFolder(path, thrown, 'name another: --out <folder>', hint);
  }
}

function changedByOthers(file: string): CommandFailure {
  return new CommandFailure({
    message: `the file ${file} would be overwritten or removed`,
    seen: ['it was changed since this command wrote it, or somebody else wrote it'],
    allowed: ['files that this command wrote, and that are as it wrote them'],
    hints: [
      'move the file out of the way and run the same command again',
      'or name another folder: --out <folder>',
    ],
  });
}

/**
 * The values of variables, in a JSON file that only its owner may read. Until the run ends, values are appended to a
 * second file, so that the time to write a zone does not depend on how many there are.
 */
export class SecretsFile {
  readonly #file: string;
  readonly #appended: string;

  /**
   * Moves what a killed run appended to the JSON file.
   *
   * @throws CommandFailure if the JSON file is malformed
   */
  constructor(
    private readonly folder: string,
    file: string,
  ) {
    this.#file = join(folder, file);
    this.#appended = join(folder, APPENDED_SECRETS_FILE);
    this.save();
  }

  /** Adds values by variable. They are on the disk when this returns. */
  add(values: Readonly<Record<string, string>>): void {
    // The line end comes first: an append that failed halfway damages no other line.
    const line = `\n${JSON.stringify(values)}`;
    guarded(this.folder, () => appendFileSync(this.#appended, line, { mode: SECRET_MODE }));
  }

  /**
   * Moves what was added to the JSON file.
   *
   * @param unused variables whose values are removed from it
   * @throws CommandFailure if somebody made the JSON file malformed; what was added stays for the next run
   */
  save(unused: ReadonlySet<string> = new Set()): void {
    guarded(this.folder, () => {
      const text = editedText(this.#file);
      const stored = text === undefined ? {} : parsed(text);
      if (stored === undefined)
        throw new CommandFailure({
          message: `the file ${this.#file} cannot be read as JSON`,
          seen: ['a text that is not one JSON object, for example with a comma too many'],
          allowed: ['a JSON object with the value of each variable by name'],
          hints: ['correct the file and run the same command again'],
        });
      // A line that was not written to its end belongs to a zone that is not done.
      const added = (textOf(this.#appended) ?? '').split('\n').flatMap((line) => parsed(line) ?? []);
      const all = Object.entries(Object.assign({}, stored, ...added) as JsonObject).sort();
      const used = all.filter(([name]) => !unused.has(name));
      if (added.length > 0 || used.length < all.length)
        replaceFile(this.#file, `${JSON.stringify(Object.fromEntries(used), null, 2)}\n`, SECRET_MODE);
      rmSync(this.#appended, { force: true });
    });
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
