/** Control characters, the marks of Unicode that turn the direction of writing, and halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Cs}]/gu;

const REPLACEMENT = '\ufffd';

/**
 * A text that is safe to print, wherever it comes from: what would move the cursor, colour the terminal or make text
 * look like another is shown as its code, such as `\u001b`. Newlines and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    if (character === '\n' || character === '\t') return character;
    const code = character.charCodeAt(0);
    return isSurrogate(code) ? REPLACEMENT : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The text with U+FFFD for each half of a surrogate pair, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, REPLACEMENT);
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
