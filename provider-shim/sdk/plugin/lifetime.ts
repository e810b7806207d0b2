import type { Cancel, Host } from './host/host';
import type { SessionWatcher } from './grpc/server';

/** The engine that started us connects within milliseconds, and itself waits 60 s for the handshake. */
const NOBODY_CAME = 60_000;

/** Between one connection and the next; an engine that was killed never comes back. */
const NOBODY_LEFT = 1_500;

/** How often to check whether the engine is still there. */
const CHECK_INTERVAL = 1_000;

/**
 * Calls `orphaned` when nobody connects, when the last connection is gone, or when the process that started this one
 * has ended: an engine that is killed leaves no one to end this process. It may die before it connects, and the end of
 * a connection that is not whole yet is told by nothing; so its process is watched, and not its connections alone.
 */
export function watchEngine(
  { after, parent }: Pick<Host, 'after' | 'parent'>,
  orphaned: () => void,
): Omit<SessionWatcher, 'refused'> {
  const engine = parent();
  let open = 0;
  let cancel: Cancel = after(NOBODY_CAME, orphaned);
  const check = (): void => {
    // Whoever loses its parent gets another one.
    if (parent() === engine) after(CHECK_INTERVAL, check);
    else after(NOBODY_LEFT, orphaned);
  };
  after(CHECK_INTERVAL, check);
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
