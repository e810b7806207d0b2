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
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name] ?? null;
    const inside = attribute.nested
      ? objectsIn(attribute, value).flatMap((object) =>
          walk(attribute.attributes, object.values, judge).map((problem) => under(object.at, problem)),
        )
      : [];
    return [...inside, ...judge(attribute, value, name)].map((problem) => under([name], problem));
  });
}
