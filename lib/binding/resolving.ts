import { DefaultTokenResolver, StringConcat, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The construct that is being validated, while it is. */
let validated: IConstruct | undefined;

/** A token that could not be resolved. */
export class ResolutionError extends Error {}

/**
 * Runs the checks of a construct, during which {@link resolvedToken} tells what tokens stand for. A `Lazy` may produce
 * its value only then: before, what it depends on is not there yet. Which construct is validated is kept beside the
 * calls because every check asks for values, and a check that forgot to hand the construct on would pass over them.
 */
export function whileValidating<T>(construct: IConstruct, checks: () => T): T {
  const outer = validated;
  validated = construct;
  try {
    return checks();
  } finally {
    validated = outer;
  }
}

/**
 * What a token stands for: a value, or text with an expression for the engine. The token itself while nothing is
 * being validated.
 *
 * @throws ResolutionError when its producer fails
 */
export function resolvedToken(token: unknown): unknown {
  if (validated === undefined) return token;
  try {
    const resolver = new DefaultTokenResolver(new StringConcat());
    return Tokenization.resolve(token, { scope: validated, resolver, preparing: false });
  } catch (error) {
    throw new ResolutionError(error instanceof Error ? error.message : String(error));
  }
}
