import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** For which construct tokens are resolved now, if any, and what they were found to stand for. */
let within: { readonly construct: IConstruct; readonly found: Map<unknown, unknown> } | undefined;

/** A token that could not be resolved. */
export class ResolutionError extends Error {}

/**
 * Runs something, such as the checks of a construct, during which {@link resolvedToken} tells what tokens stand for. A
 * `Lazy` may produce its value only at synth: before, what it depends on is not there yet. Which construct it is for is
 * kept beside the calls because every check asks for values, and one that forgot to hand it on would pass over them.
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
 * What a token stands for: a value, or text with an expression for the engine. The token itself outside of
 * {@link whileResolving}.
 *
 * @throws ResolutionError when its producer fails
 */
export function resolvedToken(token: unknown): unknown {
  if (within === undefined) return token;
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

/** Begins an expression or a directive that the engine evaluates in any string of its JSON syntax. */
export const TEMPLATE = /[$%]\{/;

/**
 * The value that a `Lazy` produces, asked at synth; anything else as it is. The functions and operators of cdktf take
 * what it produces for an expression, and write text without its quotes.
 */
export function produced(scope: IConstruct, value: unknown): unknown {
  if (!Token.isUnresolved(value)) return value;
  const resolved = whileResolving(scope, () => resolvedToken(value));
  return typeof resolved === 'string' && TEMPLATE.test(resolved) ? value : resolved;
}
