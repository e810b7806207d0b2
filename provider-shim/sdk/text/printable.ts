/**
 * What a terminal obeys instead of showing it, what changes the order of what it shows (Unicode, UAX #9), and what it
 * does not show at all, so that two names look alike.
 */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text that is safe to print, wherever it comes from: control and format characters (bidirectional marks and what has
 * no width among them) and the line ends that only Unicode has are written as escapes, such as `\u001b`, as in JSON.
 * Newlines and tabs stay.
 */
export function printable(text: string): string {
  return wellFormed(text).replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The text with U+FFFD for each half of a surrogate pair, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
