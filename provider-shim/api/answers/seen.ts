const LONGEST_EXCERPT = 200;

/** Members of an object that are named when it is described. */
const MOST_NAMES = 20;

/** Describes a JSON value briefly, for messages about what was seen instead of something else. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'string') return `the string ${excerpt(JSON.stringify(value))}`;
  if (typeof value !== 'object') return `the ${typeof value} ${String(value)}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object';
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `an object with ${excerpt(names.slice(0, MOST_NAMES).join(', '))}${more}`;
}

/** The beginning of a text, on one line. */
export function excerpt(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), LONGEST_EXCERPT);
}

/** The beginning of a text, with its length if it is longer than `longest`. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Not between the two halves of one character.
  const end = /[\ud800-\udbff]/.test(text[longest - 1] ?? '') ? longest - 1 : longest;
  return `${text.slice(0, end)}… (${text.length} characters)`;
}
