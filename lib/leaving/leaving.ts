import type { IConstruct } from 'constructs';

/** From the global registry: the same for all copies of this package. */
const LEAVING = Symbol.for('zonewright/leaving');

/**
 * Marks a construct whose object is forgotten by the state, or has moved to another construct. What it declares counts
 * no more: it is not checked, and does not stand in the way of the construct that declares it now.
 */
export function markLeaving(construct: IConstruct): void {
  Object.defineProperty(construct, LEAVING, { value: true, configurable: true });
}

/** Whether a construct was marked with {@link markLeaving}. */
export function isLeaving(construct: IConstruct): boolean {
  return LEAVING in construct;
}
