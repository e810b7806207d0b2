import type { Attribute, Attributes, AttributeType, ObjectSchema } from './attribute';
import type { Unknown } from './unknown';

/** A number of arbitrary precision: a JavaScript number where that is exact, else its decimal text. */
export type AnyNumber = number | { readonly text: string };

/** The TypeScript type of a plain value. Sets are arrays without order; `dynamic` is left to the author. */
export type ValueOf<T extends AttributeType> = T extends 'string'
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

/** The value of an attribute that is set. */
export type AttributeValue<A> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? N extends 'single'
    ? AttributesState<M>
    : N extends 'map'
      ? Readonly<Record<string, AttributesState<M>>>
      : readonly AttributesState<M>[]
  : A extends { readonly type: infer T extends AttributeType }
    ? ValueOf<T>
    : never;

type IsAlwaysSet<A> = A extends { readonly required: true } | { readonly default: NonNullable<unknown> }
  ? true
  : false;

/** What is known of an object whose schema is known only by name. */
type AnyObject = Readonly<Record<string, unknown>>;

type IsAnySchema<S extends ObjectSchema> = string extends keyof S['attributes'] ? true : false;

type AttributesState<M extends Attributes> = {
  readonly [K in keyof M]: IsAlwaysSet<M[K]> extends true
    ? AttributeValue<M[K]>
    : AttributeValue<M[K]> | null;
};

type Draft<V> = V extends string | number | boolean | null | Unknown
  ? V | Unknown
  : V extends readonly (infer E)[]
    ? readonly Draft<E>[] | Unknown
    : V extends object
      ? { readonly [K in keyof V]: Draft<V[K]> } | Unknown
      : V | Unknown;

type IsLeftToProvider<A extends Attribute> = A extends { readonly default: NonNullable<unknown> }
  ? false
  : A extends { readonly computed: true }
    ? true
    : false;

/** An object as it stands in the state: all known, `null` where unset. */
export type StateOf<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : AttributesState<S['attributes']>;

/** An object as it is written or planned: each part may be unknown, each attribute unset. */
export type DraftOf<S extends ObjectSchema> =
  IsAnySchema<S> extends true
    ? AnyObject
    : {
        readonly [K in keyof S['attributes']]: Draft<AttributeValue<S['attributes'][K]>> | null;
      };

/** The value of a planned attribute that is set: inside of it, too, some things are left to the provider. */
type PlannedValue<A> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? N extends 'single'
    ? PlannedMembers<M>
    : N extends 'map'
      ? Readonly<Record<string, PlannedMembers<M>>>
      : readonly PlannedMembers<M>[]
  : AttributeValue<A>;

type PlannedMembers<M extends Attributes> = {
  readonly [K in keyof M]: IsLeftToProvider<M[K]> extends true
    ? Draft<AttributeValue<M[K]>> | null
    : IsAlwaysSet<M[K]> extends true
      ? PlannedValue<M[K]>
      : PlannedValue<M[K]> | null;
};

/** An object as it is to be made: all known but what the provider has to find out. */
export type PlannedOf<S extends ObjectSchema> =
  IsAnySchema<S> extends true ? AnyObject : PlannedMembers<S['attributes']>;
