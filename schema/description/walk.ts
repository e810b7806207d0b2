import type { NestedAttribute, Attribute, Attributes } from './attribute';
import { under, type PathStep, type Problem } from './problem';
import { isRecord, type JsonObject } from './value';

/** One object of a nested attribute, and the step from the attribute to it; a single object needs none. */
export interface NestedObject {
  readonly at: readonly PathStep[];
  readonly values: JsonObject;
}

/** The objects in the value of a nested attribute, as far as they are known. Anything else is skipped. */
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

/** Checks the value of one attribute; null where unset. Paths in its problems are relative to the value. */
export type Judge = (attribute: Attribute, value: unknown, name: string) => readonly Problem[];

/**
 * Visits every attribute of an object and of the objects nested in it, as far as they are known: the parts of a value
 * first, then the value itself.
 *
 * @param values attribute name to value: `null` or absent where unset, `unknown` where not known yet
 * @returns all problems found, with paths from the object's root
 */
export function walk(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
  judge: Judge,
): readonly Problem[] {
  const problems: Problem[] = [];
  // Nearly all objects have no problem, so nothing is allocated for them.
  for (const name in attributes) {
    const attribute = attributes[name] as Attribute;
    const value = values[name] ?? null;
    if (attribute.nested && value !== null)
      for (const object of objectsIn(attribute, value))
        for (const problem of walk(attribute.attributes, object.values, judge))
          problems.push(under([name, ...object.at], problem));
    for (const problem of judge(attribute, value, name)) problems.push(under([name], problem));
  }
  return problems;
}
