import type { Attribute, Attributes, AttributeType, PathStep, Problem } from '../../schema';
import { isKnown, isUnknown, walk } from '../../schema';
import { isPlainObject, type Named } from './attribute-values';

/**
 * Checks for untyped callers what the compiler checks for others: that required attributes are set, and that each
 * value has its type. An unset environment variable reaches a construct this way.
 *
 * @param values attribute name to value, as `known` gives it
 */
export function shapeProblems(attributes: Attributes, values: Named): readonly Problem[] {
  return walk(attributes, values, (attribute, value) => {
    if (value === null) return attribute.required ? [notSet([])] : [];
    if (isUnknown(value)) return [];
    return attribute.nested ? nestedProblems(attribute.nested, value) : valueProblems(attribute.type, value);
  });
}

/** Whether values that should be objects are. Their members are checked separately. */
function nestedProblems(nested: NonNullable<Attribute['nested']>, value: unknown): readonly Problem[] {
  const member = (element: unknown, at: readonly PathStep[]): readonly Problem[] =>
    isUnknown(element) || isPlainObject(element) ? [] : [wrongType('an object', element, at)];
  switch (nested) {
    case 'single':
      return member(value, []);
    case 'map':
      return isPlainObject(value)
        ? Object.entries(value).flatMap(([key, element]) => member(element, [key]))
        : [wrongType('an object', value, [])];
    case 'list':
    case 'set':
      return Array.isArray(value)
        ? value.flatMap((element: unknown, index) => member(element, [index]))
        : [wrongType('a list', value, [])];
  }
}

function valueProblems(
  type: AttributeType,
  value: unknown,
  at: readonly PathStep[] = [],
): readonly Problem[] {
  if (isUnknown(value)) return [];
  if (!isKnown(value)) return [notSet(at)];
  if (typeof type === 'string') {
    const [expected, fits] = SCALARS[type];
    return fits(value) ? [] : [wrongType(expected, value, at)];
  }
  if ('object' in type) return isPlainObject(value) ? [] : [wrongType('an object', value, at)];
  if ('map' in type) {
    if (!isPlainObject(value)) return [wrongType('an object', value, at)];
    return Object.entries(value).flatMap(([key, element]) => valueProblems(type.map, element, [...at, key]));
  }
  if (!Array.isArray(value)) return [wrongType('a list', value, at)];
  const elementType = 'list' in type ? type.list : type.set;
  return value.flatMap((element: unknown, index) => valueProblems(elementType, element, [...at, index]));
}

/** The checks of the schema test whether an `int` is whole, with the same message on every side. */
const SCALARS = {
  string: ['a string', (value: unknown) => typeof value === 'string'],
  bool: ['true or false', (value: unknown) => typeof value === 'boolean'],
  int: ['a whole number', (value: unknown) => typeof value === 'number'],
  number: ['a number', (value: unknown) => typeof value === 'number' && Number.isFinite(value)],
  dynamic: ['a value', () => true],
} as const;

function notSet(path: readonly PathStep[]): Problem {
  return {
    code: 'not_set',
    path,
    message: 'A value is required here.',
    hint: 'Give one. A value from the environment is undefined when its variable is not set.',
  };
}

function wrongType(expected: string, value: unknown, path: readonly PathStep[]): Problem {
  return {
    code: 'wrong_type',
    path,
    message: `Expected ${expected}, got ${seen(value)}.`,
    hint: `Give ${expected}, or a token that stands for it.`,
  };
}

/** Describes a value without repeating text, which may be a misplaced secret. */
function seen(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'number' ? `the number ${value}` : `a value of type ${typeof value}`;
}
