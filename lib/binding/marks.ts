import type { IConstruct } from 'constructs';

/**
 * Makes the instances of a class recognizable to every copy of this package: an app in a monorepo may have two, and
 * `instanceof` works only within one copy.
 *
 * @param kind a symbol from the global registry
 */
export function recognizable(instance: object, kind: symbol): void {
  Object.defineProperty(instance, kind, { value: true });
}

/** Whether any copy of this package made a value recognizable as a kind. */
export function isRecognized(value: unknown, kind: symbol): boolean {
  return typeof value === 'object' && value !== null && kind in value;
}

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
