import type { Cancel, Host } from './host';
import type { SessionWatcher } from './grpc/server';

/** An engine that started us connects within milliseconds, and itself waits 60 s for the handshake. */
const NOBODY_CAME = 60_000;

/** Between one connection and the next; an engine that was killed never comes back. */
const NOBODY_LEFT = 1_500;

/**
 * Calls `orphaned` when nobody connects, or when the last connection is gone: an engine that is killed leaves
 * no one to end this process.
 */
export function watchSessions(after: Host['after'], orphaned: () => void): Omit<SessionWatcher, 'refused'> {
  let open = 0;
  let cancel: Cancel = after(NOBODY_CAME, orphaned);
  return {
    opened: () => {
      open++;
      cancel();
    },
    closed: () => {
      open--;
      if (open > 0) return;
      cancel();
      cancel = after(NOBODY_LEFT, orphaned);
    },
  };
}
