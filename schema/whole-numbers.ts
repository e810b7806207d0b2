import type { AttributeType, Attributes } from './attribute';
import { under, type PathStep, type Problem } from './problem';
import { isKnown } from './unknown';
import type { AnyNumber } from './values-of';
import { walk } from './walk';

/**
 * What is wrong with the values of `int` attributes. The engine and JavaScript know one kind of number only, so it is
 * held here.
 */
export function wholeNumbers(
  attributes: Attributes,
  values: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  return walk(attributes, values, (attribute, value) =>
    attribute.nested ? [] : wholeIn(attribute.type, value),
  );
}

function wholeIn(type: AttributeType, value: unknown): readonly Problem[] {
  if (!isKnown(value)) return [];
  if (type === 'int') return Number.isSafeInteger(value) ? [] : [notWhole(value as AnyNumber)];
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

function notWhole(value: AnyNumber): Problem {
  const [seen, isWhole] =
    typeof value === 'object' ? [value.text, /^-?\d+$/.test(value.text)] : [value, Number.isInteger(value)];
  return {
    code: 'not_a_whole_number',
    path: [],
    message: isWhole ? `${seen} is out of range.` : `${seen} is not a whole number.`,
    hint: `Allowed: whole numbers between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  };
}
