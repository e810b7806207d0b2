import type { AttributeType, Attributes, PathStep, Problem } from '../../schema';
import { isKnown, objectsIn, under } from '../../schema';

/** What is wrong with the values of `int` attributes: the engine knows one kind of number only, so it is held here. */
export function wholeNumbers(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name];
    const problems = attribute.nested
      ? objectsIn(attribute, value).flatMap((object) =>
          wholeNumbers(attribute.attributes, object.values).map((problem) => under(object.at, problem)),
        )
      : wholeIn(attribute.type, value);
    return problems.map((problem) => under([name], problem));
  });
}

function wholeIn(type: AttributeType, value: unknown): readonly Problem[] {
  if (!isKnown(value)) return [];
  if (type === 'int') return Number.isSafeInteger(value) ? [] : [notWhole(value)];
  if (typeof type === 'string') return [];
  return Object.entries(value as object).flatMap(([key, element]) =>
    wholeIn(elementType(type, key), element).map((problem) => under([stepTo(value, key)], problem)),
  );
}

function elementType(type: Exclude<AttributeType, string>, key: string): AttributeType {
  if ('list' in type) return type.list;
  if ('set' in type) return type.set;
  if ('map' in type) return type.map;
  return type.object[key] ?? 'dynamic';
}

function stepTo(parent: unknown, key: string): PathStep {
  return Array.isArray(parent) ? Number(key) : key;
}

function notWhole(value: unknown): Problem {
  const seen = String(typeof value === 'object' && value !== null && 'text' in value ? value.text : value);
  return {
    code: 'not_a_whole_number',
    path: [],
    message: /^-?\d+$/.test(seen) ? `${seen} is too far from zero.` : `${seen} is not a whole number.`,
    hint: `Allowed: whole numbers between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  };
}
