const LONGEST_EXCERPT = 200;

/** Says in a few words what a JSON value is, for messages about what was seen in place of something else. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object') {
    const names = Object.keys(value);
    return names.length === 0 ? 'an empty object' : `an object with ${excerpt(names.join(', '))}`;
  }
  return `the ${typeof value} ${excerpt(JSON.stringify(value))}`;
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_EXCERPT ? line : `${line.slice(0, LONGEST_EXCERPT)}…`;
}
