import type { RateLimit } from './rate-limit';

/** The limit that the service publishes for each user (docs/service.md 2.4). */
export const QUOTA = 1200;
export const WINDOW_MS = 300_000;

/** Milliseconds that are counted together. */
const SLOT_MS = 10_000;
export const SLOTS = WINDOW_MS / SLOT_MS;

/** Counts requests, because not every answer tells what is left. */
export interface RequestCount {
  readonly add: (now: number, requests: number) => void;
  /** What is left of the service's published limit, by what was counted. */
  readonly left: (now: number) => RateLimit;
}

/** Where the requests of each slot of time are counted. Slots are numbered from 1970 on. */
export interface Slots {
  readonly add: (slot: number, requests: number) => void;
  readonly get: (slot: number) => number;
}

/**
 * Counts the requests of the last five minutes, whenever the service's own five minutes begin.
 *
 * @param slots @default of this process alone
 */
export function createRequestCount(slots: Slots = slotsInMemory()): RequestCount {
  let current = -1;
  /** Slots before the current one, the oldest first. Nothing is added to them any more. */
  let earlier: readonly number[] = [];

  return {
    add(now, requests) {
      slots.add(Math.floor(now / SLOT_MS), requests);
    },
    left(now) {
      const slot = Math.floor(now / SLOT_MS);
      if (slot !== current) {
        current = slot;
        earlier = Array.from({ length: SLOTS }, (_, index) => slots.get(slot - SLOTS + index));
      }
      const used = earlier.reduce((sum, count) => sum + count, slots.get(slot));
      const oldest = earlier.findIndex((count) => count > 0);
      // A slot counts until the last moment of it is a window ago.
      const leaves = slot + 1 + (oldest === -1 ? SLOTS : oldest);
      return {
        remaining: Math.max(0, QUOTA - used),
        resetMs: leaves * SLOT_MS - now,
        quota: QUOTA,
        windowMs: WINDOW_MS,
      };
    },
  };
}

/** Slots of this process alone. */
export function slotsInMemory(): Slots {
  const counts = new Map<number, number>();
  return {
    add(slot, requests) {
      for (const known of counts.keys()) if (known < slot - SLOTS) counts.delete(known);
      counts.set(slot, (counts.get(slot) ?? 0) + requests);
    },
    get: (slot) => counts.get(slot) ?? 0,
  };
}
