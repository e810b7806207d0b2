import { gunzipSync } from 'node:zlib';
import { constants, mkdirSync, statSync } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Clock, timestamp } from '../service/clock';
import { parseDestination, publicDestination } from './destination';
import { schemeRules } from './schemes';

/** Makes destinations that begin with the prefix refuse every file with this message. */
export interface DestinationRefusal {
  readonly prefix: string;
  readonly message: string;
}

/** A file that arrived, in the form for tests. */
export interface DeliveredFile {
  /** The destination with `{DATE}` filled in, without query and user info, which may hold secrets. */
  readonly destination: string;
  /** Path below the destination. */
  readonly name: string;
  /** ISO 8601: the emulator's time. */
  readonly at: string;
  /** The content as text, uncompressed. */
  readonly text: string;
}

/** A file on its way to a destination. */
export interface Upload {
  /** The job's whole `destination_conf`. */
  readonly destination: string;
  /** Path of the file below the destination's own path. */
  readonly name: string;
  /** The bytes to store; gzip for batches. */
  readonly content: Uint8Array;
}

/**
 * The destinations of jobs. Files for object stores stay in memory or in a folder, those for receivers on the web in
 * memory: nothing leaves this machine.
 */
export interface Destinations {
  /** Never throws: a failure of a destination is an outcome. */
  upload(upload: Upload): Promise<UploadOutcome>;
  /** The last 10,000 files since `clear`, oldest first, whose `destination` begins with the prefix. */
  files(prefix?: string): readonly DeliveredFile[];
  /**
   * Refuses every later upload to destinations that begin with the prefix, in their shown form or as jobs have them.
   */
  refuse(prefix: string, message: string): void;
  /** Accepts uploads again; without a prefix, all. */
  accept(prefix?: string): void;
  /** The current refusals. */
  refusals(): readonly DestinationRefusal[];
  /** Forgets what arrived. Files on disk stay. */
  forgetFiles(): void;
  /** Forgets what arrived and the refusals. Files on disk stay. */
  clear(): void;
}

declare module '../service/service' {
  interface Service {
    readonly destinations: Destinations;
  }
}

interface DestinationOptions {
  readonly clock: Clock;
  /** Where object stores also keep their files. @default - only in memory */
  readonly folder?: string | undefined;
}

/** How many files are kept for tests. */
const KEPT_FILES = 10_000;

/** The destinations of this emulator. */
export function createDestinations({ clock, folder }: DestinationOptions): Destinations {
  let files: DeliveredFile[] = [];
  let refusals: readonly DestinationRefusal[] = [];

  return {
    upload: async (upload) => {
      const at = clock.now();
      const parsed = parseDestination(upload.destination);
      if (!parsed.ok) return { ok: false, message: `the destination is refused because ${parsed.reason}` };
      const destination = { ...parsed.destination, path: fillDate(parsed.destination.path, at) };
      const shown = publicDestination(destination);
      const refusal = refusals.find(
        ({ prefix }) => shown.startsWith(prefix) || upload.destination.startsWith(prefix),
      );
      if (refusal !== undefined) return { ok: false, message: refusal.message };
      const { name, content } = upload;
      const { scheme, authority, path } = destination;
      const isStored = folder !== undefined && schemeRules(scheme).receiver === 'objects';
      const key = [scheme, authority, path, name];
      const outcome = isStored ? await storeFile(folder, key, content) : ({ ok: true } as const);
      if (outcome.ok) {
        files.push({ destination: shown, name, at: timestamp(at), text: unpackedText(content) });
        if (files.length > KEPT_FILES) files.shift();
      }
      return outcome;
    },
    files: (prefix = '') => files.filter((file) => file.destination.startsWith(prefix)),
    refuse: (prefix, message) => {
      refusals = [...refusals.filter((known) => known.prefix !== prefix), { prefix, message }];
    },
    accept: (prefix) => {
      refusals = prefix === undefined ? [] : refusals.filter((known) => known.prefix !== prefix);
    },
    refusals: () => refusals,
    forgetFiles: () => {
      files = [];
    },
    clear: () => {
      files = [];
      refusals = [];
    },
  };
}

/** The content as text, uncompressed if it is gzip. What only looks like gzip stays as it is. */
function unpackedText(content: Uint8Array): string {
  const isGzip = content[0] === 0x1f && content[1] === 0x8b;
  try {
    return Buffer.from(isGzip ? gunzipSync(content) : content).toString();
  } catch {
    return Buffer.from(content).toString();
  }
}

/**
 * Fills `{DATE}` in with the UTC day, `YYYYMMDD` (docs/internals/service.md 5.6).
 *
 * @param time milliseconds since the Unix epoch
 */
export function fillDate(text: string, time: number): string {
  return text.replaceAll('{DATE}', new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}

export type UploadOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** The folder for the files of object stores is not a folder, or cannot be created or written to. */
export class DestinationFolderError extends Error {
  constructor(
    /** The folder, as it was given. */
    readonly folder: string,
    cause: Error,
  ) {
    super(`The folder ${folder} cannot hold the files of destinations:\n  ${cause.message}`, { cause });
    this.name = 'DestinationFolderError';
  }
}

/** Creates the folder if needed. @throws DestinationFolderError */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DestinationFolderError(folder, error as Error);
  }
}

/**
 * Stores a file of an object store as `<folder>/<scheme>/<bucket>/<path>/<name>`. No part of the key leads out of the
 * folder: whatever a file system could read as more than a name is replaced.
 */
async function storeFile(
  folder: string,
  key: readonly string[],
  content: Uint8Array,
): Promise<UploadOutcome> {
  const file = join(folder, ...key.flatMap((part) => part.split('/')).flatMap(safeName));
  try {
    makeFolder(dirname(file));
    // A part of it is of no use, such as on a full disk.
    await writeFile(file, content).catch(async (error: unknown) => {
      await rm(file, { force: true });
      throw error;
    });
    return { ok: true };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { ok: false, message: `the file could not be stored: ${code}` };
  }
}

/** Node's own `recursive` never returns where no folder can be made, such as in `/proc`. @throws the system's error */
function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (!there && dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (there || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function safeName(name: string): readonly string[] {
  if (name === '') return [];
  // eslint-disable-next-line no-control-regex -- it replaces control characters
  return [/^\.+$/.test(name) ? '_'.repeat(name.length) : name.replace(/[\x00-\x1f\x7f\\:*?"<>|]/g, '_')];
}
