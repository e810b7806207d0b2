/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object without the members that are `undefined`. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/**
 * Parses a document that may be stored. Minus zero becomes zero, because a snapshot would not keep it.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!/-\d/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_name, value: unknown) => (value === 0 ? 0 : value)) as unknown;
}

/** The deepest nesting of a JSON document that is read. */
export const MAX_JSON_DEPTH = 64;

/**
 * The nesting depth of arrays and objects, determined before parsing, because code that walks the document is
 * recursive.
 */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index];
    if (inString) {
      if (mark === '\\') index += 1;
      else if (mark === '"') inString = false;
    } else if (mark === '"') inString = true;
    else if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth -= 1;
  }
  return deepest;
}
