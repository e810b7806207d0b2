/** What a terminal obeys instead of showing it, and marks that change the order of what it shows (Unicode, UAX #9). */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;

/**
 * A text of others, safe to print: control characters (ESC, NUL and those from U+0080 to U+009F among them),
 * bidirectional marks and halves of surrogate pairs are written as escapes, such as `\u001b`. Line ends and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
