import { credentialsIn } from '../../schema';
import { resolvedToken } from '../binding/resolving';
import { EXPRESSION, withoutExpressions } from '../binding/expressions';

/** Of a pair of keys, this one only identifies the other, and grants no access. */
const OPEN_NAMES: readonly string[] = ['access-key-id'];

/** The names of the credentials of a destination that are in the synthesized files. */
export function clearTextWarnings(conf: string): readonly string[] {
  const text = resolvedToken(conf);
  if (typeof text !== 'string') return [];
  const found = credentialsIn(knownParts(text)).filter((name) => !OPEN_NAMES.includes(name));
  if (found.length === 0) return [];
  return [
    `destination: Its credentials are in clear text (${found.join(', ')}), so they end up in the synthesized files. ` +
      'Pass an EphemeralVariable instead, or a TerraformVariable that is sensitive.',
  ];
}

/** A destination without the path segments and parameters that have an expression. */
function knownParts(text: string): string {
  const [place = '', ...query] = withoutExpressions(text).split('?');
  const parts = place.split('/').map((part) => (part.includes(EXPRESSION) ? 'x' : part));
  const parameters = query
    .join('?')
    .split('&')
    .filter((parameter) => !parameter.includes(EXPRESSION));
  return `${parts.join('/')}?${parameters.join('&')}`;
}
