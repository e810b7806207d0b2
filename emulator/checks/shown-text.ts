/** Escapes what a terminal would obey or hide: `\\u001b` for the escape character. */
export function withoutControlCharacters(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex -- it escapes control characters
    /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Replaces a secret wherever the emulator shows what it received, as everywhere in the project. */
export const REDACTED = '(redacted)';
