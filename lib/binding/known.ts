import { Token } from 'cdktf';
import { Construct } from 'constructs';
import { unknown, isKnown } from '../../schema';
import { isPlainObject } from './attribute-values';
import { resolvedToken, TEMPLATE } from './resolving';

/** How cdktf encodes a list token as its only element; seen when somebody spreads such a list. */
const isListToken = (element: unknown): boolean => Token.isUnresolved([element]);

/** A number token in a text is written as the number that encodes it; `count.index` is one. */
export function hasNumberToken(value: unknown): boolean {
  const numbers = typeof value === 'string' ? value.match(/-?\d[\d.]*e[+-]?\d+/g) : undefined;
  return numbers?.some((each) => Token.isUnresolved(Number(each))) ?? false;
}

/**
 * A value as the checks of the schema see it: `unknown` for each token or expression in it, `null` where unset.
 * The value itself does not change: cdktf recognizes its tokens by their text, so changing the case of a letter would
 * lose them. `Token.isUnresolved` does not look inside, so each part is checked separately. During the validation of
 * a construct, a token with a value, such as a `Lazy`, counts as that value.
 */
export function known(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (isListToken(value)) return unknown;
  if (Token.isUnresolved(value) || hasNumberToken(value)) {
    const resolved = resolvedToken(value);
    return Token.isUnresolved(resolved) || resolved === value ? unknown : known(resolved);
  }
  if (typeof value === 'string') return TEMPLATE.test(value) ? unknown : value;
  if (Array.isArray(value)) return value.map(known);
  // A construct is refused as a value.
  if (!isPlainObject(value)) return Construct.isConstruct(value) ? unknown : value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, known(member)]));
}

/** Whether two values certainly differ: both are known at synth, and not equal. */
export function areApart(one: unknown, other: unknown): boolean {
  const [a, b] = [known(one), known(other)];
  return isKnown(a) && isKnown(b) && a !== b;
}
