import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The construct whose tokens are resolved now, if any. */
let within: IConstruct | undefined;

/** A token that could not be resolved. */
export class ResolutionError extends Error {}

/**
 * Runs something, such as the checks of a construct, during which {@link resolvedToken} tells what tokens stand for. A
 * `Lazy` may produce its value only at synth: before, what it depends on is not there yet. Which construct it is for is
 * kept beside the calls because every check asks for values, and one that forgot to hand it on would pass over them.
 */
export function whileResolving<T>(construct: IConstruct, run: () => T): T {
  const outer = within;
  within = construct;
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
  try {
    const resolver = new DefaultTokenResolver(new StringConcat());
    return Tokenization.resolve(token, { scope: within, resolver, preparing: false });
  } catch (error) {
    throw new ResolutionError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The elements of a list that is behind a `Lazy`, asked at synth; undefined for a list that only the engine knows.
 * cdktf's functions do not take such a list among others.
 */
export function producedList(scope: IConstruct, list: readonly string[]): readonly string[] | undefined {
  if (!Token.isUnresolved(list)) return undefined;
  const resolved = whileResolving(scope, () => resolvedToken(list));
  return Array.isArray(resolved) ? (resolved as string[]) : undefined;
}
