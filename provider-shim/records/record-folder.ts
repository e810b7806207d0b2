import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord } from '../../schema/description/value';
import { makeFolder } from './cache-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds after which a record is obsolete. */
export const MAX_AGE = 30 * 24 * 60 * 60 * 1000;

/** Bytes. A larger file is not a record. */
const MAX_BYTES = 1_000_000;

const FILE = /^([0-9a-f]{32})\.json$/;

/** A record of a creation, written before its request is sent. It holds no secrets. */
export interface CreationRecord {
  readonly zoneId: string;
  /** A hash of the service and the state. */
  readonly scope: string;
  /** The salt of the fingerprint, hexadecimal. */
  readonly salt: string;
  /** HMAC-SHA-256 of the object to create, hexadecimal. */
  readonly fingerprint: string;
  /** The ids of the objects that the zone had before. */
  readonly before: readonly number[];
  /** The id of the created object; null until the service answers. */
  readonly made: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** The process that sent it, to check whether it may still be working. */
  readonly sender: Sender;
}

/** The process of a provider, and of the engine that started it. */
export interface Sender {
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the words of its system: another process may get its number. */
  readonly start: string;
  readonly engine: number;
}

/**
 * The records of creations as files, readable only by their owner: `<zone>/<token>.json`. Each zone has its own folder,
 * so that its cost does not depend on how many zones this run works on.
 */
export class RecordFolder {
  readonly #path: string;

  /** @param dataFolder the engine's: see {@link dataFolderOf} */
  constructor(dataFolder: string) {
    this.#path = join(dataFolder, 'zonewright', 'creations');
  }

  /** Writes a record atomically: a process that dies meanwhile leaves the old one. @throws Error of the file system */
  write(token: string, record: CreationRecord): void {
    const { zoneId } = record;
    const unfinished = this.#file(zoneId, token, 'tmp');
    const write = (): void => {
      makeFolder(this.#folder(zoneId));
      writeFileSync(unfinished, JSON.stringify(record), { mode: 0o600 });
    };
    try {
      // Another process may remove the empty folder in between.
      if (!succeeds(write)) write();
      renameSync(unfinished, this.#file(zoneId, token));
    } catch (error) {
      // On a full disk, a part of it may be there.
      succeeds(() => unlinkSync(unfinished));
      throw error;
    }
  }

  /** Renames a record to another token. @returns false if another process was first */
  rename(zoneId: string, from: string, to: string): boolean {
    return succeeds(() => renameSync(this.#file(zoneId, from), this.#file(zoneId, to)));
  }

  remove(zoneId: string, token: string): void {
    succeeds(() => unlinkSync(this.#file(zoneId, token)));
    this.#removeEmpty(zoneId);
  }

  /** The zones that have records. */
  zones(): readonly string[] {
    return namesIn(this.#path);
  }

  /**
   * The records of a zone, by token. Records that are damaged or older than `since` are removed.
   *
   * @param since milliseconds since 1970 UTC
   * @param isWanted whether to read the record with this token
   */
  read(
    zoneId: string,
    since: number,
    isWanted: (token: string) => boolean = () => true,
  ): ReadonlyMap<string, CreationRecord> {
    const records = new Map<string, CreationRecord>();
    const names = namesIn(this.#folder(zoneId));
    for (const name of names) {
      const token = FILE.exec(name)?.[1];
      if (token !== undefined && !isWanted(token)) continue;
      const file = join(this.#folder(zoneId), name);
      const record = token === undefined ? undefined : parseCreationRecord(textOf(file));
      if (token !== undefined && record?.zoneId === zoneId && record.at >= since) records.set(token, record);
      // Another process may be writing.
      else if (token !== undefined || ageOf(file) < since) succeeds(() => unlinkSync(file));
    }
    if (names.length > 0 && records.size === 0) this.#removeEmpty(zoneId);
    return records;
  }

  #removeEmpty(zoneId: string): void {
    succeeds(() => rmdirSync(this.#folder(zoneId)));
  }

  #folder(zoneId: string): string {
    return join(this.#path, zoneId);
  }

  #file(zoneId: string, token: string, ending = 'json'): string {
    return join(this.#folder(zoneId), `${token}.${ending}`);
  }
}

/** Parses a record; undefined for a text that no provider wrote. */
function parseCreationRecord(text: string): CreationRecord | undefined {
  const value = parsed(text);
  if (!isRecord(value)) return undefined;
  const { zoneId, scope, salt, fingerprint, before, made, at, sender } = value;
  if (![zoneId, scope, salt, fingerprint].every(isHex) || !Array.isArray(before)) return undefined;
  if (!before.every(isNumber) || !(made === null || isNumber(made)) || !isNumber(at)) return undefined;
  if (!isRecord(sender) || typeof sender['host'] !== 'string') return undefined;
  if (!isNumber(sender['pid']) || !isNumber(sender['engine'])) return undefined;
  if (typeof sender['start'] !== 'string') return undefined;
  return value as unknown as CreationRecord;
}

/** Parses JSON; undefined when malformed. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isHex(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{32,64}$/.test(value);
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** The engine's data folder of a root module: `TF_DATA_DIR`, else `.terraform`. */
export function dataFolderOf(folder: string, environment: Environment): string {
  return resolve(folder, environment['TF_DATA_DIR'] || '.terraform');
}

/**
 * A hash of the service and of the root module's state: its workspace and backend. An object that was created for one
 * state is not taken into another.
 */
export function scopeOf(service: string, dataFolder: string, environment: Environment): string {
  const workspace = environment['TF_WORKSPACE'] || textOf(join(dataFolder, 'environment')).trim();
  const backend = backendIn(textOf(join(dataFolder, 'terraform.tfstate')));
  return createHash('sha256')
    .update(JSON.stringify([service, workspace || 'default', backend]))
    .digest('hex');
}

function backendIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly backend?: unknown }).backend ?? null;
  } catch {
    return null;
  }
}

/** The names in a folder; empty if it does not exist. Checking first is a hundred times as fast as an error. */
function namesIn(path: string): readonly string[] {
  try {
    return existsSync(path) ? readdirSync(path) : [];
  } catch {
    return [];
  }
}

/** The text of a file; empty when it cannot be read. */
function textOf(file: string): string {
  try {
    return statSync(file).size > MAX_BYTES ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** When a file was last modified, in milliseconds since 1970 UTC. */
function ageOf(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return Infinity;
  }
}

function succeeds(change: () => void): boolean {
  try {
    change();
    return true;
  } catch {
    return false;
  }
}
