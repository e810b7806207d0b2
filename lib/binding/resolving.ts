import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
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
