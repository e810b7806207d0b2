import { assemble, type Reading } from './assemble';
import { numberFromText, ExactNumber, decimalOf, decimalText } from './exact-number';
import { problem, ROOT, MAX_DEPTH } from './place';
import type { Type } from './type';
import type { Value } from './value';
import { fold, type Builder } from './fold';
import type * as LosslessJson from 'lossless-json';

/**
 * Decodes a value of a type from the engine's JSON form (`RawState.json`): missing attributes are null, and primitives
 * convert into each other as in the engine (`"true"` is a bool, `"5"` a number, 5 a string).
 * @throws {ValueError} the text is malformed or does not fit the type; names attributes that the type lacks
 */
export function decodeJson(type: Type, text: string): Value {
  let tree: unknown;
  try {
    tree = parseJson(text);
  } catch (error) {
    throw problem(ROOT, `malformed JSON of ${text.length} characters: ${(error as Error).message}`);
  }
  return assemble(type, tree, reading, ROOT);
}

const reading: Reading = {
  missingIsNull: true,
  unknown: () => undefined,
  string: readString,
  number: readNumber,
  bool: readBool,
  items: (tree) => (Array.isArray(tree) ? (tree as readonly unknown[]) : undefined),
  members: (tree) => (isJsonObject(tree) ? tree : undefined),
  seen: seenTree,
};

function readString(tree: unknown): string | undefined {
  if (typeof tree === 'string') return tree;
  if (tree instanceof JsonNumber) return tree.text;
  return typeof tree === 'boolean' ? String(tree) : undefined;
}

function readNumber(tree: unknown): number | ExactNumber | undefined {
  if (tree instanceof JsonNumber) return numberFromText(tree.text);
  return typeof tree === 'string' ? numberFromText(tree) : undefined;
}

/** go-cty converts only "true", "1", "false" and "0" from a string to a bool. */
function readBool(tree: unknown): boolean | undefined {
  if (typeof tree === 'boolean') return tree;
  if (tree === 'true' || tree === '1') return true;
  return tree === 'false' || tree === '0' ? false : undefined;
}

function seenTree(tree: unknown): string {
  if (Array.isArray(tree)) return `an array of ${tree.length}`;
  if (tree instanceof JsonNumber) return 'a number';
  return typeof tree === 'object' ? 'an object' : `a ${typeof tree === 'boolean' ? 'bool' : typeof tree}`;
}

/**
 * Encodes a value of a type in the engine's JSON form (`RawState.json`), with every digit of its numbers.
 * @throws {ValueError} the value does not fit the type, or has unknown parts, which JSON cannot represent
 */
export function encodeJson(type: Type, value: Value): string {
  return fold(type, value, builder);
}

const builder: Builder<string> = {
  nil: () => 'null',
  unknown: (_, at) => {
    throw problem(at, 'expected a known value, since JSON has no unknown; saw an unknown value');
  },
  string: (text) => JSON.stringify(text),
  number: (number) => decimalText(decimalOf(number)),
  bool: String,
  sequence: (_, items) => `[${items.join(',')}]`,
  map: jsonObject,
  object: (attributes) => jsonObject(Object.entries(attributes)),
};

function jsonObject(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/**
 * JSON without a type, for states of an earlier schema: objects, arrays, strings, booleans and null as JavaScript
 * has them; a number is a JavaScript number where that is exact, else an ExactNumber.
 *
 * @throws {ValueError} malformed
 */
export function readJsonTree(text: string): unknown {
  let tree: unknown;
  try {
    tree = parseJson(text);
  } catch (error) {
    throw problem(ROOT, `malformed JSON of ${text.length} characters: ${(error as Error).message}`);
  }
  return withNumbers(tree);
}

/** The text of such a tree, with all digits. */
export function writeJsonTree(tree: unknown): string {
  if (tree instanceof ExactNumber) return tree.text;
  if (Array.isArray(tree)) return `[${tree.map(writeJsonTree).join(',')}]`;
  if (!isJsonObject(tree)) return JSON.stringify(tree ?? null);
  const members = Object.entries(tree).map(
    ([name, value]) => `${JSON.stringify(name)}:${writeJsonTree(value)}`,
  );
  return `{${members.join(',')}}`;
}

function withNumbers(tree: unknown): unknown {
  if (tree instanceof JsonNumber) return numberFromText(tree.text);
  if (Array.isArray(tree)) return tree.map(withNumbers);
  if (!isJsonObject(tree)) return tree;
  return Object.fromEntries(Object.keys(tree).map((name) => [name, withNumbers(tree[name])]));
}

/** A JSON number as written. */
class JsonNumber {
  constructor(readonly text: string) {}
}

/**
 * Parses JSON as `JSON.parse` does, except that numbers keep their digits and that two different values for one
 * key are an error.
 * @throws {Error} malformed, or nested deeper than {@link MAX_DEPTH}
 */
function parseJson(text: string): unknown {
  // The parser recurses: without a limit, many brackets would overflow the call stack.
  if (isNestedTooDeep(text)) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
  return losslessJson().parse(text, null, (written) => new JsonNumber(written));
}

function isJsonObject(tree: unknown): tree is Readonly<Record<string, unknown>> {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree) && !(tree instanceof JsonNumber);
}

/** Loads the library at the first text, because a start without one should not pay for it. */
function losslessJson(): typeof LosslessJson {
  // Lazy: a static import is evaluated at start-up.
  return require('lossless-json') as typeof LosslessJson;
}

/** Whether brackets are nested so deeply that parsing or writing the text may overflow the call stack. */
export function isNestedTooDeep(text: string): boolean {
  return depthOf(text) > MAX_DEPTH;
}

/** The deepest nesting of brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let position = 0; position < text.length; position++) {
    const character = text[position];
    if (quoted) {
      if (character === '\\') position++;
      else if (character === '"') quoted = false;
    } else if (character === '"') {
      quoted = true;
    } else if (character === '[' || character === '{') {
      deepest = Math.max(deepest, ++depth);
    } else if (character === ']' || character === '}') {
      depth--;
    }
  }
  return deepest;
}
