import { createPacer } from '../../../provider-shim/api/pacing/pacing';
import type { Pacer, PacerOptions, PacingSettings } from '../../../provider-shim/api/pacing/pacing';
import type { RateLimit } from '../../../provider-shim/api/pacing/rate-limit';
import type { Time } from '../../../provider-shim/api/pacing/time';
import { virtualTime } from './virtual-time';

export const START = Date.UTC(2026, 0, 1);

export const PLENTY: RateLimit = {
  remaining: 1_000_000,
  resetMs: 900_000,
  quota: 1_000_000,
  windowMs: 900_000,
};

/** A pacer that knows there is plenty, unless its first answer says something else. */
export async function pacerOf(
  settings: PacingSettings,
  time: Time,
  more: Partial<PacerOptions> = {},
  first: RateLimit = PLENTY,
): Promise<Pacer> {
  const pacer = createPacer({ settings, time, random: () => 0, ...more });
  await pacer.run(async (turn) => turn.learn(first));
  return pacer;
}

/** When each request starts, the first included that asks how much is left; after START, in milliseconds. */
export async function startsOf(
  count: number,
  settings: PacingSettings,
  options: { readonly more?: Partial<PacerOptions>; readonly first?: RateLimit } = {},
): Promise<readonly number[]> {
  const time = virtualTime(START);
  const pacer = await pacerOf(settings, time, options.more, options.first);
  const starts = [0];
  await Promise.all(
    Array.from({ length: count - 1 }, () => pacer.run(async () => void starts.push(time.now() - START))),
  );
  return starts;
}

/** Ends when a signal is aborted. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}
