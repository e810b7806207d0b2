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
