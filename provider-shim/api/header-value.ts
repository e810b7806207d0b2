/**
 * Says what keeps `value` from being sent as a header in words that never quote it, such as "a line break at
 * character 41"; undefined when it can be sent. Stricter than RFC 9110, section 5.5: neither a token, a key nor an
 * e-mail address has spaces, and letters outside ASCII have no agreed encoding in a header.
 */
export function headerValueFault(value: string): string | undefined {
  const position = value.search(/[^\x21-\x7e]/);
  if (position < 0) return undefined;
  return `${nameOf(value.charCodeAt(position))} at character ${position + 1} of ${value.length}`;
}

function nameOf(code: number): string {
  if (code === 0x0a || code === 0x0d) return 'a line break';
  if (code === 0x20) return 'a space';
  if (code === 0x09) return 'a tab';
  if (code < 0x20 || code === 0x7f) return 'a control character';
  return 'a character outside ASCII';
}
