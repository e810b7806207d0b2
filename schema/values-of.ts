import type { Attribute, Attributes, AttributeType, ObjectSchema } from './attribute';
import type { Unknown } from './value';

/** A number of arbitrary precision: a JavaScript number where that is exact, else its decimal text. */
export type AnyNumber = number | { readonly text: string };

/**
 * The TypeScript type of a plain value. Sets are arrays without order; `dynamic` is left to the author. Nothing is
 * said of a type that is not known either, or the compiler would look for the end of it.
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
        : T extends 'dynamic'
          ? unknown
          : T extends { readonly list: infer E extends AttributeType }
            ? readonly ValueOf<E>[]
            : T extends { readonly set: infer E extends AttributeType }
              ? readonly ValueOf<E>[]
              : T extends { readonly map: infer E extends AttributeType }
                ? Readonly<Record<string, ValueOf<E>>>
                : T extends { readonly object: infer O extends Readonly<Record<string, AttributeType>> }
                  ? { readonly [K in keyof O]: ValueOf<O[K]> | null }
                  : never;

/** Who looks at an object: the state never holds what is write-only, the configuration does. */
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

/** The names of the attributes that a view shows. */
type Names<M extends Attributes, V extends View> = V extends 'written'
  ? keyof M
  : { [K in keyof M]: M[K] extends { readonly writeOnly: true } ? never : K }[keyof M];

type IsAlwaysSet<A> = A extends { readonly required: true } | { readonly default: NonNullable<unknown> }
  ? true
  : false;

/** What is known of an object whose schema is known only by name. */
type AnyObject = Readonly<Record<string, unknown>>;

type IsAnySchema<S extends ObjectSchema> = string extends keyof S['attributes'] ? true : false;

/** Objects inside of another one, by the attributes that each has. */
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

/** An object as it stands in the state: all known, `null` where unset. Nothing that is write-only. */
export type StateOf<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : AttributesState<S['attributes'], 'kept'>;

/** An object as it is written: each part may be unknown, each attribute unset. */
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
 * An object as it is planned, before all of it is known: as it is written, without what is write-only. Where nothing
 * is, the two are one type to the compiler, which could not compare them.
 */
export type PlannedState<S extends ObjectSchema> =
  HasWriteOnly<S['attributes']> extends true
    ? MaybeUnknownAttributes<S['attributes'], 'kept'>
    : ConfigAtPlan<S>;

/** The value of an attribute that is written, all of it known. */
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

/** An object as it is written, all of it known: `null` where it leaves something out, defaults included. */
export type ConfigAtApply<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : WrittenMembers<S['attributes']>;

/** The value of a planned attribute that is set: inside of it, too, some things are left to the provider. */
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

/** An object as it is to be made: all known but what the provider has to find out. Nothing that is write-only. */
export type PlanAtApply<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : PlannedMembers<S['attributes']>;
