import { isDeepStrictEqual } from 'node:util';
import type { Zone } from '../service/zone';

/** How many zones are remembered; of more, the one that changed first is forgotten. */
const MAX_ZONES = 1000;

/** Earlier states of zones, for reads that are behind. */
export interface ZoneHistory {
  /** Looks at a zone, before and after whatever may write to it. */
  note(zone: Zone): void;
  /** The zone as it was this many writes ago, or as far back as is known; `undefined` without a write. */
  before(zone: Zone, writes: number): Zone | undefined;
  /** Begins anew: what was noted so far does not count as earlier any more. */
  forget(): void;
}

/**
 * Remembers zones as long as somebody needs it.
 *
 * @param depth how many writes back somebody may look now; with 0 nothing is kept
 */
export function createZoneHistory(depth: () => number): ZoneHistory {
  const states = new Map<string, readonly Zone[]>();
  const note = (zone: Zone): readonly Zone[] => {
    const writes = depth();
    if (writes === 0) {
      states.clear();
      return [];
    }
    const known = states.get(zone.id) ?? [];
    const now = structuredClone(zone);
    if (known.length > 0 && isDeepStrictEqual(known.at(-1), now)) return known;
    const kept = [...known, now].slice(-(writes + 1));
    states.set(zone.id, kept);
    if (states.size > MAX_ZONES) states.delete(states.keys().next().value ?? '');
    return kept;
  };
  return {
    note,
    forget: () => states.clear(),
    before: (zone, writes) => {
      const known = note(zone);
      return known[Math.max(0, known.length - 1 - writes)];
    },
  };
}
