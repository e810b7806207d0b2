import type { Attribute, Attributes, AttributeType, ObjectSchema } from './attribute';
import type { Unknown } from './value';

/** A number of arbitrary precision: a JavaScript number where that is exact, else its decimal text. */
export type AnyNumber = number | { readonly text: string };

/**
 * The TypeScript type of a plain value. Sets are arrays without order. A type is left to the author
 * that is not known, on which the compiler would recurse without end.
 */
export type ValueOf<T extends AttributeType> = AttributeType extends T ? unknown : PlainValue<T>;

type PlainValue<T extends AttributeType> = T extends 'string'
  ? string
  : T extends 'bool'
    ? boolean
    : T extends 'int'
      ? number
      : T extends 'number'
        ? AnyNumber
        : T extends { readonly list: infer E extends AttributeType }
          ? readonly ValueOf<E>[]
          : T extends { readonly set: infer E extends AttributeType }
            ? readonly ValueOf<E>[]
            : T extends { readonly map: infer E extends AttributeType }
              ? Readonly<Record<string, ValueOf<E>>>
              : T extends { readonly object: infer O extends Readonly<Record<string, AttributeType>> }
                ? { readonly [K in keyof O]: ValueOf<O[K]> | null }
                : never;

/** Which attributes an object has: the state never holds write-only ones, the configuration does. */
type View = 'kept' | 'written';

/** The value of an attribute that is set. */
export type AttributeValue<A, V extends View = 'kept'> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? Nest<N, AttributesState<M, V>>
  : A extends { readonly type: infer T extends AttributeType }
    ? ValueOf<T>
    : never;

type Nest<N, Members> = N extends 'single'
  ? Members
  : N extends 'map'
    ? Readonly<Record<string, Members>>
    : readonly Members[];

/** The names of the attributes of a view. */
type Names<M extends Attributes, V extends View> = V extends 'written'
  ? keyof M
  : { [K in keyof M]: M[K] extends { readonly writeOnly: true } ? never : K }[keyof M];

type IsAlwaysSet<A> = A extends { readonly defaultBeside: string }
  ? false
  : A extends { readonly required: true } | { readonly default: NonNullable<unknown> }
    ? true
    : false;

/** An object whose schema is not known to the compiler. */
type AnyObject = Readonly<Record<string, unknown>>;

type IsAnySchema<S extends ObjectSchema> = string extends keyof S['attributes'] ? true : false;

/** The attributes of an object inside another one. */
export type AttributesState<M extends Attributes, V extends View = 'kept'> = {
  readonly [K in Names<M, V>]: IsAlwaysSet<M[K]> extends true
    ? AttributeValue<M[K], V>
    : AttributeValue<M[K], V> | null;
};

/** A value any part of which may be unknown. */
export type MaybeUnknown<V> = V extends string | number | boolean | null | Unknown
  ? V | Unknown
  : V extends readonly (infer E)[]
    ? readonly MaybeUnknown<E>[] | Unknown
    : V extends object
      ? { readonly [K in keyof V]: MaybeUnknown<V[K]> } | Unknown
      : V | Unknown;

type MaybeUnknownAttributes<M extends Attributes, V extends View> = {
  readonly [K in Names<M, V>]: MaybeUnknown<AttributeValue<M[K], V>> | null;
};

type IsLeftToProvider<A extends Attribute> = A extends { readonly default: NonNullable<unknown> }
  ? false
  : A extends { readonly computed: true }
    ? true
    : false;

/** An object in the state: all known, `null` where unset, without write-only attributes. */
export type StateOf<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : AttributesState<S['attributes'], 'kept'>;

/** An object in the configuration: each part may be unknown, each attribute unset. */
export type ConfigAtPlan<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : MaybeUnknownAttributes<S['attributes'], 'written'>;

type HasWriteOnly<M extends Attributes> = true extends {
  [K in keyof M]: M[K] extends { readonly writeOnly: true }
    ? true
    : M[K] extends { readonly attributes: infer N extends Attributes }
      ? HasWriteOnly<N>
      : false;
}[keyof M]
  ? true
  : false;

/**
 * An object in a plan, before all of it is known: as in the configuration, without write-only attributes. A schema
 * without such attributes uses the same type for both, because the compiler could not compare them.
 */
export type PlannedState<S extends ObjectSchema> =
  HasWriteOnly<S['attributes']> extends true
    ? MaybeUnknownAttributes<S['attributes'], 'kept'>
    : ConfigAtPlan<S>;

/** The value of an attribute in the configuration, all of it known. */
type WrittenValue<A> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? Nest<N, WrittenMembers<M>>
  : AttributeValue<A>;

type WrittenMembers<M extends Attributes> = {
  readonly [K in keyof M]: M[K] extends { readonly required: true }
    ? WrittenValue<M[K]>
    : M[K] extends { readonly optional: true }
      ? WrittenValue<M[K]> | null
      : null;
};

/** An object in the configuration, all of it known: `null` where unset, even if there is a default. */
export type ConfigAtApply<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : WrittenMembers<S['attributes']>;

/** The value of a planned attribute that is set. Parts of it may be left to the provider. */
type PlannedValue<A> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? Nest<N, PlannedMembers<M>>
  : AttributeValue<A>;

type PlannedMembers<M extends Attributes> = {
  readonly [K in Names<M, 'kept'>]: IsLeftToProvider<M[K]> extends true
    ? MaybeUnknown<AttributeValue<M[K]>> | null
    : IsAlwaysSet<M[K]> extends true
      ? PlannedValue<M[K]>
      : PlannedValue<M[K]> | null;
};

/**
 * An object that apply creates or updates: all known except what the provider computes; without write-only attributes.
 */
export type PlanAtApply<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : PlannedMembers<S['attributes']>;
