import type { Problem } from './problem';

/** The type of an attribute's value. `int` is a whole number that JavaScript holds exactly. */
export type AttributeType =
  | 'string'
  | 'bool'
  | 'int'
  | 'number'
  | 'dynamic'
  | { readonly list: AttributeType }
  | { readonly set: AttributeType }
  | { readonly map: AttributeType }
  | { readonly object: Readonly<Record<string, AttributeType>> };

/** A check of one known value. Paths in its problems are relative to the value. */
export type Check<T> = (value: T) => readonly Problem[];

interface AttributeBase {
  /** Markdown, shown in the reference and by editors. */
  readonly description: string;
  /** The user must set it. */
  readonly required?: true;
  /** The user may set it. */
  readonly optional?: true;
  /** The provider sets it when the user does not. */
  readonly computed?: true;
  /** Taken when the configuration leaves the attribute out. Makes the attribute computed as well. */
  readonly default?: unknown;
  /**
   * Hidden in everything that the engine prints. At most one attribute of a resource: up to Terraform 1.11 the engine
   * keeps the paths of sensitive attributes in an order that changes at random, and `plan -refresh-only
   * -detailed-exitcode` takes that for a change (hashicorp/terraform#36403, mended in 1.12).
   */
  readonly sensitive?: true;
  /** Hidden in what the provider says and logs. The engine prints it, unless its own value is sensitive. */
  readonly secret?: true;
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string;
  /** A different value means a new object: the old one is destroyed first. */
  readonly replaceOnChange?: true;
  /** A computed value that stays as it is once it is known. */
  readonly keepsPrior?: true;
  /** Read only when the object is made: a different value on its own is no change. */
  readonly creationOnly?: true;
  /**
   * Read from the configuration by `create` and `update`, and kept nowhere: neither plan nor state ever hold it, so on
   * its own a different value is no change. Hidden like a `sensitive` one. Of resources only, and not inside of a set.
   */
  readonly writeOnly?: true;
  /** Checks of the whole value; run when it is set and known (its elements may still be unknown). */
  readonly checks?: readonly Check<never>[];
}

/** An attribute that holds a plain value or a collection of plain values. */
export interface ValueAttribute extends AttributeBase {
  readonly type: AttributeType;
  readonly nested?: undefined;
  /** Checks of each known element of a list, set or map. */
  readonly elementChecks?: readonly Check<never>[];
}

/** An attribute that holds one or many objects, whose members are attributes themselves. */
export interface NestedAttribute extends AttributeBase {
  readonly type?: undefined;
  readonly nested: 'single' | 'list' | 'set' | 'map';
  readonly attributes: MemberAttributes;
}

/** What needs a value to compare with, or makes one, is not for a value that is kept nowhere. */
type KeptOrNot =
  | { readonly writeOnly?: undefined }
  | {
      readonly writeOnly: true;
      readonly computed?: undefined;
      readonly default?: undefined;
      readonly replaceOnChange?: undefined;
      readonly keepsPrior?: undefined;
      readonly creationOnly?: undefined;
    };

/** An attribute inside of another one. How a change is planned is said of the outer one. */
export type MemberAttribute = Attribute & {
  readonly replaceOnChange?: undefined;
  readonly keepsPrior?: undefined;
  readonly creationOnly?: undefined;
};

export type MemberAttributes = Readonly<Record<string, MemberAttribute>>;

export type Attribute = (ValueAttribute | NestedAttribute) & KeptOrNot;

export type Attributes = Readonly<Record<string, Attribute>>;

/** How a provider, a resource, a data source or an ephemeral resource is described: the one source of all that depends on it. */
export interface ObjectSchema<A extends Attributes = Attributes> {
  /** The type's name, e.g. `zone_log_custom_fields`. The provider's own is its short name, `zone`. */
  readonly type: string;
  /** Counts up when states of earlier versions need an upgrade. */
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: A;
  /** Checks over several attributes. Values may be `null` (unset) or `unknown`. */
  readonly checks?: readonly Check<never>[];
}

/** Declares a schema with the exact types of its attributes. */
export function describe<const A extends Attributes>(schema: ObjectSchema<A>): ObjectSchema<A> {
  return schema;
}
