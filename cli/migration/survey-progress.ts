import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { endLastLine, progressLines } from '../files/progress-lines';
import type { ZoneFacts } from './survey-model';

/** What a run notes beside the survey, for one that continues. */
type Line =
  | { readonly kind: 'service'; readonly service: string }
  /** A zone that was read. */
  | { readonly kind: 'zone'; readonly zone: ZoneFacts };

/** How far a survey is. */
export interface SurveyProgress {
  /** The zones that an earlier run has read, by id. */
  readonly read: ReadonlyMap<string, ZoneFacts>;
  /** Notes a zone that is read. It is on the disk when this returns. */
  readonly note: (zone: ZoneFacts) => void;
  /** Forgets all of it: the survey is written. */
  readonly end: () => void;
}

/** How long what an interrupted run has read counts, in milliseconds: a day. */
const VALID_FOR = 24 * 60 * 60 * 1000;

/**
 * Opens the notes of an interrupted survey of the same service, or begins new ones. Zones that were read more than a day
 * ago are read again.
 *
 * @param out the file of the survey; the notes are beside it
 */
export function openSurveyProgress(out: string, service: string, now: Date): SurveyProgress {
  const file = `${out}.progress`;
  const read = new Map<string, ZoneFacts>();
  if (existsSync(file)) {
    const lines = progressLines<Line>(readFileSync(file, 'utf8'));
    const [first] = lines;
    if (first?.kind === 'service' && first.service === service && !lines.includes(undefined)) {
      for (const line of lines)
        if (line?.kind === 'zone' && now.getTime() - Date.parse(line.zone.read_at) < VALID_FOR)
          read.set(line.zone.id, line.zone);
      endLastLine(file);
    } else rmSync(file);
  }
  mkdirSync(dirname(file), { recursive: true });
  const note = (line: Line): void => appendFileSync(file, `${JSON.stringify(line)}\n`);
  return {
    read,
    note: (zone) => {
      if (!existsSync(file)) note({ kind: 'service', service });
      note({ kind: 'zone', zone });
    },
    end: () => rmSync(file, { force: true }),
  };
}
