import type * as LosslessJson from 'lossless-json';
import { MAX_DEPTH } from './place';

/** A JSON number as written. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/**
 * Parses JSON as `JSON.parse` does, except that numbers keep their digits and that two different values for one
 * key are an error.
 * @throws {Error} malformed, or nested deeper than {@link MAX_DEPTH}
 */
export function parseJson(text: string): unknown {
  // The parser recurses: without a limit, many brackets would overflow the call stack.
  if (isNestedTooDeep(text)) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
  return losslessJson().parse(text, null, (written) => new JsonNumber(written));
}

export function isJsonObject(tree: unknown): tree is Readonly<Record<string, unknown>> {
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
