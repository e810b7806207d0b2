import { gunzipSync } from 'node:zlib';
import { type Clock, timestamp } from '../service/clock';
import { parseDestination } from './parse-destination';
import { publicDestination } from './redact-destination';
import { schemeRules } from './schemes';
import { type UploadOutcome, storeFile } from './store-file';

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
