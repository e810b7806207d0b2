import type { AttributeType, Attributes, DraftOf, ObjectSchema, PathStep, Problem } from '../../schema';
import { checkConfig, isKnown, under } from '../../schema';
import type { Value } from '../values';
import { toAuthor } from './author-values';
import type { Diagnostics } from './diagnostics';

/** Something with a schema and, if it likes, checks of its own. */
interface Validated {
  readonly schema: ObjectSchema;
  validate?(config: DraftOf<ObjectSchema>, diagnostics: Diagnostics): void;
}

/** Checks a configuration: the schema's rules first, then the object's own. Unknown values are left alone. */
export function validateConfig(described: Validated, config: Value, diagnostics: Diagnostics): void {
  const written = toAuthor(config) as Readonly<Record<string, unknown>>;
  const notWhole = wholeNumbers(described.schema.attributes, written);
  diagnostics.errors(notWhole);
  if (notWhole.length > 0) return;
  diagnostics.errors(checkConfig(described.schema, written));
  described.validate?.(written as DraftOf<ObjectSchema>, diagnostics);
}

/** The engine knows one kind of number only, so `int` is held here. */
function wholeNumbers(attributes: Attributes, values: Readonly<Record<string, unknown>>): readonly Problem[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const value = values[name];
    if (!isKnown(value)) return [];
    const problems = attribute.nested
      ? Object.entries(
          Array.isArray(value) || attribute.nested === 'map' ? (value as object) : { '': value },
        ).flatMap(([key, object]) =>
          isKnown(object)
            ? wholeNumbers(attribute.attributes, object as Readonly<Record<string, unknown>>).map(
                (problem) => (key === '' ? problem : under([stepTo(value, key)], problem)),
              )
            : [],
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
  const seen = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
  return {
    code: 'not_a_whole_number',
    path: [],
    message: `${String(seen)} is not a whole number.`,
    hint: `Allowed: whole numbers between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}.`,
  };
}
