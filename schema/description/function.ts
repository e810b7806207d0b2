import type { AttributeType, ValueAttribute } from './attribute';
import type { MaybeUnknown, ValueOf } from './values-of';

/** One parameter of a function. Its checks run on every known argument. */
export interface FunctionParameter extends Pick<
  ValueAttribute,
  'type' | 'description' | 'checks' | 'elementChecks'
> {
  /** Its name in `run` and in messages, e.g. `options`. */
  readonly name: string;
  /** The argument may be null. Otherwise the engine refuses null. */
  readonly allowNull?: true;
  /** The argument may be unknown. Otherwise the engine does not call the function, and the result is unknown. */
  readonly allowUnknown?: true;
}

/** Describes a function to the engine, to the compiler and in the reference. */
export interface FunctionDescription<
  P extends readonly FunctionParameter[] = readonly FunctionParameter[],
  V extends FunctionParameter | undefined = FunctionParameter | undefined,
  R extends AttributeType = AttributeType,
> {
  /** Its name, e.g. `logpull_options`, called as `provider::zone::logpull_options(…)`. */
  readonly name: string;
  /** One short sentence. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: P;
  /** Takes any number of further arguments. */
  readonly variadic?: V;
  readonly returns: R;
}

type ArgumentOf<P extends FunctionParameter> =
  | (P extends { readonly allowUnknown: true } ? MaybeUnknown<ValueOf<P['type']>> : ValueOf<P['type']>)
  | (P extends { readonly allowNull: true } ? null : never);

type VariadicOf<V> = V extends FunctionParameter
  ? { readonly [N in V['name']]: readonly ArgumentOf<V>[] }
  : unknown;

/** The arguments by parameter name; for a variadic parameter, an array. */
export type ArgumentsOf<
  P extends readonly FunctionParameter[],
  V extends FunctionParameter | undefined,
> = string extends P[number]['name']
  ? Readonly<Record<string, unknown>>
  : { readonly [Q in P[number] as Q['name']]: ArgumentOf<Q> } & VariadicOf<V>;

/** Describes a function with the exact types of its parameters. */
export function describeFunction<
  const P extends readonly FunctionParameter[],
  const R extends AttributeType,
  const V extends FunctionParameter | undefined = undefined,
>(description: FunctionDescription<P, V, R>): FunctionDescription<P, V, R> {
  return description;
}
