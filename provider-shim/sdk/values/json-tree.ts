import { ExactNumber, numberFromText } from './exact-number';
import { isJsonObject, JsonNumber, parseJson } from './json-parse';
import { problem, ROOT } from './place';

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
