/** What a terminal obeys instead of showing it, and what changes the order of what it shows (Unicode, UAX #9). */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text that is safe to print, wherever it comes from: control characters, bidirectional marks and the line ends that
 * only Unicode has are written as escapes, such as `\u001b`. Newlines and tabs stay.
 */
export function printable(text: string): string {
  return wellFormed(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text with U+FFFD for each half of a surrogate pair, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}
