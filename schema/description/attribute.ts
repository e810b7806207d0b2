import type { Problem } from './problem';

/** The type of an attribute's value. `int` is a whole number that JavaScript holds exactly. */
export type AttributeType =
  | 'string'
  | 'bool'
  | 'int'
  | 'number'
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
  /** Used when the configuration omits the attribute. Makes the attribute computed as well. */
  readonly default?: unknown;
  /** The attribute beside it that its default is for. While that is not set, there is no default. */
  readonly defaultBeside?: string;
  /** Whether generated configuration has it even where it is the default, because some objects must set it. */
  readonly generatedAlways?: true;
  /**
   * Hidden in everything that the engine prints. At most one attribute of a resource: up to Terraform 1.11 the engine
   * keeps the paths of sensitive attributes in random order, and `plan -refresh-only
   * -detailed-exitcode` takes that for a change (hashicorp/terraform#36403, fixed in 1.12).
   */
  readonly sensitive?: true;
  /** Hidden in the provider's messages and logs. The engine prints it, unless its own value is sensitive. */
  readonly secret?: true;
  /** Why it should no longer be used, and what to use instead. */
  readonly deprecated?: string;
  /** Changing it replaces the object: the old one is destroyed first. */
  readonly replaceOnChange?: true;
  /** A computed value that never changes once it is known. */
  readonly keepsPrior?: true;
  /** Read only when the object is created: changing it alone changes nothing. */
  readonly creationOnly?: true;
  /** White space at the ends of the text means nothing: a plan and a read keep what the state has. */
  readonly ignoresOuterSpace?: true;
  /**
   * Read from the configuration by `create` and `update`, and never stored: neither plan nor state holds it, so
   * changing it alone changes nothing. Hidden like a `sensitive` one. For resources only, and not inside a set.
   */
  readonly writeOnly?: true;
  /** Checks of the whole value; run when it is set and known (its elements may still be unknown). */
  readonly checks?: readonly Check<never>[];
}

/** An attribute that holds a plain value or a collection of plain values. */
export interface ValueAttribute extends AttributeBase {
  /** What its value is. */
  readonly type: AttributeType;
  /** It has no attributes of its own. */
  readonly nested?: undefined;
  /** Checks of each known element of a list, set or map. */
  readonly elementChecks?: readonly Check<never>[];
}

/** An attribute that holds one or more objects, whose members are attributes themselves. */
export interface NestedAttribute extends AttributeBase {
  /** Its attributes say it. */
  readonly type?: undefined;
  /** One object, or how several are held. */
  readonly nested: 'single' | 'list' | 'set' | 'map';
  /** Those of each object. */
  readonly attributes: MemberAttributes;
  /**
   * Names that its objects do not have but people write there, with what to write instead; `describe` adds those that follow
   * from the attributes. Of an object that is a value, the engine drops the names that it does not know: it knows these, and
   * they are errors.
   */
  readonly refused?: Readonly<Record<string, string>>;
}

/** A write-only value is not stored, so nothing that compares it with a prior value or computes it applies. */
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

/** An attribute inside another one. The outer one declares how a change is planned. */
export type MemberAttribute = Attribute & {
  readonly replaceOnChange?: undefined;
  readonly keepsPrior?: undefined;
  readonly creationOnly?: undefined;
};

/** The attributes of a nested object, by name. */
export type MemberAttributes = Readonly<Record<string, MemberAttribute>>;

/** What an attribute is. */
export type Attribute = (ValueAttribute | NestedAttribute) & KeptOrNot;

/** Attributes by name. */
export type Attributes = Readonly<Record<string, Attribute>>;

/**
 * Describes a provider, resource or data source: the single source of everything derived from it.
 */
export interface ObjectSchema<A extends Attributes = Attributes> {
  /** The type's name, e.g. `zone_log_custom_fields`. The provider's own is its short name, `zone`. */
  readonly type: string;
  /** Increased when states of earlier versions need an upgrade. */
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  /** By name. */
  readonly attributes: A;
  /** Checks over several attributes. Values may be `null` (unset) or `unknown`. */
  readonly checks?: readonly Check<never>[];
}

/** Declares a schema with the exact types of its attributes, and with the names that their objects refuse. */
export function describe<const A extends Attributes>(schema: ObjectSchema<A>): ObjectSchema<A> {
  return { ...schema, attributes: withRefusedNames(schema.attributes) as A };
}

type Hint = readonly [name: string, hint: string];

/**
 * The attributes, whose objects also refuse what people write there by mistake: names of the objects around, beside and
 * inside, and other spellings of their own. The engine drops a name that an object does not know without a word.
 *
 * Objects beside each other at the root are forms of the same settings. They refuse what each of them lists, and nothing else:
 * the engine takes every name through each plan of each object (docs/internals/performance.md).
 */
function withRefusedNames(attributes: Attributes, isRoot = true): Attributes {
  const all = settable(attributes);
  const extended = all.map(([name, one]) => {
    if (!one.nested) return [name, one] as const;
    const own = settable(one.attributes);
    // Nobody takes an object with a single member for another one.
    const others = own.length > 1 ? all.filter(([other]) => other !== name) : [];
    const isForm = isRoot && others.some((other) => membersOf(other).length > 1);
    const mistaken: readonly Hint[] = [
      ...(isRoot ? [] : others.map(([other]): Hint => [other, `Write it beside ${name}.`])),
      ...others.flatMap((other) => (membersOf(other).length > 1 ? membersOf(other) : [])),
      ...own.flatMap(membersOf),
      ...own.flatMap(([member]) => misspelled(member)),
    ];
    const found = [...(isForm ? [] : mistaken), ...Object.entries(one.refused ?? {})];
    const refused = Object.fromEntries(found.filter(([each]) => !Object.hasOwn(one.attributes, each)));
    return [name, { ...one, attributes: withRefusedNames(one.attributes, false), refused }] as const;
  });
  return { ...attributes, ...(Object.fromEntries(extended) as Attributes) };
}

function settable(attributes: Attributes): readonly (readonly [name: string, attribute: Attribute])[] {
  return Object.entries(attributes).filter(([, { required, optional }]) => required ?? optional);
}

function membersOf([name, one]: readonly [string, Attribute]): readonly Hint[] {
  return one.nested ? settable(one.attributes).map(([member]) => [member, `Write it in ${name}.`]) : [];
}

/** Other spellings of a name: in the singular, and of a switch. */
function misspelled(name: string): readonly Hint[] {
  if (name !== 'enabled') return [[name.replace(/ies$/, 'y').replace(/s$/, ''), `Write ${name}.`]];
  return Object.entries({ enable: 'Write enabled.', disabled: 'Write enabled, with the opposite value.' });
}
