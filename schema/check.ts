import type { Attribute, Attributes, ObjectSchema, Rule, ValueAttribute } from './attribute';
import { objectsIn } from './nested';
import type { PathStep, Problem } from './problem';
import { under } from './problem';
import { isKnown, isUnknown } from './unknown';

type Values = Readonly<Record<string, unknown>>;

/**
 * Runs every rule of a schema over a configuration, as far as its values are known.
 *
 * @param config attribute name to value: `null` or absent where unset, `unknown` where not known yet
 * @returns all problems found, with paths from the object's root; empty when there are none
 */
export function checkConfig(schema: ObjectSchema, config: Values): readonly Problem[] {
  return [
    ...checkAttributes(schema.attributes, config),
    ...apply(schema.rules, withNulls(schema, config), []),
  ];
}

function checkAttributes(attributes: Attributes, values: Values): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name];
    if (!isKnown(value)) return [];
    const parts = attribute.nested
      ? objectsIn(attribute, value).flatMap((object) =>
          checkAttributes(attribute.attributes, object.values).map((problem) => under(object.at, problem)),
        )
      : checkElements(name, attribute, value);
    return [...parts.map((problem) => under([name], problem)), ...apply(attribute.rules, value, [name])];
  });
}

function checkElements(name: string, attribute: ValueAttribute, value: unknown): readonly Problem[] {
  if (!attribute.elementRules || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, element]) => {
    const at = [Array.isArray(value) ? Number(key) : key];
    if (isUnknown(element)) return [];
    return isKnown(element) ? apply(attribute.elementRules, element, at) : [nullElement(name, at)];
  });
}

/** A list, set or map may hold null in the engine's type system; where elements have rules, none of them means that. */
function nullElement(name: string, path: readonly PathStep[]): Problem {
  return {
    code: 'null_element',
    path,
    message: `An element of ${name} is null.`,
    hint: 'Each element has a value. Remove the one that is null.',
  };
}

function apply(rules: Attribute['rules'], value: unknown, at: readonly PathStep[]): readonly Problem[] {
  return (rules ?? []).flatMap((rule) => (rule as Rule<unknown>)(value).map((problem) => under(at, problem)));
}

function withNulls(schema: ObjectSchema, config: Values): Values {
  return Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, config[name] ?? null]));
}
