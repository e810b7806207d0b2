import { ExactNumber, numberFromText } from './exact-number';
import { isJsonObject, JsonNumber, parseJson } from './json-parse';

/**
 * JSON without a type, for states of an earlier schema: objects, arrays, strings, booleans and null as JavaScript
 * has them; a number is a JavaScript number where that is exact, else an ExactNumber.
 *
 * @throws {Error} malformed
 */
export function readJsonTree(text: string): unknown {
  return withNumbers(parseJson(text));
}

/** The text of such a tree, all digits kept. */
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
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, withNumbers(value)]));
}
