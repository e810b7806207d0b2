/**
 * Parses a document that may be stored. Minus zero becomes zero: it would not come back from a snapshot.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!/-\d/.test(text)) return JSON.parse(text) as unknown;
  return JSON.parse(text, (_name, value: unknown) => (value === 0 ? 0 : value)) as unknown;
}
