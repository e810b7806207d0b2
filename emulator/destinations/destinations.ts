import { type Clock, timestamp } from '../service/clock';
import { parseDestination, publicDestination } from './destination';

/** Makes destinations that begin with the prefix refuse every file with this message. */
interface DestinationRefusal {
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
  /** Its content. */
  readonly text: string;
}

/** A file on its way to a destination. */
interface Upload {
  /** The job's whole `destination_conf`. */
  readonly destination: string;
  /** Path of the file below the destination's own path. */
  readonly name: string;
  readonly text: string;
}

/**
 * The destinations of jobs: the files with which the service tests them, and those that prove ownership, in memory.
 * Nothing leaves this machine.
 */
export interface Destinations {
  /** Whether the destination takes files now. */
  outcomeAt(destination: string): UploadOutcome;
  /** Leaves a file there, if it takes any. */
  upload(upload: Upload): UploadOutcome;
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
  /** Forgets what arrived. */
  forgetFiles(): void;
  /** Forgets what arrived and the refusals. */
  clear(): void;
}

declare module '../service/service' {
  interface Service {
    readonly destinations: Destinations;
  }
}

/** How many files are kept for tests. */
const KEPT_FILES = 10_000;

/** The destinations of this emulator. */
export function createDestinations(clock: Clock): Destinations {
  let files: DeliveredFile[] = [];
  let refusals: readonly DestinationRefusal[] = [];

  /** The destination as it is shown, or why it takes no file. */
  const shownAt = (
    text: string,
  ): { readonly shown: string } | { readonly ok: false; readonly message: string } => {
    const parsed = parseDestination(text);
    if (!parsed.ok) return { ok: false, message: `the destination is refused because ${parsed.reason}` };
    const path = fillDate(parsed.destination.path, clock.now());
    const shown = publicDestination({ ...parsed.destination, path });
    const refusal = refusals.find(({ prefix }) => shown.startsWith(prefix) || text.startsWith(prefix));
    return refusal === undefined ? { shown } : { ok: false, message: refusal.message };
  };
  return {
    outcomeAt: (destination) => {
      const at = shownAt(destination);
      return 'ok' in at ? at : { ok: true };
    },
    upload: ({ destination, name, text }) => {
      const at = shownAt(destination);
      if ('ok' in at) return at;
      files.push({ destination: at.shown, name, at: timestamp(clock.now()), text });
      if (files.length > KEPT_FILES) files.shift();
      return { ok: true };
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

/**
 * Fills `{DATE}` in with the UTC day, `YYYYMMDD` (docs/internals/service.md 5.6).
 *
 * @param time milliseconds since the Unix epoch
 */
export function fillDate(text: string, time: number): string {
  return text.replaceAll('{DATE}', new Date(time).toISOString().slice(0, 10).replaceAll('-', ''));
}

export type UploadOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };
