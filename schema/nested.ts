import type { NestedAttribute } from './attribute';
import type { PathStep } from './problem';
import { isRecord, type JsonObject } from './record';

/** One object of a nested attribute, and the step from the attribute to it; a single object needs none. */
export interface NestedObject {
  readonly at: readonly PathStep[];
  readonly values: JsonObject;
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

function objectAt(at: readonly PathStep[], value: unknown): readonly NestedObject[] {
  return isRecord(value) ? [{ at, values: value }] : [];
}
