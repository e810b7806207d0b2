import {
  readFileSync,
  truncateSync,
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '../../schema';
import { makeFolder } from '../../lib/provider/make-folder';
import { guarded, SECRET_MODE, textOf, type OutputFile } from './outputs';

/** A line of the file in which a command notes what is done, for a run that continues: JSON with its kind. */
export interface ProgressLine {
  readonly kind: string;
}

/**
 * The lines of such a file, except for a last one that was not written to its end. Undefined if it is none: a line is
 * malformed, or the first one is of another kind.
 */
export function progressLines<Line extends ProgressLine>(
  text: string,
  first: Line['kind'],
): readonly [Line, ...Line[]] | undefined {
  try {
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));
    const isWhole = lines.every((line) => isRecord(line) && typeof line['kind'] === 'string');
    return isWhole && (lines[0] as Line | undefined)?.kind === first
      ? (lines as [Line, ...Line[]])
      : undefined;
  } catch {
    return undefined;
  }
}

/** A run that was killed may have written half a line, which must not become the beginning of another. */
export function endLastLine(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.endsWith('\n')) truncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));
}

/** What was read of a zone. */
export interface WhatWasRead {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly read_at: string;
}

/** What a run notes beside the file that it writes, for one that continues. */
type Line<T> =
  { readonly kind: 'service'; readonly service: string } | { readonly kind: 'zone'; readonly zone: T };

/** How long what an interrupted run has read counts, in milliseconds: a day. */
const VALID_FOR = 24 * 60 * 60 * 1000;

/** How far a command is that reads many zones: notes beside the file that it writes. */
export class ReadingProgress<T extends WhatWasRead> {
  /** What an earlier run has read, by id. */
  readonly read = new Map<string, T>();
  readonly #file: string;

  /**
   * Opens the notes of an interrupted run on the same service, or begins new ones. What was read more than a day ago is read
   * again.
   */
  constructor(
    private readonly out: string,
    private readonly service: string,
    private readonly output: OutputFile,
  ) {
    this.#file = `${out}.progress`;
    guarded(out, output, () => this.#open());
  }

  #open(): void {
    makeFolder(dirname(this.#file));
    // Notes are appended: a link would lead them elsewhere.
    if (lstatSync(this.#file, { throwIfNoEntry: false })?.isSymbolicLink()) return rmSync(this.#file);
    const text = textOf(this.#file);
    if (text === undefined) return;
    const lines = progressLines<Line<T>>(text, 'service') ?? [];
    if (lines[0]?.kind !== 'service' || lines[0].service !== this.service) return rmSync(this.#file);
    for (const line of lines)
      if (line.kind === 'zone' && Date.now() - Date.parse(line.zone.read_at) < VALID_FOR)
        this.read.set(line.zone.id, line.zone);
    endLastLine(this.#file);
    chmodSync(this.#file, SECRET_MODE);
  }

  /** Notes what is read. It is on the disk when this returns. */
  note(zone: T): void {
    const first: Line<T> = { kind: 'service', service: this.service };
    const lines: Line<T>[] = [...(existsSync(this.#file) ? [] : [first]), { kind: 'zone', zone }];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    guarded(this.out, this.output, () => appendFileSync(this.#file, text, { mode: SECRET_MODE }));
  }

  /** Forgets all of it: the file is written. */
  end(): void {
    rmSync(this.#file, { force: true });
  }
}
