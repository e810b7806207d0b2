import { credentialsIn } from '../../schema';
import { resolvedToken } from '../binding/resolving';

/** Stands for what only the engine knows. */
const HIDDEN = '\u0000';

/** Of a pair of keys it names the other one, and lets nobody in. */
const OPEN_NAMES: readonly string[] = ['access-key-id'];

/** Credentials of a destination that stand in the synthesized files, by their names. */
export function clearTextWarnings(conf: string): readonly string[] {
  const text = resolvedToken(conf);
  if (typeof text !== 'string') return [];
  const found = credentialsIn(withoutExpressions(text)).filter((name) => !OPEN_NAMES.includes(name));
  if (found.length === 0) return [];
  return [
    `destination: Credentials are given in clear text (${found.join(', ')}), so they end up in the synthesized files. ` +
      'Pass an EphemeralVariable in their place, or a TerraformVariable that is sensitive.',
  ];
}

/** A destination without the parts of its path and the parameters that hold an expression. */
function withoutExpressions(text: string): string {
  const [place = '', ...query] = hidden(text).split('?');
  const parts = place.split('/').map((part) => (part.includes(HIDDEN) ? 'x' : part));
  const parameters = query
    .join('?')
    .split('&')
    .filter((parameter) => !parameter.includes(HIDDEN));
  return `${parts.join('/')}?${parameters.join('&')}`;
}

/** The text with a sign in the place of each expression, whose braces may be nested. */
function hidden(text: string): string {
  const start = text.search(/[$%]\{/);
  if (start < 0) return text;
  let depth = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth -= 1;
    if (depth === 0) return `${text.slice(0, start)}${HIDDEN}${hidden(text.slice(index + 1))}`;
  }
  return text.slice(0, start) + HIDDEN;
}
