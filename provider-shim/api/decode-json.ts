import { wellFormed } from '../sdk/text';
import { MAX_JSON_DEPTH } from './limits';
import type { Parsed } from './parsed';

/**
 * Reads JSON that others wrote. Half of a surrogate pair, which JSON can write and UTF-8 cannot, becomes U+FFFD, so
 * that every text can be stored and sent on.
 */
export function decodeJson(text: string): Parsed<unknown> {
  if (isDeeper(text, MAX_JSON_DEPTH)) return { fault: `JSON of more than ${MAX_JSON_DEPTH} levels` };
  try {
    const value: unknown = JSON.parse(text);
    // Only an escape can write one: decoded UTF-8 has none.
    return { value: /\\u[dD][89a-fA-F]/.test(text) ? wellFormedValue(value) : value };
  } catch {
    return { fault: 'text that is not JSON' };
  }
}

/** Before it is parsed: a long row of brackets takes a hundred times its size in memory. */
function isDeeper(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (quoted) {
      if (character === '\\') position += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

function wellFormedValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [wellFormed(name), wellFormedValue(member)]),
  );
}
