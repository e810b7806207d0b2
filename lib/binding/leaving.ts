import type { IConstruct } from 'constructs';

/** From the global registry: the same for all copies of this package. */
const LEAVING = Symbol.for('zonewright/leaving');

/**
 * Marks a construct whose object the state forgets, or which has moved to another construct. Its declaration no
 * longer counts: it is not checked, and does not conflict with the construct that declares it now.
 */
export function markLeaving(construct: IConstruct): void {
  Object.defineProperty(construct, LEAVING, { value: true, configurable: true });
}

/** Whether a construct was marked with {@link markLeaving}. */
export function isLeaving(construct: IConstruct): boolean {
  return LEAVING in construct;
}
