import { LATEST_TIME } from '../determinism/clock';
import type { ServiceSettings } from '../service/settings';

/** When a migration that begins to finish at this time is over; both in milliseconds since the Unix epoch. */
export function finishTime(since: number, { finishSeconds }: ServiceSettings): number {
  // No later than a seed and a snapshot can say.
  return Math.min(LATEST_TIME, since + finishSeconds * 1000);
}
