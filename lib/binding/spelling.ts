import { OBJECT_SCHEMAS, providerSchema, type Attributes, type PathStep } from '../../schema';

/** An attribute's name as it is spelled in TypeScript: `request_headers` becomes `requestHeaders`. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** Cached, since every construct needs the same few names of the schemas. */
const spelled = new Map<string, string>();

/** The same, for values. */
export function camelCase(name: string): string {
  const before = spelled.get(name);
  if (before !== undefined) return before;
  const camel = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  spelled.set(name, camel);
  return camel;
}

const SCHEMAS = [providerSchema, ...OBJECT_SCHEMAS];

/** The attributes that messages may name, including nested ones. */
const NAMES = SCHEMAS.flatMap(({ attributes }) => namesIn(attributes)).filter((name) => name.includes('_'));

/** A quotation of user input, which stays as it is, or an attribute's name. */
const QUOTATION_OR_NAME = new RegExp(String.raw`"(?:[^"\\]|\\.)*"|\b(?:${NAMES.join('|')})\b`, 'g');

/** A message of the schema, with attributes spelled as in TypeScript. */
export function inCamelCase(message: string): string {
  return message.replace(QUOTATION_OR_NAME, (match) => (match.startsWith('"') ? match : camelCase(match)));
}

function namesIn(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    name,
    ...(attribute.nested ? namesIn(attribute.attributes) : []),
  ]);
}

/** The attributes whose values are maps: the step after one of them in a path is a key. */
const MAPS = new Set(SCHEMAS.flatMap(({ attributes }) => mapsIn(attributes)));

function mapsIn(attributes: Attributes): readonly string[] {
  return Object.entries(attributes).flatMap(([name, { nested, type, ...attribute }]) => [
    ...(nested === 'map' || (typeof type === 'object' && 'map' in type) ? [name] : []),
    ...('attributes' in attribute ? mapsIn(attribute.attributes) : []),
  ]);
}

/**
 * A path in the spelling of TypeScript: `['request_headers', 2]` becomes `requestHeaders[2]`. Keys of maps stay as they
 * are: `['adjustments', 'a-b']` becomes `adjustments["a-b"]`.
 */
export function spelledPath(path: readonly PathStep[]): string {
  let isKey = false;
  return path
    .map((step, index) => {
      const wasKey = isKey;
      isKey = !wasKey && typeof step === 'string' && MAPS.has(step);
      if (typeof step === 'number') return `[${step}]`;
      const name = wasKey ? step : camelCase(step);
      if (index === 0) return name;
      return /^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
    })
    .join('');
}
