import type {
  ArgumentsOf,
  AttributeType,
  FunctionDescription,
  FunctionParameter,
  Unknown,
  ValueOf,
} from '../../../schema/description';
import type { Diagnostics } from './diagnostics';

/**
 * A function of the provider: what it answers depends on its arguments alone. It is called before the provider is
 * configured, and again whenever the engine likes.
 */
export interface ProviderFunction<
  P extends readonly FunctionParameter[],
  V extends FunctionParameter | undefined,
  R extends AttributeType,
> extends FunctionDescription<P, V, R> {
  /**
   * @param args by the names of the parameters; of the variadic one, all of them in an array
   * @param diagnostics where to report what is wrong. The path of an error begins with the parameter, and for the
   *   variadic one with its place in the array: `['names', 2]`. There are no warnings.
   * @returns the result; undefined when an error says why there is none
   */
  run(args: ArgumentsOf<P, V>, diagnostics: Diagnostics): ValueOf<R> | Unknown | null | undefined;
}

/** A function whose parameters are known only by name, as the framework handles it. */
export interface AnyFunction extends FunctionDescription {
  run(args: Readonly<Record<string, unknown>>, diagnostics: Diagnostics): unknown;
}

/** Declares a function with the exact types of its parameters. */
export function defineFunction<
  const P extends readonly FunctionParameter[],
  const R extends AttributeType,
  const V extends FunctionParameter | undefined = undefined,
>(declared: ProviderFunction<P, V, R>): AnyFunction {
  return declared as unknown as AnyFunction;
}
