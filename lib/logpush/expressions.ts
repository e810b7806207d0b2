import { TEMPLATE } from '../binding/resolving';

/** The placeholder for an expression in a text. */
export const EXPRESSION = '\u0000';

/** A text with a placeholder for each expression that the engine evaluates. */
export function withoutExpressions(text: string): string {
  const start = text.search(TEMPLATE);
  if (start < 0) return text;
  const end = endOfExpression(text, start);
  return `${text.slice(0, start)}${EXPRESSION}${withoutExpressions(text.slice(end))}`;
}

/** Whether a text is exactly one expression. */
export function isOneExpression(text: string): boolean {
  return text.startsWith('${') && endOfExpression(text, 0) === text.length;
}

/** Where the expression that begins at `start` ends: its braces may be nested. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}
