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
 * Parses a document that may be stored. Minus zero becomes zero: it would not come back from a snapshot.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!/-\d/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_name, value: unknown) => (value === 0 ? 0 : value)) as unknown;
}
