import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { isKnown, unknown } from '../../schema';
import { isPlainObject } from './attribute-values';
import { misuses } from './misused';

/** The construct whose tokens are being resolved, if any, and their values. */
let within: { readonly construct: IConstruct; readonly found: Map<unknown, unknown> } | undefined;

/** A token that could not be resolved. */
export class ResolutionError extends Error {}

/**
 * Runs a function, such as the checks of a construct, during which {@link resolvedToken} returns the values of
 * tokens. A `Lazy` can produce its value only at synth, because what it depends on may not exist before. The
 * construct is module state because every check needs values, and a check that forgot to pass it on would miss them.
 */
export function whileResolving<T>(construct: IConstruct, run: () => T): T {
  const outer = within;
  if (outer?.construct !== construct) within = { construct, found: new Map() };
  try {
    return run();
  } finally {
    within = outer;
  }
}

/**
 * The value of a token, or text with an expression for the engine. Outside of {@link whileResolving}, the token
 * itself, as is a misused one, which is no value.
 *
 * @throws ResolutionError when its producer fails
 */
export function resolvedToken(token: unknown): unknown {
  if (within === undefined || misuses(token).length > 0) return token;
  const { construct, found } = within;
  if (found.has(token)) return found.get(token);
  try {
    const resolver = new DefaultTokenResolver(new StringConcat());
    const resolved: unknown = Tokenization.resolve(token, { scope: construct, resolver, preparing: false });
    found.set(token, resolved);
    return resolved;
  } catch (error) {
    throw new ResolutionError(error instanceof Error ? error.message : String(error));
  }
}

/** The beginning of an expression or directive, which the engine evaluates in any string of its JSON syntax. */
export const TEMPLATE = /[$%]\{/;

/**
 * The value that a `Lazy` produces, called at synth; anything else unchanged. The functions and operators of cdktf
 * treat the produced value as an expression, and write text without quotes.
 */
export function produced(scope: IConstruct, value: unknown): unknown {
  if (!Token.isUnresolved(value)) return value;
  const resolved = whileResolving(scope, () => resolvedToken(value));
  return typeof resolved === 'string' && TEMPLATE.test(resolved) ? value : resolved;
}

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
