import type * as LosslessJson from 'lossless-json';
import { isNestedDeeper } from '../../../schema/description';
import { fit, type Form } from './fit';
import { InexactNumber, numberFromText } from './number';
import type { Type } from './type';
import { isMembers, type Value } from './value';
import { MAX_DEPTH, ValueError } from './value-error';

/**
 * Decodes a value of a type from the engine's JSON form (`RawState.json`): missing attributes are null, and primitives
 * convert into each other as in the engine (`"true"` is a bool, `"5"` a number, 5 a string).
 * @throws {ValueError} the text is malformed or does not fit the type; names attributes that the type lacks
 */
export function decodeJson(type: Type, text: string): Value {
  return fit(type, parseJson(text), stored);
}

const stored: Form = {
  string: (tree) => {
    if (tree instanceof InexactNumber) return tree.text;
    return typeof tree === 'boolean' ? String(tree) : typeof tree === 'string' ? tree : undefined;
  },
  number: (tree) => {
    const text = tree instanceof InexactNumber ? tree.text : tree;
    return typeof text === 'string' ? numberFromText(text) : undefined;
  },
  // go-cty converts only "true", "1", "false" and "0" from a string to a bool.
  bool: (tree) => {
    if (tree === 'true' || tree === '1') return true;
    if (tree === 'false' || tree === '0') return false;
    return typeof tree === 'boolean' ? tree : undefined;
  },
  key: (key) => key,
  set: (items) => items,
};

/**
 * JSON without a type, for states of another provider's types: objects, arrays, strings, booleans and null as JavaScript
 * has them; a number is a JavaScript number where that is exact, else an InexactNumber.
 *
 * @throws {ValueError} malformed
 */
export function readJsonTree(text: string): unknown {
  return withNumbers(parseJson(text));
}

function withNumbers(tree: unknown): unknown {
  if (tree instanceof InexactNumber) return numberFromText(tree.text);
  if (Array.isArray(tree)) return tree.map(withNumbers);
  if (!isMembers(tree)) return tree;
  return Object.fromEntries(Object.keys(tree).map((name) => [name, withNumbers(tree[name])]));
}

/**
 * Parses JSON as `JSON.parse` does, except that every number keeps its digits, as an InexactNumber, and that two different
 * values for one key are an error.
 */
function parseJson(text: string): unknown {
  try {
    // The parser recurses: without a limit, many brackets would overflow the call stack.
    if (isNestedDeeper(text, MAX_DEPTH)) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
    return losslessJson().parse(text, null, (written) => new InexactNumber(written));
  } catch (error) {
    throw new ValueError(`malformed JSON of ${text.length} characters: ${(error as Error).message}`);
  }
}

/** Loads the library at the first text, because a start without one should not pay for it. */
function losslessJson(): typeof LosslessJson {
  // Lazy: a static import is evaluated at start-up.
  return require('lossless-json') as typeof LosslessJson;
}
