import { isDeepStrictEqual } from 'node:util';
import type { Zone } from '../service/zone';

/** The maximum number of zones to remember; beyond that, the one that changed first is forgotten. */
const MAX_ZONES = 1000;

/** Earlier states of zones, for stale reads. */
export interface ZoneHistory {
  /** Records a zone, before and after anything that may write to it. */
  note(zone: Zone): void;
  /** The zone as it was this many writes ago, or as long ago as is known; `undefined` without a write. */
  before(zone: Zone, writes: number): Zone | undefined;
  /** Starts again: forgets the states so far. */
  forget(): void;
}

/**
 * Remembers them as long as a rule needs it.
 *
 * @param depth how many writes back a read may currently be; with 0 nothing is kept
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
