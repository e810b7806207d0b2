import type { ZonePart } from '../seed/zone-part';
import type { PreviousWaf } from './previous-waf';
import { defaultPreviousWaf } from './previous-waf';

/** The previous managed rules of a zone in a seed. */
export interface PreviousWafDocument {
  readonly enabled?: boolean;
}

export const PREVIOUS_WAF_PART: ZonePart<PreviousWaf, PreviousWafDocument> = {
  read: (reader) => {
    reader?.members(['enabled']);
    return () => defaultPreviousWaf();
  },
  write: ({ enabled }) => ({ enabled }),
};
