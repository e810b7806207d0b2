import { readFileSync, truncateSync, appendFileSync, chmodSync, existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '../../schema';
import { makeFolder } from '../../lib/provider/make-folder';
import { guarded, type OutputFile } from './outputs';

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

/** How far a command is that reads many zones. */
export interface ReadingProgress<T extends WhatWasRead> {
  /** What an earlier run has read, by id. */
  readonly read: ReadonlyMap<string, T>;
  /** Notes what is read. It is on the disk when this returns. */
  readonly note: (zone: T) => void;
  /** Forgets all of it: the file is written. */
  readonly end: () => void;
}

/** Nobody else may read it. */
const MODE = 0o600;

/** How long what an interrupted run has read counts, in milliseconds: a day. */
const VALID_FOR = 24 * 60 * 60 * 1000;

/**
 * Opens the notes of an interrupted run on the same service, or begins new ones. What was read more than a day ago is read
 * again.
 *
 * @param out the file that the command writes; the notes are beside it
 */
export function openReadingProgress<T extends WhatWasRead>(
  out: string,
  service: string,
  output: OutputFile,
): ReadingProgress<T> {
  const progress = guarded(out, output, () => opened<T>(`${out}.progress`, service));
  return { ...progress, note: (zone) => guarded(out, output, () => progress.note(zone)) };
}

function opened<T extends WhatWasRead>(file: string, service: string): ReadingProgress<T> {
  const read = new Map<string, T>();
  if (existsSync(file)) {
    const lines = progressLines<Line<T>>(readFileSync(file, 'utf8'), 'service');
    const [first] = lines ?? [];
    if (lines && first?.kind === 'service' && first.service === service) {
      for (const line of lines)
        if (line.kind === 'zone' && Date.now() - Date.parse(line.zone.read_at) < VALID_FOR)
          read.set(line.zone.id, line.zone);
      endLastLine(file);
      chmodSync(file, MODE);
    } else rmSync(file);
  }
  makeFolder(dirname(file));
  const note = (line: Line<T>): void => appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: MODE });
  return {
    read,
    note: (zone) => {
      if (!existsSync(file)) note({ kind: 'service', service });
      note({ kind: 'zone', zone });
    },
    end: () => rmSync(file, { force: true }),
  };
}
