/** A file on its way to a destination. */
export interface Upload {
  /** The job's whole `destination_conf`. */
  readonly destination: string;
  /** Path of the file below the destination's own path. */
  readonly name: string;
  /** As it is sent or stored: for batches, gzip. */
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly contentEncoding?: 'gzip';
}

export type UploadOutcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** Destinations that begin with the prefix refuse every file with this message. */
export interface DestinationRefusal {
  readonly prefix: string;
  readonly message: string;
}

/** A file that arrived, as a test looks at it. */
export interface DeliveredFile {
  /** The destination with `{DATE}` filled in, without query and user info, which may hold secrets. */
  readonly destination: string;
  /** Path below the destination. */
  readonly name: string;
  /** ISO 8601: the emulator's time. */
  readonly at: string;
  /** The content as text, unpacked. */
  readonly text: string;
}

/**
 * Where jobs deliver to. Object stores are folders or memory; web receivers are connected to on loopback only.
 * A destination elsewhere receives into memory, as if it had answered 200: nothing leaves this machine.
 */
export interface Destinations {
  /** Never throws: what goes wrong at a destination is an outcome. */
  upload(upload: Upload): Promise<UploadOutcome>;
  /** The last 10,000 files that arrived since `clear`, oldest first, whose `destination` begins so. */
  files(prefix?: string): readonly DeliveredFile[];
  /** Refuses every later upload to destinations that begin so, in their shown form or as jobs have them. */
  refuse(prefix: string, message: string): void;
  /** Accepts uploads again; without a prefix, all. */
  accept(prefix?: string): void;
  refusals(): readonly DestinationRefusal[];
  /** Forgets what arrived. Files on disk stay. */
  forgetFiles(): void;
  /** Forgets what arrived and what is refused. Files on disk stay. */
  clear(): void;
}

declare module '../service/service' {
  interface Service {
    readonly destinations: Destinations;
  }
}
