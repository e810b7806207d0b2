import type { Attribute, Attributes } from './attribute';
import { objectsIn } from './nested';
import { under, type Problem } from './problem';

/** Judges the value of one attribute; null where it is unset. Paths in its problems are relative to the value. */
export type Judge = (attribute: Attribute, value: unknown, name: string) => readonly Problem[];

/**
 * Judges every attribute of an object and of the objects nested in it, as far as they are known: what is inside of a
 * value first, then the value itself.
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
  // Nearly all objects have no problem: nothing is made for them.
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
