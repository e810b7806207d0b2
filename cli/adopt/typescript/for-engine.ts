/** A text of a synthesized stack that the engine takes as it is: there, every string is a template. */
export function forEngine(text: string): string {
  return text.replace(/([$%])(?=\{)/g, '$1$1');
}
