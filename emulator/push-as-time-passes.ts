import type { Clock } from './determinism/clock';
import type { TrafficControl } from './logs/traffic';

const INTERVAL_MS = 1000;

/**
 * Pushes log entries that became due, once a second, when the clock runs by itself. One that stands still is
 * moved by whoever wants them pushed, so that the same run always pushes the same.
 *
 * @returns ends it
 */
export function pushAsTimePasses(clock: Clock, traffic: Pick<TrafficControl, 'pushDue'>): () => void {
  if (!clock.runs) return () => undefined;
  let pushing = false;
  const timer = setInterval(() => {
    if (pushing) return;
    pushing = true;
    void traffic.pushDue().finally(() => {
      pushing = false;
    });
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
