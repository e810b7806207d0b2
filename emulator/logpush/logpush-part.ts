import type { ZonePart } from '../seed/zone-part';
import type { LogpushState } from './logpush-state';
import { emptyLogpush } from './logpush-state';

/** The log push jobs of a zone in a seed. */
export interface LogpushDocument {
  readonly jobs?: readonly Readonly<Record<string, unknown>>[];
}

export const LOGPUSH_PART: ZonePart<LogpushState, LogpushDocument> = {
  read: (reader) => {
    reader?.members(['jobs']);
    return () => emptyLogpush();
  },
  write: ({ jobs }) => ({ jobs: [...jobs.values()].map((job) => ({ ...job })) }),
};
