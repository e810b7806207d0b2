import { Token } from 'cdktf';
import { unknown } from '../../schema';
import { isPlainObject } from './attribute-values';
import { resolvedToken, TEMPLATE } from './resolving';

/** How cdktf disguises the whole of a list as its only element; seen when somebody spread such a list. */
const isListToken = (element: unknown): boolean => Token.isUnresolved([element]);

/**
 * A value as the checks of the schema see it: `unknown` for each token or expression in it, `null` where unset.
 * The value itself is not touched: cdktf's tokens are recognized by their text, and changing a letter's case is
 * enough to lose them. `Token.isUnresolved` looks at the surface only, so each part is asked on its own. While a
 * construct is validated a token that stands for a value, such as a `Lazy`, is that value.
 */
export function known(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (isListToken(value)) return unknown;
  if (Token.isUnresolved(value)) {
    const resolved = resolvedToken(value);
    return Token.isUnresolved(resolved) ? unknown : known(resolved);
  }
  if (typeof value === 'string') return TEMPLATE.test(value) ? unknown : value;
  if (Array.isArray(value)) return value.map(known);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, known(member)]));
}
