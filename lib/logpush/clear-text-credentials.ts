import { credentialsIn } from '../../schema';
import { resolvedToken } from '../binding/resolving';
import { EXPRESSION, withoutExpressions } from './expressions';

/** Of a pair of keys it names the other one, and lets nobody in. */
const OPEN_NAMES: readonly string[] = ['access-key-id'];

/** Credentials of a destination that stand in the synthesized files, by their names. */
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

/** A destination without the parts of its path and the parameters that hold an expression. */
function knownParts(text: string): string {
  const [place = '', ...query] = withoutExpressions(text).split('?');
  const parts = place.split('/').map((part) => (part.includes(EXPRESSION) ? 'x' : part));
  const parameters = query
    .join('?')
    .split('&')
    .filter((parameter) => !parameter.includes(EXPRESSION));
  return `${parts.join('/')}?${parameters.join('&')}`;
}
