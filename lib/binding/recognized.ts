/**
 * Makes the instances of a class recognizable for every copy of this package: in a monorepo an app may hold two, and
 * `instanceof` knows the classes of its own copy only.
 *
 * @param kind a symbol from the global registry
 */
export function recognizable(instance: object, kind: symbol): void {
  Object.defineProperty(instance, kind, { value: true });
}

/** Whether a value was made recognizable as a kind, by whichever copy of this package. */
export function isRecognized(value: unknown, kind: symbol): boolean {
  return typeof value === 'object' && value !== null && kind in value;
}
