import { assemble, type Reading } from './assemble';
import { numberFromText, type ExactNumber } from './exact-number';
import { isJsonObject, JsonNumber, parseJson } from './json-parse';
import { problem, ROOT } from './place';
import type { Type } from './type';
import type { Value } from './value';

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
