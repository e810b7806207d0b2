import type { NestedAttribute } from './attribute';
import type { PathStep } from './problem';
import { isKnown } from './unknown';

type Values = Readonly<Record<string, unknown>>;

/** One object of a nested attribute, and the step from the attribute to it; a single object needs none. */
export interface NestedObject {
  readonly at: readonly PathStep[];
  readonly values: Values;
}

/** The objects in the value of a nested attribute, as far as they are known. */
export function objectsIn({ nested }: NestedAttribute, value: unknown): readonly NestedObject[] {
  if (!isKnown(value)) return [];
  switch (nested) {
    case 'single':
      return [{ at: [], values: value as Values }];
    case 'list':
    case 'set':
      return (value as readonly unknown[]).flatMap((object, index) =>
        isKnown(object) ? [{ at: [index], values: object as Values }] : [],
      );
    case 'map':
      return Object.entries(value as Values).flatMap(([key, object]) =>
        isKnown(object) ? [{ at: [key], values: object as Values }] : [],
      );
  }
}
