import { readFileSync, truncateSync } from 'node:fs';
import { isRecord } from '../../schema';

/** A line of the file in which a command notes what is done, for a run that continues: JSON with its kind. */
export interface ProgressLine {
  readonly kind: string;
}

/** The lines of such a file, except for a last one that was not written to its end; undefined for any that is malformed. */
export function progressLines<Line extends ProgressLine>(text: string): readonly (Line | undefined)[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(parseLine<Line>);
}

function parseLine<Line extends ProgressLine>(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return isRecord(line) && typeof line['kind'] === 'string' ? (line as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
}

/** A run that was killed may have written half a line, which must not become the beginning of another. */
export function endLastLine(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.endsWith('\n')) truncateSync(file, Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)));
}
