import type { IResolvable } from 'cdktf';
import type { Attribute, Attributes, AttributeType, ObjectSchema, OneOfCheck } from '../../schema';
import type { CamelCase } from './spelling';

/**
 * One of a few values, which an editor completes and the compiler checks, or a token that is no string: the `value` of
 * a variable, `getAny` of an iterator, `Token.asAny`.
 */
export type OneOf<Words extends string> = Words | IResolvable;

/** Words that an editor completes, or any other text: the service may know more of them. */
export type AnyOf<Words extends string> = Words | (string & Record<never, never>);

/**
 * The type of a prop for a value of a type. Strings, numbers and lists of them can be tokens themselves; for other
 * types, `IResolvable` is accepted, too.
 */
export type PropValue<T extends AttributeType> = T extends 'string'
  ? string
  : T extends 'bool'
    ? boolean | IResolvable
    : T extends 'int' | 'number'
      ? number
      : T extends { readonly list: infer E extends AttributeType }
        ? PropList<E>
        : T extends { readonly set: infer E extends AttributeType }
          ? PropList<E>
          : T extends { readonly map: infer E extends AttributeType }
            ? Readonly<Record<string, PropValue<E>>> | IResolvable
            : unknown;

type PropList<E extends AttributeType> = E extends 'string' | 'int' | 'number'
  ? readonly PropValue<E>[]
  : readonly PropValue<E>[] | IResolvable;

type Prop<A extends Attribute> = A extends {
  readonly nested: infer N;
  readonly attributes: infer M extends Attributes;
}
  ? N extends 'single'
    ? PropsOfAttributes<M> | IResolvable
    : N extends 'map'
      ? Readonly<Record<string, PropsOfAttributes<M>>> | IResolvable
      : readonly PropsOfAttributes<M>[] | IResolvable
  : A extends { readonly checks: readonly [OneOfCheck<infer Words>, ...(readonly unknown[])] }
    ? OneOf<Words>
    : A extends { readonly type: infer T extends AttributeType }
      ? PropValue<T>
      : never;

type RequiredNames<A extends Attributes> = {
  [K in keyof A]: A[K] extends { readonly required: true } ? K : never;
}[keyof A];

type OptionalNames<A extends Attributes> = {
  [K in keyof A]: A[K] extends { readonly optional: true } ? K : never;
}[keyof A];

type Flatten<T> = { readonly [K in keyof T]: T[K] };

type PropsOfAttributes<A extends Attributes> = Flatten<
  { readonly [K in RequiredNames<A> as CamelCase<K & string>]: Prop<A[K]> } & {
    readonly [K in OptionalNames<A> as CamelCase<K & string>]?: Prop<A[K]>;
  }
>;

/**
 * The props of a construct for a schema: every attribute that the user may set, in camel case, optional as in the
 * schema.
 */
export type PropsOf<S extends ObjectSchema> = PropsOfAttributes<S['attributes']>;
