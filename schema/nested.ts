import type { NestedAttribute } from './attribute';
import type { PathStep } from './problem';

type Values = Readonly<Record<string, unknown>>;

/** One object of a nested attribute, and the step from the attribute to it; a single object needs none. */
export interface NestedObject {
  readonly at: readonly PathStep[];
  readonly values: Values;
}

/** The objects in the value of a nested attribute, as far as they are known. What is no object is passed over. */
export function objectsIn({ nested }: NestedAttribute, value: unknown): readonly NestedObject[] {
  switch (nested) {
    case 'single':
      return objectAt([], value);
    case 'list':
    case 'set':
      return Array.isArray(value) ? value.flatMap((element, index) => objectAt([index], element)) : [];
    case 'map':
      return isRecord(value)
        ? Object.entries(value).flatMap(([key, element]) => objectAt([key], element))
        : [];
  }
}

/** Whether a value is an object literal, of whatever JavaScript realm, as opposed to an instance of a class. */
export function isRecord(value: unknown): value is Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function objectAt(at: readonly PathStep[], value: unknown): readonly NestedObject[] {
  return isRecord(value) ? [{ at, values: value }] : [];
}
