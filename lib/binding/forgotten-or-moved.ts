import type { IConstruct } from 'constructs';

/** From the global registry: the same for all copies of this package. */
const FORGOTTEN_OR_MOVED = Symbol.for('zonewright/forgottenOrMoved');

/**
 * Marks a construct whose object the state forgets, or which has moved to another construct. Its declaration no
 * longer counts: it is not checked, and does not conflict with the construct that declares it now.
 */
export function markForgottenOrMoved(construct: IConstruct): void {
  Object.defineProperty(construct, FORGOTTEN_OR_MOVED, { value: true, configurable: true });
}

/** Whether a construct was marked with {@link markForgottenOrMoved}. */
export function isForgottenOrMoved(construct: IConstruct): boolean {
  return FORGOTTEN_OR_MOVED in construct;
}
