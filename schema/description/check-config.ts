import type { Attribute, Check, ObjectSchema, AttributeType, Attributes, NestedAttribute } from './attribute';
import { oneProblem, under, type PathStep, type Problem } from './problem';
import { isKnown, isUnknown, isRecord, type JsonObject } from './value';
import type { AnyNumber } from './values-of';

/**
 * Runs every check of a schema over a configuration, as far as its values are known. Other checks run only when every
 * `int` is a whole number.
 *
 * @param config attribute name to value: `null` or absent where unset, `unknown` where not known yet
 * @returns all problems found, with paths from the object's root; empty when there are none
 */
export function checkConfig(schema: ObjectSchema, config: JsonObject): readonly Problem[] {
  const notWhole = wholeNumbers(schema.attributes, config);
  if (notWhole.length > 0) return notWhole;
  return [
    ...walk(schema.attributes, config, checkAttribute),
    ...apply(schema.checks, withNulls(schema, config), []),
  ];
}

function checkAttribute(attribute: Attribute, value: unknown, name: string): readonly Problem[] {
  if (!isKnown(value)) return [];
  return [...checkElements(name, attribute, value), ...apply(attribute.checks, value, [])];
}

function checkElements(name: string, attribute: Attribute, value: unknown): readonly Problem[] {
  const inCollection = attribute.nested === 'single' ? undefined : [];
  const checks = attribute.nested ? inCollection : attribute.elementChecks;
  if (!checks || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, element]) => {
    const at = [stepTo(value, key)];
    if (isUnknown(element)) return [];
    if (isKnown(element)) return apply(checks, element, at);
    // The engine's type system allows null in a list, set or map; objects and an attribute with element checks do not.
    return oneProblem('null_element', `An element of ${name} is null.`, 'Remove it, or give it a value.', at);
  });
}

function apply(checks: Attribute['checks'], value: unknown, at: readonly PathStep[]): readonly Problem[] {
  return (checks ?? []).flatMap((check) =>
    (check as Check<unknown>)(value).map((problem) => under(at, problem)),
  );
}

function withNulls(schema: ObjectSchema, config: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, config[name] ?? null]));
}

/**
 * What is wrong with the values of `int` attributes. The engine and JavaScript have only one kind of number, so this is
 * checked here.
 */
export function wholeNumbers(attributes: Attributes, values: JsonObject): readonly Problem[] {
  return walk(attributes, values, (attribute, value) =>
    attribute.nested ? [] : wholeIn(attribute.type, value),
  );
}

function wholeIn(type: AttributeType, value: unknown): readonly Problem[] {
  if (!isKnown(value)) return [];
  if (type === 'int') return Number.isSafeInteger(value) ? [] : notWhole(value as AnyNumber);
  if (typeof type === 'string') return [];
  return Object.entries(value as object).flatMap(([key, element]) =>
    wholeIn(elementType(type, key), element).map((problem) => under([stepTo(value, key)], problem)),
  );
}

function elementType(type: Exclude<AttributeType, string>, key: string): AttributeType {
  if ('list' in type) return type.list;
  if ('set' in type) return type.set;
  if ('map' in type) return type.map;
  return type.object[key] ?? 'string';
}

function stepTo(parent: unknown, key: string): PathStep {
  return Array.isArray(parent) ? Number(key) : key;
}

function notWhole(value: AnyNumber): readonly Problem[] {
  const [seen, isWhole] =
    typeof value === 'object' ? [value.text, /^-?\d+$/.test(value.text)] : [value, Number.isInteger(value)];
  return oneProblem(
    'not_a_whole_number',
    isWhole ? `${seen} is out of range.` : `${seen} is not a whole number.`,
    `Allowed: whole numbers between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  );
}

/** One object of a nested attribute, and the step from the attribute to it; a single object needs none. */
interface NestedObject {
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
type Judge = (attribute: Attribute, value: unknown, name: string) => readonly Problem[];

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
